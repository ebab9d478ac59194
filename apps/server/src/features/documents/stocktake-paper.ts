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
  /** Everybody who scanned, each with the sender of the scans if that was another person. */
  readonly people: readonly Scanner[]
  /** The report shows the state at this instant. */
  readonly asOf: string
  readonly rows: readonly StocktakeResult[]
}

type Scanner = Pick<StocktakeResult, 'by' | 'sentBy'>

export const stocktakeWords = {
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

/** Lines of each kind of difference; rendering 4,000 lines in all took 20 seconds. */
export const maxStocktakeLines = 1_000

/** Lays out the report of a stocktake: counts, differences, people, and a line to sign. */
export function layOutStocktakePaper(input: StocktakeInput): Paper {
  const { lang, foundation, stocktake, rows } = input
  const sections = listSections(rows, lang)
  const hasDifferences = sections.some(
    ({ kind, rows: sectionRows }) => kind !== 'late' && sectionRows.length > 0,
  )
  return {
    template: 'stocktake',
    // As many as the content takes.
    pages: null,
    data: {
      title: `${stocktakeWords.title[lang]}: ${stocktake.name}`.toWellFormed(),
      author: foundation,
      lang,
      look: { ...designTokens.light, accent: inventoryTypes.car.accent.light },
      foundation: toPrintableLine(foundation),
      kind: stocktakeWords.title[lang],
      name: toPrintableLine(stocktake.name),
      facts: listFacts(input),
      counts: listCounts(input, sections).map(([label, count]) => [label, String(count)]),
      sections: sections
        .filter((section) => section.rows.length > 0)
        .map((section) => toTable(section, lang)),
      none: hasDifferences ? '' : stocktakeWords.none[lang],
      sign: stocktakeWords.sign[lang],
    },
  }
}

interface Section {
  readonly kind: SectionKind
  readonly title: string
  readonly rows: readonly StocktakeResult[]
}

/** Lists a section for each kind of difference, without late scans that were counted after all. */
const listSections = (rows: readonly StocktakeResult[], lang: AssistantLanguage): Section[] =>
  (Object.keys(kindWords) as SectionKind[]).map((kind) => ({
    kind,
    title: kindWords[kind][lang],
    rows: rows.filter((row) => row.kind === kind && !isCountedLate(row)),
  }))

const isCountedLate = ({ kind, decision }: StocktakeResult): boolean =>
  kind === 'late' && decision !== undefined

/** Scope, dates and people of a stocktake, as labels and values. */
function listFacts({ lang, stocktake, people, asOf }: StocktakeInput): [string, string][] {
  const dayFormat = new Intl.DateTimeFormat(`${lang}-CH`, {
    dateStyle: 'long',
    timeZone: museumTimeZone,
  })
  const timeFormat = new Intl.DateTimeFormat(`${lang}-CH`, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: museumTimeZone,
  })
  const formatDayAndPerson = (at: string, person: string) =>
    toPrintableLine(`${dayFormat.format(new Date(at))}, ${person}`)
  const scanners = people.map((scanner) => formatScanner(scanner, lang))
  return [
    [stocktakeWords.asOf[lang], timeFormat.format(new Date(asOf))],
    [stocktakeWords.scope[lang], toPrintable(stocktake.scope)],
    [stocktakeWords.opened[lang], formatDayAndPerson(stocktake.openedAt, stocktake.openedBy)],
    [
      stocktakeWords.closed[lang],
      stocktake.closedAt
        ? formatDayAndPerson(stocktake.closedAt, stocktake.closedBy)
        : stocktakeWords.open[lang],
    ],
    [stocktakeWords.people[lang], toPrintable(scanners.join('; '))],
  ]
}

function listCounts(
  { lang, stocktake, rows }: StocktakeInput,
  sections: readonly Section[],
): [string, number][] {
  const counts: [string, number][] = [
    [stocktakeWords.expected[lang], stocktake.expected],
    [stocktakeWords.seen[lang], stocktake.seen],
  ]
  for (const section of sections) {
    if (section.kind !== 'late' || section.rows.length > 0)
      counts.push([section.title, section.rows.length])
  }
  const countedLate = rows.filter(isCountedLate).length
  if (countedLate > 0) counts.push([stocktakeWords.counted[lang], countedLate])
  counts.push([stocktakeWords.undecided[lang], rows.filter(isUndecided).length])
  return counts
}

function toTable({ kind, title, rows }: Section, lang: AssistantLanguage) {
  const columns = columnsByKind[kind]
  const omittedCount = Math.max(0, rows.length - maxStocktakeLines)
  return {
    title: `${title} (${rows.length})`,
    columns: columns.map((column) => columnWords[column][lang]),
    // Index of the column, or -1.
    decision: columns.indexOf('decision'),
    rows: rows.slice(0, maxStocktakeLines).map((row) => ({
      name: toPrintable(row.identifier),
      cells: columns.map((column) => formatCell(column, row, lang)),
      said: formatCondition(row, lang),
    })),
    more: omittedCount > 0 ? stocktakeWords.more[lang](omittedCount) : '',
  }
}

function formatCell(column: Column, row: StocktakeResult, lang: AssistantLanguage): string {
  switch (column) {
    case 'object':
      return toPrintable(row.name)
    case 'expected':
      return toPrintable(row.expected)
    case 'seen': {
      const lines = [row.seen, formatTimes(row), formatScanner(row, lang)]
      return toPrintable(lines.filter(Boolean).join('\n'))
    }
    case 'decision':
      return row.decision ? decisionWords[row.decision.decision][lang] : ''
  }
}

/** The reported condition and its remark; 'Dismissed' for a dismissal that arrived late. */
function formatCondition(
  { kind, factKind, condition, remark }: StocktakeResult,
  lang: AssistantLanguage,
): string {
  if (kind === 'late' && factKind === 'dismissed') return decisionWords.dismissed[lang]
  if ((kind !== 'condition' && kind !== 'late') || !condition) return ''
  return toPrintable([conditionWords[condition][lang], remark].filter(Boolean).join(': '))
}

const formatScanner = ({ by: name, sentBy }: Scanner, lang: AssistantLanguage): string =>
  sentBy ? `${name}, ${stocktakeWords.sentBy[lang]} ${sentBy}` : name

/** Formats the time by the phone's clock, and the time of arrival if that differs much. */
function formatTimes({
  seenAt,
  receivedAt,
}: Pick<StocktakeResult, 'seenAt' | 'receivedAt'>): string {
  const times = clocksDiffer(seenAt, receivedAt) ? [seenAt, receivedAt] : [seenAt]
  return times
    .filter((at) => at !== '')
    .map((at) => formatMinute(new Date(at)))
    .join(' / ')
}
