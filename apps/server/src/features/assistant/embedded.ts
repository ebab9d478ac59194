import { setImmediate } from 'node:timers/promises'
import type { AssistantLanguage, JournalEntry } from '@vitrine/contract'
import { wordKeys } from '@vitrine/spelling'
import { splitSentences } from '@vitrine/text'
import type { Speller } from '../../adapters/spelling/speller.ts'
import type { AssistantEngine, ReportInput, ReportPiece } from './engine.ts'
import { chooseSentences, cueScore } from './key-sentences.ts'

/**
 * Tells the words that a correction leaves alone, such as the names in the database, folded by
 * `wordKey`.
 */
export type ProtectedWords = () => Promise<(word: string) => boolean>

/** Works without network or key: no text leaves the server. */
export const embeddedEngine = (
  speller: Speller,
  protectedWords: ProtectedWords,
): AssistantEngine => ({
  abilities: { engine: 'embedded', embedded: true, translates: false, followsInstructions: false },

  summarise: async (comment) => extractKeySentences(comment),

  async correct(comment, signal) {
    const words = wordKeys(comment)
    if (words.length === 0) return comment
    const isProtected = await protectedWords()
    // Only words that occur in the text are sent to the speller's thread; a name may end in a
    // genitive s.
    const written = new Set(words.flatMap((word) => [word, word.replace(/s$/, '')]))
    return speller.correct(comment, [...written].filter(isProtected), signal)
  },

  report: (material) => buildDigest(material),
})

const maxUnabridged = 3
const maxSummarySentences = 8
// Comparing sentences is quadratic and blocks the event loop; of a longer text only the most
// relevant by their words are compared.
const maxSentences = 300
// People say first what an entry is about.
const openingBonus = 1

/**
 * The sentences of a text that matter, as they stand in it, within a third of its length, and one
 * at least; a text of three sentences or fewer is its own summary.
 */
export function extractKeySentences(text: string): string {
  const sentences = splitSentences(text)
  if (sentences.length <= maxUnabridged) return text
  const worth = sentences.map(
    (sentence, at) => cueScore(sentence.text) + (at === 0 ? openingBonus : 0),
  )
  const compared = sentences
    .map((_, at) => at)
    .sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b)
    .slice(0, maxSentences)
    .sort((a, b) => a - b)
  const texts = compared.map((at) => sentences[at]?.text ?? '')
  const room = text.trim().length / 3
  const chosen = chooseSentences(texts, {
    count: maxSummarySentences,
    weight: (_, index) => worth[compared[index] ?? 0] ?? 0,
    // Of a short text the sentence that tells most may be longer than a third, and is kept all the
    // same.
    fits: (sentence, others) =>
      others.length === 0 || [sentence, ...others].join(' ').length <= room,
  }).flatMap((index) => compared[index] ?? [])
  return chosen
    .map((at, place) => {
      const before = chosen[place - 1]
      if (before === undefined) return sentences[at]?.text
      const newLine = sentences.slice(before + 1, at + 1).some((sentence) => sentence.startsLine)
      return (newLine ? '\n' : ' ') + sentences[at]?.text
    })
    .join('')
}

// Comparing sentences is quadratic; for a tag with more in a month, a sample is used.
const maxDigestSentences = 60

/**
 * A structured report: counts by tag, then month by month, oldest first, each tag with its key
 * sentences.
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

  const months = Map.groupBy(entries.toReversed(), ({ date }) => date.slice(0, 7))
  for (const [name, ofMonth] of months) {
    yield {
      text: `\n## ${capitalise(month.format(new Date(`${name}-01`)))}: ${words.entries(ofMonth.length)}\n`,
    }
    for (const { name, tagEntries } of groupByTag(ofMonth, words)) {
      // Yields to the event loop.
      await setImmediate()
      yield { text: `\n${name} (${tagEntries.length})\n` }
      yield* quoteEntries(tagEntries, words)
    }
  }
}

/** The entries of each tag, the most used tag first. */
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

// A heading that counts more than this is followed by so many lines and the number of the others.
const maxLines = 10

/** A line for each entry of a tag, as far as there is room: those that tell most. */
function quoteEntries(entries: readonly JournalEntry[], words: DigestWords): ReportPiece[] {
  const step = Math.ceil(entries.length / maxDigestSentences)
  const sample = entries.filter((_, index) => index % step === 0)
  const openings = sample.map(({ comment }) => openingSentence(comment))
  const day = new Intl.DateTimeFormat(words.locale, {
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  })
  const all = entries.length <= maxLines
  const chosen = all
    ? openings.keys()
    : chooseSentences(openings, { count: maxLines, weight: cueScore })
  const lines = [...chosen].flatMap((index): ReportPiece[] => {
    const entry = sample[index]
    return entry
      ? [
          {
            text: `- ${day.format(new Date(entry.date))} ${openings[index]}\n`,
            entries: [entry.id],
          },
        ]
      : []
  })
  const others = entries.length - lines.length
  return others > 0 ? [...lines, { text: `- ${words.more(others)}\n` }] : lines
}

/** The first sentence that is more than a greeting tells what an entry is about. */
function openingSentence(comment: string): string {
  const [first, ...others] = splitSentences(comment).map(({ text }) => text.replaceAll(/\s+/g, ' '))
  return (
    [first, ...others].find((sentence) => sentence !== undefined && cueScore(sentence) >= 0) ??
    first ??
    ''
  )
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
  /** How the first of a month is written in a date, where it is not a plain number. */
  readonly firstDay?: string
  readonly tags: string
  readonly untagged: string
}

/**
 * The report's own words in each language; what it quotes stays in the language it was written in.
 */
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
