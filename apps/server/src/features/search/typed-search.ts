import type { SearchSubject } from '@vitrine/contract'
import { keepBest } from '@vitrine/text'
import { fieldMark, getPostingRank, getPostingSlot, type WordIndex } from './word-index.ts'
import {
  type MatchOptions,
  matchCosts,
  matchWordEnds,
  matchWords,
  unmatchedCost,
} from './word-matches.ts'

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
  /** All words in the typed order. */
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

/** Price of a record that does not match: the highest in two bytes. */
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
  const totals = new Uint16Array(index.records.length)
  const partPrices = new Uint16Array(index.records.length)
  const similar = new Set<number>()
  for (const [partIndex, { words: typed, isQuoted }] of parts.entries()) {
    partPrices.fill(noMatch)
    const [word = ''] = typed
    if (typed.length > 1) {
      priceSequences(index, typed, partPrices)
    } else {
      const options = {
        isLast: partIndex === parts.length - 1,
        isWholeNumber: wholeNumbers && /^\d+$/.test(word),
        withEdits: withEdits && !isQuoted,
      }
      for (const wordId of priceWord(index, word, options, partPrices)) similar.add(wordId)
    }
    addPrices(totals, partPrices)
  }
  return { totals, similar }
}

/** Adds the prices of a part to the totals; a record that lacks the part does not match. */
function addPrices(totals: Uint16Array, partPrices: Uint16Array): void {
  for (let slot = 0; slot < totals.length; slot++) {
    const price = partPrices[slot] ?? noMatch
    const total = totals[slot] ?? 0
    totals[slot] = price === noMatch || total === noMatch ? noMatch : total + price
  }
}

/**
 * Sets the price of each record that contains a word; returns the ids of the words that match with
 * typing errors.
 */
function priceWord(
  index: WordIndex,
  word: string,
  options: MatchOptions,
  best: Uint16Array,
): number[] {
  const similarIds: number[] = []
  for (const [wordId, cost] of matchWords(index, word, options)) {
    const hasEdits = cost >= matchCosts.perEdit
    if (hasEdits) similarIds.push(wordId)
    for (const posting of index.postings[wordId] ?? []) {
      const slot = getPostingSlot(posting)
      const price = cost + getPostingRank(posting) * matchCosts.perRank
      if (price < (best[slot] ?? 0)) best[slot] = price
    }
  }
  return similarIds
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
    if (cost >= unmatchedCost) return noMatch
    const isInner = (wordId: number, offset: number) => sequence[start + 1 + offset] === wordId
    if (!innerWordIds.every(isInner)) return noMatch

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
