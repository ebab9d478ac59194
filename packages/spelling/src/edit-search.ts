import {
  doubledLetterCost,
  type EditCosts,
  type LetterPair,
  letterCount,
  missingLetterCost,
  otherLetterCost,
  silentLetterCost,
  swappedLettersCost,
} from './edit-costs.ts'
import type { Lexicon } from './lexicon/lexicon.ts'

export interface Candidate {
  readonly word: string
  readonly cost: number
  readonly marks: number
  readonly frequency: number
}

const impossibleCost = 1000
// Typos in the first letter are rare.
const firstLetterPenalty = 5
// Cheapest pair of letters, as 'ae' for 'ä'.
const minPairCost = 3
// Maximum difference in length between the written word and a candidate.
const maxLengthDifference = 5

/**
 * Finds all words within a cost of the written one. Walks the word graph while filling a table with
 * the costs of turning each prefix of the written word into the path so far. Prunes paths that are
 * too expensive everywhere. Candidates must have at least one of the wanted marks (`Mark`).
 */
export function findNearWords(
  lexicon: Lexicon,
  written: string,
  maxCost: number,
  costs: EditCosts,
  wantedMarks: number,
): Candidate[] {
  const { graph, marks, frequency } = lexicon
  const length = written.length
  const text = Uint16Array.from({ length }, (_, index) => written.charCodeAt(index))
  const extraCosts = Uint8Array.from(text, (letter, index) => {
    if (index === 0) return otherLetterCost + firstLetterPenalty
    return letter === text[index - 1] ? doubledLetterCost : otherLetterCost
  })
  const pairsByIndex = Array.from(text, (letter) => costs.pairsByLetter.get(letter))
  const maxDepth = length + maxLengthDifference
  const rows = Array.from({ length: maxDepth + 1 }, () => new Int16Array(length + 2))
  const minCosts = new Int16Array(maxDepth + 1)
  const path = new Uint16Array(maxDepth + 1)
  const candidates: Candidate[] = []

  const start = rows[0] as Int16Array
  for (let j = 1; j <= length; j++)
    start[j] = (start[j - 1] as number) + (extraCosts[j - 1] as number)
  walk(0, 0, 0)
  return candidates

  /**
   * Visits all paths below a node. `wordNumber` is the index in `marks` and `frequency` of the first
   * word below it: each edge adds the number of words before it.
   */
  function walk(node: number, depth: number, wordNumber: number): void {
    if (graph.final[node] === 1 && length <= depth + maxLengthDifference) {
      const cost = (rows[depth] as Int16Array)[length] as number
      const wordMarks = marks[wordNumber] as number
      if (cost <= maxCost && (wordMarks & wantedMarks) !== 0) {
        const word = String.fromCharCode(...path.subarray(0, depth))
        candidates.push({
          word,
          cost,
          marks: wordMarks,
          frequency: frequency[wordNumber] as number,
        })
      }
    }
    if (depth === maxDepth) return
    const end = graph.first[node + 1] as number
    for (let edge = graph.first[node] as number; edge < end; edge++) {
      const letter = graph.label[edge] as number
      path[depth] = letter
      if (advance(depth + 1, letter) > maxCost) continue
      walk(graph.target[edge] as number, depth + 1, wordNumber + (graph.before[edge] as number))
    }
  }

  /**
   * Fills the row of the path that now ends in `pathLetter`. Returns a lower bound of the costs of
   * all words on this path.
   */
  function advance(depth: number, pathLetter: number): number {
    const row = rows[depth] as Int16Array
    const above = rows[depth - 1] as Int16Array
    const twoAbove = depth > 1 ? (rows[depth - 2] as Int16Array) : undefined
    const previousPathLetter = depth > 1 ? (path[depth - 2] as number) : 0
    const costIfMissing = getMissingCost(pathLetter, previousPathLetter, depth)
    const pairs = costs.pairsByLetter.get(pathLetter)
    const from = Math.max(1, depth - maxLengthDifference)
    const to = Math.min(length, depth + maxLengthDifference)
    // In the table, `left` is the cell for one written letter less, `above` the row for one letter
    // less of the path.
    let left = from === 1 ? (above[0] as number) + costIfMissing : impossibleCost
    row[from - 1] = left
    let rowMinimum = left
    for (let j = from; j <= to; j++) {
      const writtenLetter = text[j - 1] as number
      let cost = above[j - 1] as number
      if (writtenLetter !== pathLetter) {
        cost +=
          writtenLetter < letterCount && pathLetter < letterCount
            ? (costs.replacementCosts[writtenLetter * letterCount + pathLetter] as number)
            : otherLetterCost
        if (depth === 1 && j === 1) cost += firstLetterPenalty
      }
      cost = Math.min(
        cost,
        left + (extraCosts[j - 1] as number),
        (above[j] as number) + costIfMissing,
      )
      if (j > 1) {
        const previousWritten = text[j - 2] as number
        if (twoAbove && previousWritten === pathLetter && writtenLetter === previousPathLetter)
          cost = Math.min(cost, (twoAbove[j - 2] as number) + swappedLettersCost)
        if (pairs)
          cost = Math.min(
            cost,
            (above[j - 2] as number) +
              findPairCost(pairs, previousWritten, writtenLetter, depth === 1),
          )
      }
      const pairsOfWritten = pairsByIndex[j - 1]
      if (pairsOfWritten && twoAbove)
        cost = Math.min(
          cost,
          (twoAbove[j - 1] as number) +
            findPairCost(pairsOfWritten, previousPathLetter, pathLetter, depth === 2),
        )
      row[j] = cost
      left = cost
      if (cost < rowMinimum) rowMinimum = cost
    }
    row[to + 1] = impossibleCost
    minCosts[depth] = rowMinimum
    // Swaps and pairs continue from the row before.
    return Math.min(rowMinimum, (minCosts[depth - 1] as number) + minPairCost)
  }

  function getMissingCost(pathLetter: number, previousPathLetter: number, depth: number): number {
    if (depth === 1) return missingLetterCost + firstLetterPenalty
    if (pathLetter === previousPathLetter) return doubledLetterCost
    return costs.silentLetters.has(pathLetter) ? silentLetterCost : missingLetterCost
  }
}

/**
 * Finds the cost of two letters for one. At the beginning of a word, only spelling variants such as
 * 'oe' for 'œ' stay cheap.
 */
function findPairCost(
  pairs: readonly LetterPair[],
  first: number,
  second: number,
  startsWord: boolean,
): number {
  for (const pair of pairs) {
    if (pair.first === first && pair.second === second)
      return pair.cost + (startsWord && pair.cost > minPairCost ? firstLetterPenalty : 0)
  }
  return impossibleCost
}
