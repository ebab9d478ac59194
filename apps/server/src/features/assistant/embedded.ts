import { setImmediate } from 'node:timers/promises'
import type { AssistantLanguage, JournalEntry } from '@vitrine/contract'
import { toWordKeys } from '@vitrine/spelling'
import { splitSentences } from '@vitrine/text'
import type { Speller } from '../../adapters/spelling/speller.ts'
import type { AssistantEngine, ReportInput, ReportPiece } from './engine.ts'
import { chooseSentences, cueScore } from './key-sentences.ts'

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
    // Only words in the text are sent to the speller's process. A name may end in a genitive s.
    const candidates = new Set(words.flatMap((word) => [word, word.replace(/s$/, '')]))
    return speller.correct(comment, [...candidates].filter(isProtected), signal)
  },

  report: (input) => buildDigest(input),
})

const maxUnabridged = 3
const maxSummarySentences = 8
// Comparing sentences is quadratic and blocks the event loop; of a longer text, only the sentences
// with the best cue scores are compared.
const maxSentences = 300
// Bonus for the first sentence, which usually says what an entry is about.
const openingBonus = 1

/**
 * Extracts the most relevant sentences of a text, at least one, within a third of its length. A
 * text of three sentences or fewer is returned unchanged.
 */
export function extractKeySentences(text: string): string {
  const sentences = splitSentences(text)
  if (sentences.length <= maxUnabridged) return text

  const scores = sentences.map(
    (sentence, index) => cueScore(sentence.text) + (index === 0 ? openingBonus : 0),
  )
  const comparedIndexes = sentences
    .map((_, index) => index)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, maxSentences)
    .sort((a, b) => a - b)
  const comparedTexts = comparedIndexes.map((index) => sentences[index]?.text ?? '')
  const maxLength = text.trim().length / 3
  const chosen = chooseSentences(comparedTexts, {
    count: maxSummarySentences,
    weight: (_, position) => scores[comparedIndexes[position] ?? 0] ?? 0,
    // The best sentence is kept even if it is longer than a third of the text.
    fits: (sentence, others) =>
      others.length === 0 || [sentence, ...others].join(' ').length <= maxLength,
  }).flatMap((position) => comparedIndexes[position] ?? [])

  return chosen
    .map((index, position) => {
      const previous = chosen[position - 1]
      if (previous === undefined) return sentences[index]?.text
      const isOnNewLine = sentences
        .slice(previous + 1, index + 1)
        .some((sentence) => sentence.startsLine)
      return (isOnNewLine ? '\n' : ' ') + sentences[index]?.text
    })
    .join('')
}

// Comparing sentences is quadratic; for a tag with more entries in a month, a sample is used.
const maxDigestSentences = 60

/**
 * Builds a report from entries: counts by tag, then key sentences by month, oldest first, and tag.
 */
async function* buildDigest({
  entries,
  startDate,
  endDate,
  language,
}: ReportInput): AsyncGenerator<ReportPiece> {
  const words = digestWords[language]
  const month = new Intl.DateTimeFormat(words.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const people = [
    ...new Set(entries.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim())),
  ]
  const totals = groupByTag(entries, words).map(
    ({ name, tagEntries }) => `${name} ${tagEntries.length}`,
  )

  yield { text: `# ${words.title}\n\n` }
  yield { text: `${words.period(formatDate(startDate, words), formatDate(endDate, words))}\n` }
  yield { text: `${words.people(people.filter(Boolean).sort())}\n\n` }
  yield { text: `${words.entries(entries.length)}\n${words.tags}: ${totals.join(', ')}\n` }

  const entriesByMonth = Map.groupBy(entries.toReversed(), ({ date }) => date.slice(0, 7))
  for (const [name, monthEntries] of entriesByMonth) {
    yield {
      text: `\n## ${capitalise(month.format(new Date(`${name}-01`)))}: ${words.entries(monthEntries.length)}\n`,
    }
    for (const { name, tagEntries } of groupByTag(monthEntries, words)) {
      await setImmediate()
      yield { text: `\n${name} (${tagEntries.length})\n` }
      yield* quoteEntries(tagEntries, words)
    }
  }
}

/** Groups entries by tag, the most used tag first. */
function groupByTag(
  entries: readonly JournalEntry[],
  words: DigestWords,
): { name: string; tagEntries: JournalEntry[] }[] {
  const pairs = entries.flatMap((entry) =>
    entry.tags.length === 0
      ? [{ name: words.untagged, entry }]
      : entry.tags.map(({ name }) => ({ name, entry })),
  )
  return [...Map.groupBy(pairs, ({ name }) => name)]
    .map(([name, all]) => ({ name, tagEntries: all.map(({ entry }) => entry) }))
    .sort(
      (a, b) =>
        b.tagEntries.length - a.tagEntries.length || a.name.localeCompare(b.name, words.locale),
    )
}

// Entries quoted per tag and month; of the others, only the number is given.
const maxLines = 10

/** Quotes the entries of a tag, a line each; of many entries, the most relevant ones. */
function quoteEntries(entries: readonly JournalEntry[], words: DigestWords): ReportPiece[] {
  const step = Math.ceil(entries.length / maxDigestSentences)
  const sample = entries.filter((_, index) => index % step === 0)
  const openings = sample.map(({ comment }) => openingSentence(comment))
  const day = new Intl.DateTimeFormat(words.locale, {
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  })
  const chosen = new Set(
    entries.length <= maxLines
      ? openings.keys()
      : chooseSentences(openings, { count: maxLines, weight: cueScore }),
  )
  const lines: ReportPiece[] = sample
    .map((entry, index) => ({
      text: `- ${day.format(new Date(entry.date))} ${openings[index]}\n`,
      entries: [entry.id],
    }))
    .filter((_, index) => chosen.has(index))
  const omittedCount = entries.length - lines.length
  if (omittedCount > 0) lines.push({ text: `- ${words.more(omittedCount)}\n` })
  return lines
}

/** The first sentence that is not a greeting, or else the first one. */
function openingSentence(comment: string): string {
  const sentences = splitSentences(comment).map(({ text }) => text.replaceAll(/\s+/g, ' '))
  return sentences.find((sentence) => cueScore(sentence) >= 0) ?? sentences[0] ?? ''
}

function formatDate(date: string, { locale, firstDay }: DigestWords): string {
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(date),
  )
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
  /** The first day of a month in dates, in languages that do not write a plain number. */
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
