import { setImmediate } from 'node:timers/promises'
import type { AssistantLanguage, JournalEntry } from '@vitrine/contract'
import { toWordKeys } from '@vitrine/spelling'
import { type Sentence, splitSentences } from '@vitrine/text'
import type { Speller } from '../../adapters/spelling/speller.ts'
import type { AssistantEngine, ReportInput, ReportPiece } from './engine.ts'
import { chooseSentences, scoreByCues } from './key-sentences.ts'

/**
 * Resolves to a test for words that must not be corrected, such as names in the database. Words are
 * folded by `wordKey`.
 */
export type ProtectedWords = () => Promise<(word: string) => boolean>

/** The engine without network or API key: no text leaves the server. */
export const embeddedEngine = (
  speller: Speller,
  protectedWords: ProtectedWords,
): AssistantEngine => ({
  abilities: { engine: 'embedded', embedded: true, translates: false, followsInstructions: false },

  summarise: async (comment) => extractKeySentences(comment),

  async correct(comment, signal) {
    const words = toWordKeys(comment)
    if (words.length === 0) return comment
    const isProtected = await protectedWords()
    // Only words in the text are sent to the speller's process. A name may end in a genitive s, as
    // in 'Käsers'.
    const candidates = new Set(words.flatMap((word) => [word, word.replace(/s$/, '')]))
    return speller.correct(comment, [...candidates].filter(isProtected), signal)
  },

  report: (input) => buildDigest(input),
})

const maxUnabridgedSentences = 3
const maxSummarySentences = 8
// A summary of several sentences has a third of the text's length at most.
const minShorteningFactor = 3
// Comparing sentences is quadratic and blocks the event loop; of a longer text, only the sentences
// with the best cue scores are compared.
const maxComparedSentences = 300
// Bonus for the first sentence, which usually names the subject of an entry.
const openingBonus = 0.5

/**
 * Extracts the most relevant sentences of a text, at least one, within a third of its length. A
 * text of three sentences or fewer is returned unchanged.
 */
export function extractKeySentences(text: string): string {
  const sentences = splitSentences(text)
  if (sentences.length <= maxUnabridgedSentences) return text

  const scores = sentences.map(
    (sentence, index) => scoreByCues(sentence.text) + (index === 0 ? openingBonus : 0),
  )
  const comparedIndexes = sentences
    .map((_, index) => index)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, maxComparedSentences)
    // Back in the order of the text.
    .sort((a, b) => a - b)
  const comparedTexts = comparedIndexes.map((index) => sentences[index]?.text ?? '')
  const maxLength = text.trim().length / minShorteningFactor
  const chosenPositions = chooseSentences(comparedTexts, {
    count: maxSummarySentences,
    weight: (_, position) => scores[comparedIndexes[position] ?? 0] ?? 0,
    // The best sentence is kept even if it is longer than a third of the text.
    fits: (sentence, chosenSentences) =>
      chosenSentences.length === 0 || [sentence, ...chosenSentences].join(' ').length <= maxLength,
  })
  const chosenIndexes = chosenPositions.flatMap((position) => comparedIndexes[position] ?? [])
  return joinSentences(sentences, chosenIndexes)
}

/** Joins chosen sentences of a text, each on a new line if a line starts since the one before. */
function joinSentences(sentences: readonly Sentence[], chosenIndexes: readonly number[]): string {
  return chosenIndexes
    .map((index, position) => {
      const previousIndex = chosenIndexes[position - 1]
      if (previousIndex === undefined) return sentences[index]?.text
      const isOnNewLine = sentences
        .slice(previousIndex + 1, index + 1)
        .some((sentence) => sentence.startsLine)
      return (isOnNewLine ? '\n' : ' ') + sentences[index]?.text
    })
    .join('')
}

/**
 * Builds a report from entries: counts by tag, then by month, oldest first, each entry with a
 * sentence and its tags. Headings are underlined, so that they read well as preformatted text and
 * are headings in Markdown too.
 */
async function* buildDigest({
  entries,
  startDate,
  endDate,
  language,
}: ReportInput): AsyncGenerator<ReportPiece> {
  const words = digestWords[language]
  const monthFormat = new Intl.DateTimeFormat(words.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const authors = [
    ...new Set(entries.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim())),
  ]
  const start = formatDate(startDate, longDate, words)
  const end = formatDate(endDate, longDate, words)
  const tagCounts = countByTag(entries, words).map(({ name, count }) => `${name} ${count}`)

  yield { text: `${underline(words.title, '=')}\n` }
  yield { text: `${words.period(start, end)}\n` }
  yield { text: `${words.people(authors.filter(Boolean).sort())}\n\n` }
  yield { text: `${words.entries(entries.length)}\n${words.tags}: ${tagCounts.join(', ')}\n` }

  // Keyed by 'YYYY-MM', the first seven characters of a date.
  const entriesByMonth = Map.groupBy(entries.toReversed(), ({ date }) => date.slice(0, 7))
  for (const [month, monthEntries] of entriesByMonth) {
    // Other requests are handled between months.
    await setImmediate()
    const monthName = capitalise(monthFormat.format(new Date(`${month}-01`)))
    const title = `${monthName}: ${words.entries(monthEntries.length)}`
    yield { text: `\n\n${underline(title, '-')}\n` }
    yield* quoteEntries(monthEntries, words)
  }
}

