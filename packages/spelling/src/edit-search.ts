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
// A typo on the first letter is rare: people look at how a word begins.
const firstLetterPenalty = 5
const minPairCost = 3
// How many letters written and path may differ in length; further off, the table is not filled.
const band = 5

/**
 * All words within a cost of the written one. The graph is walked letter by letter beside a table of what it costs to
 * turn each beginning of the written word into the path so far; a path that costs too much everywhere is pruned.
 */
export function findNearWords(
  lexicon: Lexicon,
  written: string,
  limit: number,
  costs: EditCosts,
  wanted: number,
): Candidate[] {
  const { graph, marks, frequency } = lexicon
  const length = written.length
  const text = Uint16Array.from({ length }, (_, at) => written.charCodeAt(at))
  const surplus = Uint8Array.from(text, (letter, at) =>
    at === 0
      ? otherLetterCost + firstLetterPenalty
      : letter === text[at - 1]
        ? doubledLetterCost
        : otherLetterCost,
  )
  const pairsHere = Array.from(text, (letter) => costs.pairsByLetter.get(letter))
  const deepest = length + band
  const rows = Array.from({ length: deepest + 1 }, () => new Int16Array(length + 2))
  const leastAt = new Int16Array(deepest + 1)
  const path = new Uint16Array(deepest + 1)
  const found: Candidate[] = []

  const start = rows[0] as Int16Array
  for (let j = 1; j <= length; j++) start[j] = (start[j - 1] as number) + (surplus[j - 1] as number)
  walk(0, 0, 0)
  return found

  function walk(node: number, depth: number, number: number): void {
    if (graph.final[node] === 1 && length <= depth + band) {
      const cost = (rows[depth] as Int16Array)[length] as number
      const bits = marks[number] as number
      if (cost <= limit && (bits & wanted) !== 0) {
        const word = String.fromCharCode(...path.subarray(0, depth))
        found.push({ word, cost, marks: bits, frequency: frequency[number] as number })
      }
    }
    if (depth === deepest) return
    const end = graph.first[node + 1] as number
    for (let edge = graph.first[node] as number; edge < end; edge++) {
      const letter = graph.label[edge] as number
      path[depth] = letter
      if (advance(depth + 1, letter) > limit) continue
      walk(graph.target[edge] as number, depth + 1, number + (graph.before[edge] as number))
    }
  }

  /** Fills the row of the path that now ends in `letter`; returns the least that any way on from it costs. */
  function advance(depth: number, letter: number): number {
    const row = rows[depth] as Int16Array
    const above = rows[depth - 1] as Int16Array
    const twoAbove = depth > 1 ? (rows[depth - 2] as Int16Array) : undefined
    const previous = depth > 1 ? (path[depth - 2] as number) : 0
    const lack = missingCost(letter, previous, depth)
    const pairs = costs.pairsByLetter.get(letter)
    const from = Math.max(1, depth - band)
    const to = Math.min(length, depth + band)
    let left = from === 1 ? (above[0] as number) + lack : impossibleCost
    row[from - 1] = left
    let least = left
    for (let j = from; j <= to; j++) {
      const here = text[j - 1] as number
      let cost = above[j - 1] as number
      if (here !== letter) {
        cost +=
          here < letterCount && letter < letterCount
            ? (costs.replacementCosts[here * letterCount + letter] as number)
            : otherLetterCost
        if (depth === 1 && j === 1) cost += firstLetterPenalty
      }
      cost = Math.min(cost, left + (surplus[j - 1] as number), (above[j] as number) + lack)
      if (j > 1) {
        const before = text[j - 2] as number
        if (twoAbove && before === letter && here === previous)
          cost = Math.min(cost, (twoAbove[j - 2] as number) + swappedLettersCost)
        if (pairs)
          cost = Math.min(
            cost,
            (above[j - 2] as number) + findPairCost(pairs, before, here, depth === 1),
          )
      }
      const meant = pairsHere[j - 1]
      if (meant && twoAbove)
        cost = Math.min(
          cost,
          (twoAbove[j - 1] as number) + findPairCost(meant, previous, letter, depth === 2),
        )
      row[j] = cost
      left = cost
      if (cost < least) least = cost
    }
    row[to + 1] = impossibleCost
    leastAt[depth] = least
    // A swap or a pair still comes from the row before.
    return Math.min(least, (leastAt[depth - 1] as number) + minPairCost)
  }

  function missingCost(letter: number, previous: number, depth: number): number {
    if (depth === 1) return missingLetterCost + firstLetterPenalty
    if (letter === previous) return doubledLetterCost
    return costs.silentLetters.has(letter) ? silentLetterCost : missingLetterCost
  }
}

/** At the beginning of a word only 'oe' for 'œ' and the like stay cheap: they are no typos but another way to write. */
function findPairCost(
  pairs: readonly LetterPair[],
  first: number,
  second: number,
  begins: boolean,
): number {
  for (const pair of pairs) {
    if (pair.first === first && pair.second === second)
      return pair.cost + (begins && pair.cost > minPairCost ? firstLetterPenalty : 0)
  }
  return impossibleCost
}
