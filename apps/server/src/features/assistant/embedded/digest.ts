import { setImmediate } from 'node:timers/promises'
import type { JournalEntry } from '@vitrine/contract'
import { sentencesOf } from '@vitrine/text'
import type { ReportMaterial, ReportPiece } from '../engine.ts'
import { cueWorth } from './cues.ts'
import { type DigestWords, digestWords } from './digest-words.ts'
import { chooseSentences } from './key-sentences.ts'

// Comparing sentences is quadratic; for a tag with more in a month, a sample is used.
const maxSentences = 60

/** A structured report: counts by tag, then month by month, oldest first, each tag with its key sentences. */
export async function* digest({ entries, startDate, endDate, language }: ReportMaterial): AsyncGenerator<ReportPiece> {
  const words = digestWords[language]
  const month = new Intl.DateTimeFormat(words.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const people = [...new Set(entries.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()))]
  const totals = byTag(entries, words).map(({ name, ofTag }) => `${name} ${ofTag.length}`)

  yield { text: `# ${words.title}\n\n` }
  yield { text: `${words.period(longDate(startDate, words), longDate(endDate, words))}\n` }
  yield { text: `${words.people(people.filter(Boolean).sort())}\n\n` }
  yield { text: `${words.entries(entries.length)}\n${words.tags}: ${totals.join(', ')}\n` }

  const months = Map.groupBy(entries.toReversed(), ({ date }) => date.slice(0, 7))
  for (const [name, ofMonth] of months) {
    yield { text: `\n## ${capitalised(month.format(new Date(`${name}-01`)))}: ${words.entries(ofMonth.length)}\n` }
    for (const { name, ofTag } of byTag(ofMonth, words)) {
      // Yields to the event loop.
      await setImmediate()
      yield { text: `\n${name} (${ofTag.length})\n` }
      yield* quotes(ofTag, words)
    }
  }
}

/** The entries of each tag, the most used tag first. */
function byTag(entries: readonly JournalEntry[], words: DigestWords): { name: string; ofTag: JournalEntry[] }[] {
  const pairs = entries.flatMap((entry) =>
    entry.tags.length === 0 ? [{ name: words.untagged, entry }] : entry.tags.map(({ name }) => ({ name, entry })),
  )
  return [...Map.groupBy(pairs, ({ name }) => name)]
    .map(([name, all]) => ({ name, ofTag: all.map(({ entry }) => entry) }))
    .sort((a, b) => b.ofTag.length - a.ofTag.length || a.name.localeCompare(b.name, words.locale))
}

// A heading that counts more than this is followed by so many lines and the number of the others.
const maxLines = 10

/** A line for each entry of a tag, as far as there is room: those that tell most. */
function quotes(entries: readonly JournalEntry[], words: DigestWords): ReportPiece[] {
  const step = Math.ceil(entries.length / maxSentences)
  const sample = entries.filter((_, index) => index % step === 0)
  const openings = sample.map(({ comment }) => openingOf(comment))
  const day = new Intl.DateTimeFormat(words.locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
  const all = entries.length <= maxLines
  const chosen = all ? openings.keys() : chooseSentences(openings, { count: maxLines, worth: cueWorth })
  const lines = [...chosen].flatMap((index): ReportPiece[] => {
    const entry = sample[index]
    return entry ? [{ text: `- ${day.format(new Date(entry.date))} ${openings[index]}\n`, entries: [entry.id] }] : []
  })
  const others = entries.length - lines.length
  return others > 0 ? [...lines, { text: `- ${words.more(others)}\n` }] : lines
}

/** The first sentence that is more than a greeting tells what an entry is about. */
function openingOf(comment: string): string {
  const [first, ...others] = sentencesOf(comment).map(({ text }) => text.replaceAll(/\s+/g, ' '))
  return [first, ...others].find((sentence) => sentence !== undefined && cueWorth(sentence) >= 0) ?? first ?? ''
}

function longDate(date: string, { locale, firstDay }: DigestWords): string {
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  return firstDay ? text.replace(/^1(?= )/, firstDay) : text
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
