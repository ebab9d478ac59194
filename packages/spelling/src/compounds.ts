import type { EditCosts } from './edit-costs.ts'
import { type Candidate, findNearWords } from './edit-search.ts'
import { getMarks, type Lexicon, Mark } from './lexicon/lexicon.ts'

const shortestBeginning = 3
const shortestEnd = 3
const shortestNoun = 5

/** The dictionary marks what may begin a compound, but not every noun that does. */
function mayBegin(lexicon: Lexicon, part: string): boolean {
  const marks = getMarks(lexicon, part)
  return (
    (marks & Mark.begins) !== 0 || ((marks & Mark.capital) !== 0 && part.length >= shortestNoun)
  )
}

const mayEnd = (lexicon: Lexicon, part: string): boolean =>
  (getMarks(lexicon, part) & Mark.ends) !== 0

/** Whether a word in small letters is put together from German words that may be joined. */
export function isCompound(lexicon: Lexicon, word: string, parts = 3): boolean {
  for (let cut = shortestBeginning; cut <= word.length - shortestEnd; cut++) {
    if (!mayBegin(lexicon, word.slice(0, cut))) continue
    const rest = word.slice(cut)
    if (mayEnd(lexicon, rest) || (parts > 2 && isCompound(lexicon, rest, parts - 1))) return true
  }
  return false
}

const shortestKnown = 4
const shortestMended = 4
// Anything but a small typo must lead to a common word.
const cheap = 6
const commonPart = 4
// A compound in no dictionary is less likely than a word that is in one.
const rareness = 2

/** Compounds that come out when one part of a word is right and the other has a typo. */
export function findCompoundCorrections(
  lexicon: Lexicon,
  word: string,
  costs: EditCosts,
): Candidate[] {
  const found: Candidate[] = []
  const mend = (part: string, wanted: number, join: (mended: string) => string) => {
    const limit = part.length >= 6 ? 10 : 6
    for (const candidate of findNearWords(lexicon, part, limit, costs, wanted)) {
      if (candidate.cost > cheap && candidate.frequency < commonPart) continue
      found.push({
        ...candidate,
        word: join(candidate.word),
        cost: candidate.cost + rareness,
        marks: Mark.capital,
      })
    }
  }
  for (let cut = shortestKnown; cut <= word.length - shortestMended; cut++) {
    const [left, right] = [word.slice(0, cut), word.slice(cut)]
    // Two short parts fit together by chance too often.
    if (Math.max(left.length, right.length) < 6) continue
    if (mayBegin(lexicon, left) || isCompound(lexicon, left))
      mend(right, Mark.ends, (mended) => left + mended)
    if (mayEnd(lexicon, right)) mend(left, Mark.begins, (mended) => mended + right)
  }
  return found
}
