import { rarity } from '@vitrine/text'
import type { Asking } from './lexicon.ts'
import { holding, matchingTerms, type TextIndex } from './text-index.ts'

export interface Quote {
  readonly index: number
  readonly text: string
}

/** What a question wants to know of the text. */
export interface Query {
  readonly terms: readonly string[]
  /** Those of them that texts say in many ways ('get', 'find'): little is missing where they are. */
  readonly light: ReadonlySet<string>
  /** All of its words are of that kind: then they count fully. */
  readonly vague: boolean
  /** It asks what is at a place that the text names ('in the radio'): the text may say so in other words. */
  readonly atPlace: boolean
  readonly asking: ReadonlySet<Asking>
  /** It asks for a number. */
  readonly number: boolean
  /** What it asks the number of: one of them must be in a sentence that tells it. */
  readonly counted: readonly string[]
  /** It asks for a name. */
  readonly naming: boolean
  /** Words that tell a measure ('weighs', 'old'), where it asks for one of something else than the item: a sentence without them tells none. */
  readonly measure: readonly string[]
  /** What it may have none of missing: another year, another make, 'today'. */
  readonly required: readonly string[]
}

interface Found {
  readonly quotes: readonly Quote[]
  /** How much of what was asked about the best sentence mentions, from 0 to 1. */
  readonly coverage: number
}

const saturation = 1.2
/** With the weight of a missing word: more than half of what was asked about. */
const enoughCoverage = 0.46
const nearlyAsGood = 0.5
const maxTerms = 24

// In parts of what a word weighs that stands in one sentence only.
const weights = { common: 0.3, carried: 0.5, missing: 1.2, missingWhere: 1, missingAtPlace: 0.8, missingLight: 0.15 }

/** At most two sentences that mention what was asked about (BM25), in the order of the text; or none. */
export function findQuotes(index: TextIndex, query: Query): Found {
  const all = index.sentences.length
  const scores = new Float64Array(all)
  const covered = new Float64Array(all)
  /** How many of the words that say what is asked about stand in a sentence. */
  const held = new Uint8Array(all)
  const terms = new Set(query.terms.slice(0, maxTerms))
  let total = 0
  for (const term of terms) {
    const { weight: rarityOf, values } = occurrences(index, term)
    const weight = /\d/.test(term) ? 2 * rarityOf : rarityOf
    total += values.size === 0 ? missingWeight(term, query) : weight
    for (const [sentence, { value, quality }] of values) {
      scores[sentence] = (scores[sentence] ?? 0) + weight * value
      covered[sentence] = (covered[sentence] ?? 0) + weight * quality
      if (!query.light.has(term)) held[sentence] = (held[sentence] ?? 0) + 1
      // The next sentence may say 'he' of the doctor.
      const next = sentence + 1
      if (next < all && !values.has(next)) covered[next] = (covered[next] ?? 0) + weights.carried * weight * quality
    }
  }
  const needed = neededIn(index, query, held, terms.size)
  let best = nothing
  let second = nothing
  for (const [at, score] of scores.entries()) {
    if (score === 0 || !needed.every((holds) => holds(at))) continue
    const candidate = { index: at, score, coverage: Math.min(1, (covered[at] ?? 0) / total) }
    if (candidate.score > best.score) [best, second] = [candidate, best]
    else if (candidate.score > second.score) second = candidate
  }
  // A reason often stands in the sentence after.
  const other = query.asking.has('why') && best.index + 1 < all ? { ...best, index: best.index + 1 } : second
  const chosen = [best, other].filter(
    ({ score, coverage }) => coverage >= enoughCoverage && score >= nearlyAsGood * best.score,
  )
  const quotes = chosen
    .map(({ index: at }) => ({ index: at, text: index.sentences[at] ?? '' }))
    .sort((a, b) => a.index - b.index)
  return { quotes, coverage: best.coverage }
}

/** What a sentence must not be without to answer. */
function neededIn(
  index: TextIndex,
  { vague, atPlace, asking, number, counted, naming, measure, required }: Query,
  held: Uint8Array,
  terms: number,
): ((sentence: number) => boolean)[] {
  const holds = (what: number) => (at: number) => ((index.holds[at] ?? 0) & what) !== 0
  const mentionsOne = (found: readonly string[]) => {
    const places = new Set(found.flatMap((term) => sentencesWith(index, term)))
    return (at: number) => places.has(at)
  }
  const matching = (term: string, least: number) =>
    matchingTerms(index, term).flatMap(({ term: found, quality }) => (quality >= least ? found : []))
  // A person, a time or a name is told of what the sentence itself speaks of; two words that say little must both be there.
  const asksWhoOrWhen = (['who', 'whom', 'when'] as const).some((kind) => asking.has(kind))
  const isStrict = (naming || asksWhoOrWhen) && held.some((count) => count > 0)
  const least = vague && terms < 3 && !atPlace ? terms : isStrict ? 1 : 0
  return [
    ...(naming ? [holds(holding.name)] : []),
    ...(number ? [holds(holding.number)] : []),
    ...(asking.has('when') ? [holds(holding.time)] : []),
    ...(measure.length > 0 ? [mentionsOne(measure.map((stem) => index.lexicon.same.get(stem) ?? stem))] : []),
    ...(counted.length > 0 ? [mentionsOne(counted.flatMap((term) => matching(term, 0.7)))] : []),
    ...required.map((term) => mentionsOne(matching(term, 0.8))),
    (at) => (held[at] ?? 0) >= least,
  ]
}

function missingWeight(term: string, { asking, light, atPlace }: Query): number {
  if (light.has(term)) return weights.missingLight
  if (atPlace) return weights.missingAtPlace
  // Texts say where and why in other words than the question.
  return asking.has('where') || asking.has('why') ? weights.missingWhere : weights.missing
}

const nothing = { index: -1, score: 0, coverage: 0 }

/** How well a term, or its nearest form, stands in each sentence that has it; what it weighs, the rarer the more. */
function occurrences(index: TextIndex, term: string) {
  const all = index.sentences.length
  const values = new Map<number, { value: number; quality: number }>()
  let weight = weights.common
  for (const { term: found, quality } of matchingTerms(index, term)) {
    const places = index.postings.get(found) ?? []
    weight = Math.max(weight, rarity(places.length, all) / rarity(1, all))
    for (const { sentence, count } of places) {
      const value = (quality * count * (saturation + 1)) / (count + saturation)
      if (value > (values.get(sentence)?.value ?? 0)) values.set(sentence, { value, quality })
    }
  }
  return { weight, values }
}

const sentencesWith = (index: TextIndex, term: string): number[] =>
  index.postings.get(term)?.map(({ sentence }) => sentence) ?? []
