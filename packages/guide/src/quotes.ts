import { fold } from '@vitrine/contract'
import type { PreparedItem } from './item.ts'
import type { Asking } from './lexicon.ts'
import { plainWord } from './stem.ts'

export interface Quote {
  readonly index: number
  readonly text: string
}

export interface Query {
  readonly terms: readonly string[]
  /** The names of the item itself: a sentence with one is a little better, one without is no worse. */
  readonly names: readonly string[]
  readonly asking: ReadonlySet<Asking>
  /** What is counted or measured ('how many pedals'): a sentence without it answers nothing. */
  readonly head: string | undefined
  readonly naming: boolean
  /** What a sentence speaks of that says the same about something else as the fact that was asked for. */
  readonly evidence: readonly string[]
  /** It asks for what texts seldom say, such as a price: then half an answer is none. */
  readonly beyond: boolean
}

export interface Found {
  readonly quotes: readonly Quote[]
  /** How much of what was asked about the best sentence mentions, from 0 to 1. */
  readonly coverage: number
}

const saturation = 1.2
const lengthPenalty = 0.4
const kindWeight = 0.6
const nameWeight = 0.3
const nameKindWeight = 1.2
const evidenceWeight = 0.6
const missingWeight = 0.6
export const enoughCoverage = 0.46
const nearlyAsGood = 0.8
const shortestPart = 4

/** At most two sentences that mention what was asked about, the best first (BM25), or none. */
export function findQuotes(item: PreparedItem, query: Query): Found {
  const all = item.sentences.length
  const none: Found = { quotes: [], coverage: 0 }
  if (all === 0 || query.terms.length === 0) return none
  const idf = (count: number) => Math.log(1 + (all - count + 0.5) / (count + 0.5))
  const rarest = idf(0)
  const scores = new Map<number, { score: number; covered: number }>()
  let total = 0
  for (const term of new Set(query.terms)) {
    const matches = matching(item, term)
    if (matches.length === 0) {
      total += (query.beyond || term === query.head ? 2 : missingWeight) * rarest
      continue
    }
    const best = new Map<number, number>()
    let weight = 0
    for (const { term: found, quality } of matches) {
      const places = item.postings.get(found) ?? []
      weight = Math.max(weight, idf(places.length))
      for (const { sentence, count } of places) {
        const size = 1 - lengthPenalty + (lengthPenalty * (item.lengths[sentence] ?? 0)) / item.averageLength
        const value = (quality * (count * (saturation + 1))) / (count + saturation * size)
        best.set(sentence, Math.max(best.get(sentence) ?? 0, value))
      }
    }
    total += weight
    for (const [sentence, value] of best) {
      const at = scores.get(sentence) ?? { score: 0, covered: 0 }
      at.score += weight * value
      at.covered += weight * Math.min(1, value)
      scores.set(sentence, at)
    }
  }
  if (scores.size === 0) return none
  const named = new Set(query.names.flatMap((name) => item.postings.get(name)?.map(({ sentence }) => sentence) ?? []))
  const kinds = expectedKinds(item, query)
  total += rarest * kinds.reduce((sum, { weight }) => sum + weight, 0)
  const ranked = [...scores]
    .map(([index, { score, covered }]) => {
      const sentence = item.sentences[index] ?? ''
      const fits = rarest * kinds.reduce((sum, { weight, fits }) => sum + (fits(sentence, index) ? weight : 0), 0)
      const name = named.has(index) ? nameWeight * rarest : 0
      return { index, score: score + fits + name, coverage: (covered + fits + name) / (total + name) }
    })
    .sort((a, b) => b.score - a.score || a.index - b.index)
  const top = ranked[0]
  if (!top) return none
  const quotes = ranked
    .slice(0, 2)
    .filter(({ score, coverage }) => coverage >= enoughCoverage && score >= nearlyAsGood * top.score)
    .map(({ index }) => ({ index, text: item.sentences[index] ?? '' }))
  return { quotes: quotes.sort((a, b) => a.index - b.index), coverage: top.coverage }
}

/** A number that is no year. */
const count = /(?<![\d.])(?!(?:1[5-9]|20)\d\d(?!\d))\d/

interface Kind {
  readonly weight: number
  readonly fits: (sentence: string, index: number) => boolean
}

/** What a sentence should hold that answers: a number, a year, a reason, a name, or a word of the fact asked for. */
function expectedKinds({ textLexicon, postings }: PreparedItem, { asking, naming, evidence }: Query): Kind[] {
  const holds = (words: ReadonlySet<string>) => (text: string) =>
    fold(text)
      .split(/[^\p{L}]+/u)
      .some((word) => words.has(plainWord(word, textLexicon.language)))
  const kinds: Kind[] = []
  if (asking.has('why')) kinds.push({ weight: kindWeight, fits: holds(textLexicon.because) })
  if (asking.has('when')) kinds.push({ weight: kindWeight, fits: (text) => /\d{3,4}/.test(text) })
  const number = holds(textLexicon.numbers)
  if (asking.has('amount')) kinds.push({ weight: kindWeight, fits: (text) => count.test(text) || number(text) })
  if (naming) kinds.push({ weight: nameKindWeight, fits: holds(textLexicon.naming) })
  if (evidence.length > 0) {
    const places = new Set(
      evidence.flatMap((stem) => postings.get(textLexicon.same.get(stem) ?? stem)?.map(({ sentence }) => sentence) ?? []),
    )
    kinds.push({ weight: evidenceWeight, fits: (_, index) => places.has(index) })
  }
  return kinds
}

/** The terms of the text that a word of the question means: itself, else longer or shorter forms of it. */
function matching(item: PreparedItem, term: string): { term: string; quality: number }[] {
  const found = item.postings.has(term) ? [{ term, quality: 1 }] : []
  if (term.length < shortestPart || /\d/.test(term)) return found
  for (const other of item.beginnings.get(term.slice(0, 4)) ?? []) {
    if (other === term) continue
    const shared = sharedBeginning(term, other)
    const longer = Math.max(term.length, other.length)
    // German puts 'Hühner' and 'Stall' together.
    const part = shared === term.length && (shared >= 5 || item.textLexicon.language === 'de')
    if (part || shared >= 0.75 * longer || (shared >= 5 && shared >= 0.6 * longer))
      found.push({ term: other, quality: 0.4 + (0.5 * shared) / longer })
  }
  for (const other of item.endings.get(term.slice(-4)) ?? [])
    if (other !== term && Math.min(term.length, other.length) > shortestPart)
      if (other.endsWith(term) || term.endsWith(other)) found.push({ term: other, quality: 0.7 })
  return found
}

function sharedBeginning(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

export const occursInText = (item: PreparedItem, term: string): boolean =>
  matching(item, term).some(({ quality }) => quality >= 0.7)
