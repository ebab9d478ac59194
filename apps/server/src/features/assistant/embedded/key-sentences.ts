/** A word of three letters or fewer hardly ever tells what a sentence is about. */
const contentWord = /[\p{L}\p{N}]{4,}/gu

type Weights = Map<string, number>

/**
 * How central each sentence is to all of them, as in LexRank: a sentence counts that has words in common with many
 * sentences that count themselves.
 */
export function centrality(sentences: readonly string[]): number[] {
  const vectors = weigh(sentences.map(wordsOf))
  const similarities = vectors.map((one, i) => vectors.map((other, j) => (i === j ? 0 : cosine(one, other))))
  const totals = similarities.map((row) => row.reduce((sum, value) => sum + value, 0) || 1)

  let ranks = sentences.map(() => 1 / sentences.length)
  for (let round = 0; round < rounds; round++) {
    ranks = ranks.map((_, i) => {
      const shared = similarities.reduce((sum, row, j) => sum + ((row[i] ?? 0) / (totals[j] ?? 1)) * (ranks[j] ?? 0), 0)
      return (1 - damping) / sentences.length + damping * shared
    })
  }
  return ranks.map((rank, i) => rank * lengthFactor(sentences[i] ?? ''))
}

const rounds = 20
const damping = 0.85

/**
 * The positions of the most central sentences, in their order. What resembles a chosen one tells nothing new and
 * counts for less. `first` is chosen in any case, where it is given.
 */
export function mostCentral(sentences: readonly string[], count: number, first?: number): number[] {
  const ranks = centrality(sentences)
  const vectors = weigh(sentences.map(wordsOf))
  const chosen: number[] = first === undefined ? [] : [first]
  const novelty = sentences.map(() => 1)
  const choose = (index: number) => {
    for (const [other, vector] of vectors.entries()) {
      novelty[other] = Math.min(novelty[other] ?? 1, 1 - cosine(vector, vectors[index] ?? new Map()))
    }
  }
  for (const index of chosen) choose(index)
  while (chosen.length < Math.min(count, sentences.length)) {
    const worth = (index: number) => (chosen.includes(index) ? -1 : (ranks[index] ?? 0) * (novelty[index] ?? 0))
    const next = sentences.reduce((best, _, index) => (worth(index) > worth(best) ? index : best), 0)
    if (worth(next) <= 0) break
    chosen.push(next)
    choose(next)
  }
  return chosen.sort((a, b) => a - b)
}

const wordsOf = (sentence: string): string[] => sentence.toLowerCase().match(contentWord) ?? []

/** Words that stand in few sentences weigh more. */
function weigh(sentences: readonly string[][]): Weights[] {
  const spread = new Map<string, number>()
  for (const words of sentences) for (const word of new Set(words)) spread.set(word, (spread.get(word) ?? 0) + 1)
  return sentences.map((words) => {
    const weights: Weights = new Map()
    for (const word of words) {
      const rarity = Math.log(1 + sentences.length / (spread.get(word) ?? 1))
      weights.set(word, (weights.get(word) ?? 0) + rarity)
    }
    return weights
  })
}

function cosine(one: Weights, other: Weights): number {
  let shared = 0
  for (const [word, weight] of one) shared += weight * (other.get(word) ?? 0)
  return shared === 0 ? 0 : shared / (norm(one) * norm(other))
}

const norm = (weights: Weights): number =>
  Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight ** 2, 0))

/** A sentence of three words tells little. */
const lengthFactor = (sentence: string): number => Math.min(1, wordsOf(sentence).length / 4)
