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
  /** The item's own names: a sentence with one is a little better, one without is no worse. */
  readonly names: readonly string[]
  readonly asking: ReadonlySet<Asking>
  /** It asks what somebody or something is called. */
  readonly naming: boolean
  /** What is counted or measured ('how many pedals'): a sentence without it answers nothing. */
  readonly head: string | undefined
  /** What a sentence speaks of that says about something else what an attribute says about the item ('weighs'). */
  readonly evidence: Iterable<string>
  /** What texts seldom say, such as a price: a sentence without it is no answer. */
  readonly beyond: readonly string[]
}

interface Found {
  readonly quotes: readonly Quote[]
  /** How much of what was asked about the best sentence mentions, from 0 to 1. */
  readonly coverage: number
}

const saturation = 1.2
const lengthPenalty = 0.4
const enoughCoverage = 0.46
const nearlyAsGood = 0.8
const maxTerms = 24

// In parts of what the rarest word weighs.
const weights = { missing: 0.6, missingLight: 0.12, missingHead: 2, kind: 0.6, name: 1.2, evidence: 0.6, ownName: 0.3 }

/** At most two sentences that mention what was asked about (BM25), in the order of the text; or none. */
export function findQuotes(index: TextIndex, query: Query): Found {
  const all = index.sentences.length
  const idf = (count: number) => Math.log(1 + (all - count + 0.5) / (count + 0.5))
  const rarest = idf(0)
  const scores = new Float64Array(all)
  const covered = new Float64Array(all)
  let total = 0
  for (const term of new Set(query.terms.slice(0, maxTerms))) {
    const { weight, values } = occurrences(index, term, idf)
    total += values.size === 0 ? rarest * missingWeight(term, query) : weight
    for (const [sentence, value] of values) {
      scores[sentence] = (scores[sentence] ?? 0) + weight * value
      covered[sentence] = (covered[sentence] ?? 0) + weight * Math.min(1, value)
    }
  }
  const kinds = expectedKinds(index, query)
  total += rarest * kinds.reduce((sum, { weight }) => sum + weight, 0)
  const named = new Set(query.names.flatMap((name) => sentencesWith(index, name)))
  const needed = neededIn(index, query)
  let best = nothing
  let second = nothing
  for (const [at, score] of scores.entries()) {
    if (score === 0 || !needed.every((places) => places.has(at))) continue
    const fits = rarest * kinds.reduce((sum, kind) => sum + (kind.fits(at) ? kind.weight : 0), 0)
    const name = named.has(at) ? rarest * weights.ownName : 0
    const coverage = ((covered[at] ?? 0) + fits + name) / (total + name)
    const candidate = { index: at, score: score + fits + name, coverage }
    if (candidate.score > best.score) [best, second] = [candidate, best]
    else if (candidate.score > second.score) second = candidate
  }
  const chosen = [best, second].filter(
    ({ score, coverage }) => coverage >= enoughCoverage && score >= nearlyAsGood * best.score,
  )
  // A reason often stands in the sentence after.
  if (chosen.length === 1 && query.asking.has('why') && best.index + 1 < all)
    chosen.push({ ...best, index: best.index + 1 })
  const quotes = chosen
    .map(({ index: at }) => ({ index: at, text: index.sentences[at] ?? '' }))
    .sort((a, b) => a.index - b.index)
  return { quotes, coverage: best.coverage }
}

/** The sentences that hold what an answer must not be without: a name, or the price that was asked for. */
function neededIn(index: TextIndex, { asking, naming, beyond }: Query): Set<number>[] {
  const needed: Set<number>[] = []
  const holds = (what: number) => new Set(index.holds.keys().filter((at) => ((index.holds[at] ?? 0) & what) !== 0))
  if (naming) needed.push(holds(holding.name))
  if (asking.has('amount')) needed.push(holds(holding.number))
  if (beyond.length > 0)
    needed.push(
      new Set(
        beyond.flatMap((term) => matchingTerms(index, term).flatMap(({ term: found }) => sentencesWith(index, found))),
      ),
    )
  return needed
}

function missingWeight(term: string, { beyond, head, light }: Query): number {
  if (beyond.length > 0 || term === head) return weights.missingHead
  return light.has(term) ? weights.missingLight : weights.missing
}

const nothing = { index: -1, score: 0, coverage: 0 }

/** How well a term, or its nearest form, stands in each sentence that has it. */
function occurrences(index: TextIndex, term: string, idf: (count: number) => number) {
  const values = new Map<number, number>()
  let weight = 0
  for (const { term: found, quality } of matchingTerms(index, term)) {
    const places = index.postings.get(found) ?? []
    weight = Math.max(weight, idf(places.length))
    for (const { sentence, count } of places) {
      const size = 1 - lengthPenalty + (lengthPenalty * (index.lengths[sentence] ?? 0)) / index.averageLength
      const value = (quality * count * (saturation + 1)) / (count + saturation * size)
      values.set(sentence, Math.max(values.get(sentence) ?? 0, value))
    }
  }
  return { weight, values }
}

const sentencesWith = (index: TextIndex, term: string): number[] =>
  index.postings.get(term)?.map(({ sentence }) => sentence) ?? []

interface Kind {
  readonly weight: number
  readonly fits: (sentence: number) => boolean
}

/** What a sentence should hold that answers: a number, a year, a reason, a name, or a word of the fact asked for. */
function expectedKinds(index: TextIndex, { asking, naming, evidence }: Query): Kind[] {
  const holds = (what: number, weight: number): Kind => ({
    weight,
    fits: (at) => ((index.holds[at] ?? 0) & what) !== 0,
  })
  const kinds: Kind[] = []
  if (asking.has('why')) kinds.push(holds(holding.reason, weights.kind))
  if (asking.has('when')) kinds.push(holds(holding.year, weights.kind))
  if (asking.has('amount')) kinds.push(holds(holding.number, weights.kind))
  if (naming) kinds.push(holds(holding.name, weights.name))
  const spoken = [...evidence]
  if (spoken.length > 0) {
    const places = new Set(spoken.flatMap((stem) => sentencesWith(index, index.lexicon.same.get(stem) ?? stem)))
    kinds.push({ weight: weights.evidence, fits: (at) => places.has(at) })
  }
  return kinds
}
