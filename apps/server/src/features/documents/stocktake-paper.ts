import {
  type AssistantLanguage,
  type Condition,
  type DifferenceKind,
  inventoryTypes,
  look,
  museumTimeZone,
} from '@vitrine/contract'
import type { Paper } from '../../adapters/pdf/papers.ts'
import { printable, printableLine } from '../../adapters/pdf/printable.ts'

/** A line of the list of differences. */
interface Line {
  readonly identifier: string
  readonly name: string
  /** Where it was expected, where and when it was seen, and what was said about it. */
  readonly expected: string
  readonly seen: string
  readonly condition: Condition | ''
  readonly remark: string
  readonly decision: 'moved' | 'task' | 'later' | ''
}

export interface StocktakeInput {
  readonly lang: AssistantLanguage
  readonly foundation: string
  readonly name: string
  readonly scope: string
  /** Instants. */
  readonly opened: string
  readonly openedBy: string
  /** Empty while it is open. */
  readonly closed: string
  readonly closedBy: string
  readonly people: readonly string[]
  readonly expected: number
  readonly seen: number
  readonly late: number
  readonly differences: Readonly<Record<DifferenceKind, readonly Line[]>>
}

interface Words {
  readonly title: string
  readonly scope: string
  readonly opened: string
  readonly closed: string
  readonly open: string
  readonly people: string
  readonly expected: string
  readonly seen: string
  readonly late: string
  readonly kinds: Readonly<Record<DifferenceKind, string>>
  readonly decisions: Readonly<Record<Exclude<Line['decision'], ''>, string>>
  readonly columns: readonly [object: string, expected: string, seen: string, decision: string]
  readonly conditions: Readonly<Record<Condition, string>>
  readonly none: string
  readonly more: (count: number) => string
  readonly sign: readonly [place: string, signature: string]
}

const words: Record<AssistantLanguage, Words> = {
  en: {
    title: 'Stocktake',
    scope: 'Scope',
    opened: 'Opened',
    closed: 'Closed',
    open: 'not yet',
    people: 'Carried out by',
    expected: 'Expected',
    seen: 'Seen',
    late: 'Scans after the end (not counted)',
    kinds: { missing: 'Missing', elsewhere: 'Seen elsewhere', unknown: 'Unknown codes', condition: 'Condition' },
    decisions: { moved: 'Movement accepted', task: 'Task made', later: 'Found later' },
    columns: ['Object', 'Expected', 'Seen', 'Decision'],
    conditions: { good: 'Good', watch: 'To watch', urgent: 'Urgent' },
    none: 'No differences.',
    more: (count) => `and ${count} more, in the CSV file`,
    sign: ['Place and date', 'Signature'],
  },
  de: {
    title: 'Inventur',
    scope: 'Umfang',
    opened: 'Eröffnet',
    closed: 'Abgeschlossen',
    open: 'noch nicht',
    people: 'Durchgeführt von',
    expected: 'Erwartet',
    seen: 'Gesehen',
    late: 'Scans nach dem Abschluss (nicht gezählt)',
    kinds: { missing: 'Fehlend', elsewhere: 'Andernorts gesehen', unknown: 'Unbekannte Codes', condition: 'Zustand' },
    decisions: { moved: 'Standort übernommen', task: 'Aufgabe erstellt', later: 'Später gefunden' },
    columns: ['Objekt', 'Erwartet', 'Gesehen', 'Entscheid'],
    conditions: { good: 'Gut', watch: 'Zu beobachten', urgent: 'Dringend' },
    none: 'Keine Differenzen.',
    more: (count) => `und ${count} weitere, in der CSV-Datei`,
    sign: ['Ort und Datum', 'Unterschrift'],
  },
  fr: {
    title: 'Récolement',
    scope: 'Étendue',
    opened: 'Ouvert',
    closed: 'Clos',
    open: 'pas encore',
    people: 'Effectué par',
    expected: 'Attendus',
    seen: 'Vus',
    late: 'Lectures après la clôture (non comptées)',
    kinds: { missing: 'Manquants', elsewhere: 'Vus ailleurs', unknown: 'Codes inconnus', condition: 'État' },
    decisions: { moved: 'Déplacement accepté', task: 'Tâche créée', later: 'Retrouvé plus tard' },
    columns: ['Objet', 'Attendu', 'Vu', 'Décision'],
    conditions: { good: 'Bon', watch: 'À surveiller', urgent: 'Urgent' },
    none: 'Aucune différence.',
    more: (count) => `et ${count} autres, dans le fichier CSV`,
    sign: ['Lieu et date', 'Signature'],
  },
}

// Of each kind; 4,000 lines in all took 20 seconds to set.
const maxLines = 1_000

/** The report of a stocktake: counts, differences, names, and a line to sign. */
export function stocktakePaper(input: StocktakeInput): Paper {
  const { lang, foundation, name, scope, differences } = input
  const say = words[lang]
  const kinds = Object.keys(differences) as DifferenceKind[]
  const days = new Intl.DateTimeFormat(`${lang}-CH`, { dateStyle: 'long', timeZone: museumTimeZone })
  const by = (at: string, person: string) => printableLine(`${days.format(new Date(at))}, ${person}`)
  return {
    template: 'stocktake',
    pages: null,
    data: {
      title: `${say.title}: ${name}`.toWellFormed(),
      author: foundation,
      lang,
      look: { ...look.light, accent: inventoryTypes.car.accent.light },
      foundation: printableLine(foundation),
      kind: say.title,
      name: printableLine(name),
      facts: [
        [say.scope, printable(scope)],
        [say.opened, by(input.opened, input.openedBy)],
        [say.closed, input.closed ? by(input.closed, input.closedBy) : say.open],
        [say.people, printable(input.people.join(', '))],
      ],
      counts: [
        [say.expected, input.expected],
        [say.seen, input.seen],
        ...kinds.map((kind) => [say.kinds[kind], differences[kind].length] as const),
        ...(input.late > 0 ? [[say.late, input.late] as const] : []),
      ].map(([label, count]) => [label, String(count)]),
      columns: say.columns,
      sections: kinds
        .filter((kind) => differences[kind].length > 0)
        .map((kind) => ({
          title: `${say.kinds[kind]} (${differences[kind].length})`,
          more: differences[kind].length > maxLines ? say.more(differences[kind].length - maxLines) : '',
          rows: differences[kind]
            .slice(0, maxLines)
            .map((line) => [
              printable(
                [line.identifier, line.name, line.condition && say.conditions[line.condition], line.remark]
                  .filter(Boolean)
                  .join('\n'),
              ),
              printable(line.expected),
              printable(line.seen),
              line.decision && say.decisions[line.decision],
            ]),
        })),
      none: say.none,
      sign: say.sign,
    },
  }
}
