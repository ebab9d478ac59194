import type { SearchSubject } from '@vitrine/contract'
import { keepBest } from '@vitrine/text'
import { fieldMark, getPostingRank, getPostingSlot, type WordIndex } from './word-index.ts'
import { matchCosts, matchWordEnds, matchWords, unmatchedCost } from './word-matches.ts'

/** Words that follow each other in a field. The first and the last may be parts of longer words. */
export interface SearchPart {
  readonly words: readonly string[]
  /** Quoted parts match only without typing errors. */
  readonly isQuoted: boolean
}

interface RecordHit {
  readonly id: number
  /** Words of the record that match with typing errors. */
  readonly similar: readonly string[]
}

interface HitGroup {
  count: number
  readonly hits: readonly RecordHit[]
}

interface TypedSearch {
  readonly asTyped: SearchPart
  readonly parts: readonly SearchPart[]
  readonly subjects: ReadonlySet<SearchSubject>
  /** Hits per subject. */
  readonly maxHits: number
}

/**
 * Finds the best records of each subject: those that contain the text as typed; in a subject
 * without any, those that contain all parts in any order; and if nothing at all is found, those
 * that do with typing errors.
 */
export function searchTyped(
  index: WordIndex,
  { asTyped, parts, subjects, maxHits }: TypedSearch,
): ReadonlyMap<SearchSubject, HitGroup> {
  const groups = listCheapestHits(index, priceRecords(index, [asTyped], {}), subjects, maxHits)
  const emptySubjects = new Set([...subjects].filter((subject) => !groups.has(subject)))
  if (parts.length > 1 && emptySubjects.size > 0) {
    const prices = priceRecords(index, parts, { wholeNumbers: true })
    for (const [subject, group] of listCheapestHits(index, prices, emptySubjects, maxHits))
      groups.set(subject, group)
  }
  if (groups.size > 0 || parts.every(({ isQuoted }) => isQuoted)) return groups

  const prices = priceRecords(index, parts, { wholeNumbers: true, withEdits: true })
  return listCheapestHits(index, prices, subjects, maxHits)
}

const noMatch = 0xffff

interface Prices {
  /** Price by slot; `noMatch` for a record that lacks a part. */
  readonly totals: Uint16Array
  /** Ids of words that match with typing errors. */
  readonly similar: ReadonlySet<number>
}

/** Prices each record that contains every part: the better the match, the lower. */
function priceRecords(
  index: WordIndex,
  parts: readonly SearchPart[],
  { wholeNumbers = false, withEdits = false },
): Prices {
  const { records, postings } = index
  const totals = new Uint16Array(records.length)
  const best = new Uint16Array(records.length)
  const similar = new Set<number>()
  for (const [partIndex, { words: typed, isQuoted }] of parts.entries()) {
    best.fill(noMatch)
    const [word = ''] = typed
    if (typed.length > 1) priceSequences(index, typed, best)
    else {
      const options = {
        isLast: partIndex === parts.length - 1,
        isWholeNumber: wholeNumbers && /^\d+$/.test(word),
        withEdits: withEdits && !isQuoted,
      }
      for (const [wordId, cost] of matchWords(index, word, options)) {
        const hasEdits = cost >= matchCosts.perEdit
        if (hasEdits) similar.add(wordId)
        for (const posting of postings[wordId] ?? []) {
          const slot = getPostingSlot(posting)
          const price = cost + getPostingRank(posting) * matchCosts.perRank
          if (price < (best[slot] ?? 0)) best[slot] = price
        }
      }
    }
    for (let slot = 0; slot < totals.length; slot++) {
      const price = best[slot] ?? noMatch
      totals[slot] =
        price === noMatch || totals[slot] === noMatch ? noMatch : (totals[slot] ?? 0) + price
    }
  }
  return { totals, similar }
}

/** Sets the price of each record in which these words follow each other in one field. */
function priceSequences(index: WordIndex, typed: readonly string[], best: Uint16Array): void {
  const { records, postings } = index
  const lastOffset = typed.length - 1
  // -1 equals no id in a sequence.
  const innerWordIds = typed.slice(1, -1).map((word) => index.wordId(word) ?? -1)
  const first = matchWordEnds(index, typed[0] ?? '', 'endsWith')
  const last = matchWordEnds(index, typed[lastOffset] ?? '', 'startsWith')
  const rarerEnd = first.recordCount < last.recordCount ? first : last

  function getPrice(sequence: Uint32Array, start: number): number {
    const cost =
      (first.costById[sequence[start] ?? fieldMark] ?? unmatchedCost) +
      (last.costById[sequence[start + lastOffset] ?? fieldMark] ?? unmatchedCost)
    if (cost >= unmatchedCost || !innerWordIds.every((wordId, offset) => sequence[start + 1 + offset] === wordId))
      return noMatch
    // The nearest mark before the words holds the rank of their field.
    let markPosition = start
    while ((sequence[markPosition] ?? fieldMark) < fieldMark) markPosition--
    const rank = (sequence[markPosition] ?? fieldMark) - fieldMark
    return cost + rank * matchCosts.perRank * typed.length
  }

  for (const wordId of rarerEnd.wordIds) {
    for (const posting of postings[wordId] ?? []) {
      const slot = getPostingSlot(posting)
      const sequence = records[slot]?.sequence
      if (!sequence) continue
      // `indexOf` is several times faster than a loop over the words.
      for (
        let position = sequence.indexOf(wordId);
        position >= 0;
        position = sequence.indexOf(wordId, position + 1)
      ) {
        const price = getPrice(sequence, rarerEnd === first ? position : position - lastOffset)
        if (price < (best[slot] ?? 0)) best[slot] = price
      }
    }
  }
}

/** The cheapest records of each subject, and the number of all that match. */
function listCheapestHits(
  { records, words, compareByAge }: WordIndex,
  { totals, similar }: Prices,
  subjects: ReadonlySet<SearchSubject>,
  maxHits: number,
): Map<SearchSubject, HitGroup> {
  const groups = new Map<SearchSubject, { count: number; slots: number[] }>()
  for (let slot = 0; slot < totals.length; slot++) {
    const record = records[slot]
    if (totals[slot] === noMatch || !record || !subjects.has(record.subject)) continue
    const group = groups.get(record.subject) ?? { count: 0, slots: [] }
    groups.set(record.subject, group)
    group.count++
    keepBest(
      group.slots,
      slot,
      maxHits,
      (a, b) => (totals[a] ?? 0) - (totals[b] ?? 0) || compareByAge(a, b),
    )
  }

  const listHits = (slot: number): RecordHit[] => {
    const record = records[slot]
    if (!record) return []
    const similarIds = [...new Set(record.sequence)].filter((wordId) => similar.has(wordId))
    return [{ id: record.id, similar: similarIds.map((wordId) => words[wordId] ?? '') }]
  }
  return new Map(
    [...groups].map(([subject, { count, slots }]) => [
      subject,
      { count, hits: slots.flatMap(listHits) },
    ]),
  )
}
