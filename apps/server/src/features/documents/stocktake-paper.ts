import {
  type AssistantLanguage,
  clocksDiffer,
  designTokens,
  formatMinute,
  inventoryTypes,
  isUndecided,
  museumTimeZone,
  type Stocktake,
  type StocktakeResult,
} from '@vitrine/contract'
import type { Paper } from '../../adapters/pdf/papers.ts'
import { toPrintable, toPrintableLine } from '../../adapters/pdf/printable.ts'

export interface StocktakeInput {
  readonly lang: AssistantLanguage
  readonly foundation: string
  readonly stocktake: Stocktake
  /** Everybody who scanned, with the sender if that was another person. */
  readonly people: readonly Scanner[]
  /** The report shows the state at this instant. */
  readonly asOf: string
  readonly rows: readonly StocktakeResult[]
}

type Scanner = Pick<StocktakeResult, 'by' | 'sentBy'>

export const words = {
  asOf: { en: 'As of', de: 'Stand', fr: 'État au' },
  sentBy: { en: 'sent by', de: 'gesendet von', fr: 'envoyé par' },
  undecided: {
    en: 'Differences not yet decided',
    de: 'Noch nicht entschiedene Differenzen',
    fr: 'Différences à décider',
  },
  counted: {
    en: 'Counted after the end',
    de: 'Nach dem Abschluss gezählt',
    fr: 'Comptés après la clôture',
  },
  title: { en: 'Stocktake', de: 'Inventur', fr: 'Récolement' },
  scope: { en: 'Scope', de: 'Umfang', fr: 'Étendue' },
  opened: { en: 'Opened', de: 'Eröffnet', fr: 'Ouvert' },
  closed: { en: 'Closed', de: 'Abgeschlossen', fr: 'Clos' },
  open: { en: 'not yet', de: 'noch nicht', fr: 'pas encore' },
  people: { en: 'Carried out by', de: 'Durchgeführt von', fr: 'Effectué par' },
  expected: { en: 'Expected', de: 'Erwartet', fr: 'Attendus' },
  seen: { en: 'Seen', de: 'Gesehen', fr: 'Vus' },
  none: { en: 'No differences.', de: 'Keine Differenzen.', fr: 'Aucune différence.' },
  more: {
    en: (count: number) => `and ${count} more, in the CSV file`,
    de: (count: number) => `und ${count} weitere, in der CSV-Datei`,
    fr: (count: number) => `et ${count} autres, dans le fichier CSV`,
  },
  sign: {
    en: ['Place and date', 'Signature'],
    de: ['Ort und Datum', 'Unterschrift'],
    fr: ['Lieu et date', 'Signature'],
  },
}
const columnWords = {
  object: { en: 'Object', de: 'Objekt', fr: 'Objet' },
  expected: { en: 'Expected', de: 'Erwartet', fr: 'Attendu' },
  seen: { en: 'Seen', de: 'Gesehen', fr: 'Vu' },
  decision: { en: 'Decision', de: 'Entscheid', fr: 'Décision' },
}
const kindWords = {
  missing: { en: 'Missing', de: 'Fehlend', fr: 'Manquants' },
  elsewhere: { en: 'Seen elsewhere', de: 'Andernorts gesehen', fr: 'Vus ailleurs' },
  unknown: { en: 'Unknown codes', de: 'Unbekannte Codes', fr: 'Codes inconnus' },
  condition: { en: 'Condition', de: 'Zustand', fr: 'État' },
  late: {
    en: 'Arrived after the end, not counted',
    de: 'Nach dem Abschluss eingetroffen, nicht gezählt',
    fr: 'Arrivés après la clôture, non comptés',
  },
}
export const conditionWords = {
  good: { en: 'Good', de: 'Gut', fr: 'Bon' },
  watch: { en: 'To watch', de: 'Zu beobachten', fr: 'À surveiller' },
  urgent: { en: 'Urgent', de: 'Dringend', fr: 'Urgent' },
}
const decisionWords = {
  moved: { en: 'Movement accepted', de: 'Standort übernommen', fr: 'Déplacement accepté' },
  task: { en: 'Task made', de: 'Aufgabe erstellt', fr: 'Tâche créée' },
  later: { en: 'Found later', de: 'Später gefunden', fr: 'Retrouvé plus tard' },
  dismissed: { en: 'Dismissed', de: 'Verworfen', fr: 'Écarté' },
  counted: { en: 'Counted', de: 'Gezählt', fr: 'Compté' },
}

type Column = keyof typeof columnWords
type SectionKind = keyof typeof kindWords
const columnsByKind: Record<SectionKind, readonly Column[]> = {
  missing: ['object', 'expected', 'decision'],
  elsewhere: ['object', 'expected', 'seen', 'decision'],
  unknown: ['object', 'seen', 'decision'],
  condition: ['object', 'expected', 'seen', 'decision'],
  late: ['object', 'expected', 'seen'],
}

