import { type EditCosts, maxSmallTypoCost, missingLetterCost } from './edit-costs.ts'
import { type Candidate, findNearWords } from './edit-search.ts'
import { getMarks, type Lexicon, Mark } from './lexicon/lexicon.ts'

const minBeginningLength = 3
const minEndLength = 3
const minNounLength = 5

/** The dictionary marks beginnings of compounds, but not all nouns that may begin one. */
function mayBegin(lexicon: Lexicon, part: string): boolean {
  const marks = getMarks(lexicon, part)
  return (
    (marks & Mark.begins) !== 0 ||
    ((marks & Mark.capitalised) !== 0 && part.length >= minNounLength)
  )
}

const mayEnd = (lexicon: Lexicon, part: string): boolean =>
  (getMarks(lexicon, part) & Mark.ends) !== 0

/** Whether a lower-case word is a German compound of two to `maxParts` known words. */
export function isCompound(lexicon: Lexicon, word: string, maxParts = 3): boolean {
  for (let cut = minBeginningLength; cut <= word.length - minEndLength; cut++) {
    if (!mayBegin(lexicon, word.slice(0, cut))) continue
    const rest = word.slice(cut)
    if (mayEnd(lexicon, rest)) return true
    if (maxParts > 2 && isCompound(lexicon, rest, maxParts - 1)) return true
  }
  return false
}

const minKnownPartLength = 4
const minCorrectedPartLength = 4
const minLongPartLength = 6
// Corrections above the cost of a small typo must result in a common word.
const minCommonFrequency = 4
// Compounds are less likely than words in the dictionary.
const compoundPenalty = 2

/** Finds compounds by correcting one part of a word whose other part is correct. */
export function findCompoundCorrections(
  lexicon: Lexicon,
  word: string,
  costs: EditCosts,
): Candidate[] {
  const candidates: Candidate[] = []
  const correctPart = (part: string, wantedMarks: number, join: (corrected: string) => string) => {
    const maxCost = part.length >= minLongPartLength ? missingLetterCost : maxSmallTypoCost
    for (const candidate of findNearWords(lexicon, part, maxCost, costs, wantedMarks)) {
      if (candidate.cost > maxSmallTypoCost && candidate.frequency < minCommonFrequency) continue
      candidates.push({
        ...candidate,
        word: join(candidate.word),
        cost: candidate.cost + compoundPenalty,
        marks: Mark.capitalised,
      })
    }
  }
  for (let cut = minKnownPartLength; cut <= word.length - minCorrectedPartLength; cut++) {
    const [left, right] = [word.slice(0, cut), word.slice(cut)]
    // Two short parts match by chance too often.
    if (Math.max(left.length, right.length) < minLongPartLength) continue
    if (mayBegin(lexicon, left) || isCompound(lexicon, left))
      correctPart(right, Mark.ends, (corrected) => left + corrected)
    if (mayEnd(lexicon, right)) correctPart(left, Mark.begins, (corrected) => corrected + right)
  }
  return candidates
}