const underline = (title: string, mark: '=' | '-'): string =>
  `${title}\n${mark.repeat(title.length)}\n`

/** Counts entries by tag, the most used tag first. */
function countByTag(
  entries: readonly JournalEntry[],
  words: DigestWords,
): { name: string; count: number }[] {
  const names = entries.flatMap(({ tags }) =>
    tags.length === 0 ? [words.untagged] : tags.map(({ name }) => name),
  )
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, uses]) => ({ name, count: uses.length }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, words.locale))
}

// Entries quoted per month; of the others, only the number is given.
const maxQuotedPerMonth = 40
// Comparing sentences is quadratic; of a month with more entries, a sample is used.
const maxComparedEntries = 120

/** Quotes the entries of a month, each with its tags; of many entries, the most relevant ones. */
function quoteEntries(entries: readonly JournalEntry[], words: DigestWords): ReportPiece[] {
  // Every second entry, for example, if there are up to twice as many as can be compared.
  const step = Math.ceil(entries.length / maxComparedEntries)
  const sample = entries.filter((_, index) => index % step === 0)
  const openings = sample.map(({ comment }) => findOpening(comment))
  const chosenIndexes = new Set(
    entries.length <= maxQuotedPerMonth
      ? openings.keys()
      : chooseSentences(openings, { count: maxQuotedPerMonth, weight: scoreByCues }),
  )
  const quotes: ReportPiece[] = sample
    .map(({ id, date, tags }, index) => {
      const quote = `- ${formatDate(date, dayAndMonth, words)}: ${openings[index]}\n`
      const tagNames = tags.map(({ name }) => name).join(', ')
      return {
        text: tagNames === '' ? quote : `${quote}  ${words.tags}: ${tagNames}\n`,
        entries: [id],
      }
    })
    .filter((_, index) => chosenIndexes.has(index))
  const omittedCount = entries.length - quotes.length
  if (omittedCount > 0) quotes.push({ text: `- ${words.more(omittedCount)}\n` })
  return quotes
}

/** Finds the first sentence that is not small talk, or else the first one; on a single line. */
function findOpening(comment: string): string {
  const sentences = splitSentences(comment).map(({ text }) => text.replaceAll(/\s+/g, ' '))
  return sentences.find((sentence) => scoreByCues(sentence) >= 0) ?? sentences[0] ?? ''
}

const longDate = { dateStyle: 'long', timeZone: 'UTC' } as const
const dayAndMonth = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const

function formatDate(
  date: string,
  format: Intl.DateTimeFormatOptions,
  { locale, firstDay }: DigestWords,
): string {
  const text = new Intl.DateTimeFormat(locale, format).format(new Date(date))
  return firstDay ? text.replace(/^1(?= )/, firstDay) : text
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

interface DigestWords {
  readonly locale: string
  readonly title: string
  period(start: string, end: string): string
  entries(count: number): string
  people(names: readonly string[]): string
  more(count: number): string
  /** The first day of a month, in languages that do not write a plain number: '1er'. */
  readonly firstDay?: string
  readonly tags: string
  readonly untagged: string
}

/** The report's words in each language; quotes stay in their original language. */
const digestWords: Record<AssistantLanguage, DigestWords> = {
  en: {
    locale: 'en-CH',
    title: 'Journal report',
    period: (start, end) => `From ${start} to ${end}`,
    entries: (count) => (count === 1 ? '1 entry' : `${count} entries`),
    people: (names) => `Written by ${names.join(', ')}`,
    more: (count) => `and ${count} more`,
    tags: 'Tags',
    untagged: 'without a tag',
  },
  de: {
    locale: 'de-CH',
    title: 'Bericht aus dem Journal',
    period: (start, end) => `Vom ${start} bis ${end}`,
    entries: (count) => (count === 1 ? '1 Eintrag' : `${count} Einträge`),
    people: (names) => `Verfasst von ${names.join(', ')}`,
    more: (count) => `und ${count} weitere`,
    tags: 'Tags',
    untagged: 'ohne Tag',
  },
  fr: {
    locale: 'fr-CH',
    title: 'Rapport du journal',
    period: (start, end) => `Du ${start} au ${end}`,
    entries: (count) => (count === 1 ? '1 note' : `${count} notes`),
    people: (names) => `Rédigé par ${names.join(', ')}`,
    more: (count) => `et ${count} de plus`,
    firstDay: '1er',
    tags: 'Tags',
    untagged: 'sans tag',
  },
}