/** Per kind of difference; setting 4,000 lines in all took 20 seconds. */
export const maxStocktakeLines = 1_000

/** The report of a stocktake: counts, differences, people, and a line to sign. */
export function layOutStocktakePaper({
  lang,
  foundation,
  stocktake,
  people,
  rows,
  asOf,
}: StocktakeInput): Paper {
  const days = new Intl.DateTimeFormat(`${lang}-CH`, {
    dateStyle: 'long',
    timeZone: museumTimeZone,
  })
  const formatSigned = (at: string, person: string) =>
    toPrintableLine(`${days.format(new Date(at))}, ${person}`)
  const timestamps = new Intl.DateTimeFormat(`${lang}-CH`, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: museumTimeZone,
  })
  const formatScanner = ({ by: name, sentBy }: Scanner) =>
    sentBy ? `${name}, ${words.sentBy[lang]} ${sentBy}` : name
  const isCounted = ({ kind, decision }: StocktakeResult) =>
    kind === 'late' && decision !== undefined
  const joinNonEmptyLines = (parts: readonly string[]) =>
    toPrintable(parts.filter(Boolean).join('\n'))
  const sections = (Object.keys(kindWords) as SectionKind[]).map((kind) => ({
    kind,
    title: kindWords[kind][lang],
    rows: rows.filter((row) => row.kind === kind && !isCounted(row)),
  }))
  const cells: Record<Column, (row: StocktakeResult) => string> = {
    object: ({ name }) => toPrintable(name),
    expected: ({ expected }) => toPrintable(expected),
    seen: (row) => joinNonEmptyLines([row.seen, formatTimes(row), formatScanner(row)]),
    decision: ({ decision }) => (decision ? decisionWords[decision.decision][lang] : ''),
  }
  const describeCondition = ({ kind, factKind, condition, remark }: StocktakeResult) => {
    if (kind === 'late' && factKind === 'dismissed') return decisionWords.dismissed[lang]
    if ((kind !== 'condition' && kind !== 'late') || !condition) return ''
    return toPrintable([conditionWords[condition][lang], remark].filter(Boolean).join(': '))
  }
  const toTable = ({ kind, title, rows: all }: (typeof sections)[number]) => ({
    title: `${title} (${all.length})`,
    columns: columnsByKind[kind].map((column) => columnWords[column][lang]),
    decision: columnsByKind[kind].indexOf('decision'),
    rows: all.slice(0, maxStocktakeLines).map((row) => ({
      name: toPrintable(row.identifier),
      cells: columnsByKind[kind].map((column) => cells[column](row)),
      said: describeCondition(row),
    })),
    more: all.length > maxStocktakeLines ? words.more[lang](all.length - maxStocktakeLines) : '',
  })
  const counts: (readonly [string, number])[] = [
    [words.expected[lang], stocktake.expected],
    [words.seen[lang], stocktake.seen],
  ]
  for (const section of sections)
    if (section.kind !== 'late' || section.rows.length > 0)
      counts.push([section.title, section.rows.length])
  const counted = rows.filter(isCounted).length
  if (counted > 0) counts.push([words.counted[lang], counted])
  counts.push([words.undecided[lang], rows.filter(isUndecided).length])

  return {
    template: 'stocktake',
    pages: null,
    data: {
      title: `${words.title[lang]}: ${stocktake.name}`.toWellFormed(),
      author: foundation,
      lang,
      look: { ...designTokens.light, accent: inventoryTypes.car.accent.light },
      foundation: toPrintableLine(foundation),
      kind: words.title[lang],
      name: toPrintableLine(stocktake.name),
      facts: [
        [words.asOf[lang], timestamps.format(new Date(asOf))],
        [words.scope[lang], toPrintable(stocktake.scope)],
        [words.opened[lang], formatSigned(stocktake.openedAt, stocktake.openedBy)],
        [
          words.closed[lang],
          stocktake.closedAt
            ? formatSigned(stocktake.closedAt, stocktake.closedBy)
            : words.open[lang],
        ],
        [words.people[lang], toPrintable(people.map(formatScanner).join('; '))],
      ],
      counts: counts.map(([label, count]) => [label, String(count)]),
      sections: sections.filter((section) => section.rows.length > 0).map(toTable),
      none: sections.some(({ kind, rows: { length } }) => kind !== 'late' && length > 0)
        ? ''
        : words.none[lang],
      sign: words.sign[lang],
    },
  }
}

/** The time by the phone's clock; if it differs from the time of arrival, both. */
const formatTimes = ({
  seenAt,
  receivedAt,
}: Pick<StocktakeResult, 'seenAt' | 'receivedAt'>): string =>
  [seenAt, clocksDiffer(seenAt, receivedAt) ? receivedAt : '']
    .flatMap((at) => (at ? formatMinute(new Date(at)) : []))
    .join(' / ')
