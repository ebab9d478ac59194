import { setImmediate } from 'node:timers/promises'
import type { JournalEntry } from '@vitrine/contract'
import type { ReportMaterial } from '../engine.ts'
import { type DigestWords, digestWords } from './digest-words.ts'
import { mostCentral } from './key-sentences.ts'
import { sentencesOf } from './sentences.ts'

// Comparing every sentence with every other takes its time; a tag with more in a month is read in a sample.
const mostSentences = 60

/** A structured report: counts by tag, then month by month, oldest first, each tag with its key sentences. */
export async function* digest({ entries, startDate, endDate, language }: ReportMaterial): AsyncGenerator<string> {
  const words = digestWords[language]
  const day = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(words.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const people = [...new Set(entries.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()))]
  const totals = byTag(entries, words).map(({ name, ofTag }) => `${name} ${ofTag.length}`)

  yield `# ${words.title}\n\n`
  yield `${words.period(day.format(new Date(startDate)), day.format(new Date(endDate)))}\n`
  yield `${words.people(people.filter(Boolean).sort())}\n\n`
  yield `${words.entries(entries.length)}\n${words.tags}: ${totals.join(', ')}\n`

  const months = Map.groupBy(entries.toReversed(), ({ date }) => date.slice(0, 7))
  for (const [name, ofMonth] of months) {
    yield `\n## ${capitalised(month.format(new Date(`${name}-01`)))}: ${words.entries(ofMonth.length)}\n`
    const quoted = new Set<JournalEntry>()
    for (const { name, ofTag } of byTag(ofMonth, words)) {
      // Others want an answer too.
      await setImmediate()
      const told = quotes(ofTag, quoted, words)
      if (told !== '') yield `\n${name} (${ofTag.length})\n${told}`
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

/** What a tag's entries begin with tells what they are about; no entry is quoted twice in a month. */
function quotes(entries: readonly JournalEntry[], quoted: Set<JournalEntry>, words: DigestWords): string {
  const fresh = entries.filter((entry) => !quoted.has(entry))
  const step = Math.ceil(fresh.length / mostSentences)
  const sample = fresh.filter((_, index) => index % step === 0)
  const openings = sample.map(({ comment }) => (sentencesOf(comment)[0]?.text ?? '').replaceAll(/\s+/g, ' '))
  const day = new Intl.DateTimeFormat(words.locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
  return mostCentral(openings, Math.min(3, Math.ceil(entries.length / 2)), fresh.length > 0 ? 0 : undefined)
    .flatMap((index) => {
      const entry = sample[index]
      if (!entry) return []
      quoted.add(entry)
      return `- ${day.format(new Date(entry.date))} ${openings[index]}\n`
    })
    .join('')
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
