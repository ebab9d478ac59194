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
  readonly anchored: boolean
  readonly allLight: boolean
  readonly living: boolean
  /** The item's own names: a sentence with one is a little better, one without is no worse. */
  readonly names: readonly string[]
  readonly asking: ReadonlySet<Asking>
  /** It asks for a number. */
  readonly number: boolean
  /** It asks for a name. */
  readonly naming: boolean
  /** What is counted or measured ('how many pedals'): a sentence without it answers nothing. */
  readonly head: string | undefined
  /** One of which is asked for ('which orchestra'). */
  readonly category: string | undefined
  /** What a sentence speaks of that says about something else what an attribute says about the item ('weighs'). */
  readonly evidence: Iterable<string>
  /** What it may have none of missing: another year, another make. */
  readonly required: readonly string[]
}

interface Found {
  readonly quotes: readonly Quote[]
  /** How much of what was asked about the best sentence mentions, from 0 to 1. */
  readonly coverage: number
}

const saturation = 1.2
const lengthPenalty = 0.4
/** With the weight of a missing word: more than half of what was asked about. */
const enoughCoverage = 0.46
const nearlyAsGood = 0.5
const maxTerms = 24

// In parts of what a word weighs that stands in one sentence only.
const weights = {
  common: 0.3,
  carried: 0.5,
  missing: 1.2,
  missingWhere: 1,
  missingLight: 0.15,
  missingCategory: 1.6,
  missingHead: 1.6,
  kind: 0.6,
  name: 1.6,
  bonus: 0.6,
}

/** At most two sentences that mention what was asked about (BM25), in the order of the text; or none. */
export function findQuotes(index: TextIndex, query: Query): Found {
  const all = index.sentences.length
  const scores = new Float64Array(all)
  const covered = new Float64Array(all)
  const held = Array.from({ length: all }, () => 0)
  let wanted = 0
  let total = 0
  for (const term of new Set(query.terms.slice(0, maxTerms))) {
    const { weight: rarityOf, values } = occurrences(index, term)
    const weight = /\d/.test(term) ? 2 * rarityOf : rarityOf
    total += values.size === 0 ? missingWeight(term, query) : weight
    if (!query.light.has(term) && values.size > 0) wanted++
    for (const [sentence, { value, quality }] of values) {
      if (!query.light.has(term)) held[sentence] = (held[sentence] ?? 0) + 1
      scores[sentence] = (scores[sentence] ?? 0) + weight * value
      covered[sentence] = (covered[sentence] ?? 0) + weight * quality
      // The next sentence may say 'he' of the doctor.
      const next = sentence + 1
      if (next < all && !values.has(next)) covered[next] = (covered[next] ?? 0) + weights.carried * weight * quality
    }
  }
  const kinds = expectedKinds(index, query)
  const spoken = [...query.names, ...query.evidence]
  const bonus = new Set(spoken.flatMap((stem) => sentencesWith(index, index.lexicon.same.get(stem) ?? stem)))
  const measures = new Set([...query.evidence].flatMap((stem) => sentencesWith(index, index.lexicon.same.get(stem) ?? stem)))
  const needed = neededIn(index, query)
  let best = nothing
  let second = nothing
  for (const [at, score] of scores.entries()) {
    if ((query.naming || query.asking.has('when') || query.asking.has('who')) && wanted > 0 && held[at] === 0) continue
    if (query.allLight && new Set(query.terms).size < 3 && held[at] < new Set(query.terms).size) continue
    if (query.living && !measures.has(at)) continue
    if (score === 0 || !needed.every((holds) => holds(at))) continue
    const fits = kinds.reduce((sum, kind) => sum + (kind.fits(at) ? kind.weight : 0), 0)
    const coverage = Math.min(1, (covered[at] ?? 0) / total)
    const candidate = { index: at, score: score + fits + (bonus.has(at) ? weights.bonus : 0), coverage }
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

/** What an answer must not be without: a number, a year, a name, what is counted. */
function neededIn(
  index: TextIndex,
  { asking, number, naming, head, required }: Query,
): ((sentence: number) => boolean)[] {
  const holds = (what: number) => (at: number) => ((index.holds[at] ?? 0) & what) !== 0
  const mentions = (term: string, sure: number) => {
    const found = matchingTerms(index, term).filter(({ quality }) => quality >= sure)
    const places = new Set(found.flatMap(({ term }) => sentencesWith(index, term)))
    return (at: number) => places.has(at)
  }
  return [
    ...(naming ? [holds(holding.name)] : []),
    ...(number ? [holds(holding.number)] : []),
    ...(asking.has('when') ? [holds(holding.time)] : []),
    ...(head ? [mentions(head, 0.6)] : []),
    ...required.map((term) => mentions(term, 0.8)),
  ]
}

function missingWeight(term: string, { asking, category, head, light, anchored }: Query): number {
  if (light.has(term)) return weights.missingLight
  if (term === head) return weights.missingHead
  if (term === category) return weights.missingCategory
  // Texts say where and why in other words than the question.
  if (anchored) return 0.8
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
      const size = 1 - lengthPenalty + (lengthPenalty * (index.lengths[sentence] ?? 0)) / index.averageLength
      const value = (quality * count * (saturation + 1)) / (count + saturation * size)
      if (value > (values.get(sentence)?.value ?? 0)) values.set(sentence, { value, quality })
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

/** What a sentence should hold that answers: a number, a year, a reason or a name. */
function expectedKinds(index: TextIndex, { asking, number, naming }: Query): Kind[] {
  const holds = (what: number, weight: number): Kind => ({
    weight,
    fits: (at) => ((index.holds[at] ?? 0) & what) !== 0,
  })
  const kinds: Kind[] = []
  if (asking.has('why')) kinds.push(holds(holding.reason, weights.kind))
  if (asking.has('when')) kinds.push(holds(holding.time, weights.kind))
  if (number) kinds.push(holds(holding.number, weights.kind))
  if (naming) kinds.push(holds(holding.name, weights.name))
  return kinds
}
