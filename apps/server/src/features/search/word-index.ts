import type { SearchSubject } from '@vitrine/contract'
import { toLetterMask } from '@vitrine/text'
import { fieldSeparator, type SubjectSearchEntry } from '../../projections/index.ts'

export interface IndexedRecord {
  readonly subject: SearchSubject
  readonly id: number
  /** Word ids in order; each field begins with `fieldMark` plus the field's rank. */
  readonly sequence: Uint32Array
}

/** Higher than the id of any word; the zeros at the end leave room for a field's rank. */
export const fieldMark = 0xffff_fff0

// A posting packs the slot of a record and the rank of the word in it, 0 to 3, into one number.
const rankBits = 2
const rankMask = 3

export const getPostingSlot = (posting: number): number => posting >> rankBits
export const getPostingRank = (posting: number): number => posting & rankMask

/** Removed records from which a sweep is worthwhile. */
const minRemovedForSweep = 1_000

/** The search index in memory: the words of each record, and the records that contain each word. */
export function createWordIndex() {
  let records: (IndexedRecord | undefined)[] = []
  let removedCount = 0
  const slots = new Map<string, number>()
  const words: string[] = []
  const letters: number[] = []
  const postings: number[][] = []
  const wordIds = new Map<string, number>()
  const freeWordIds: number[] = []

  /** Returns the id of a word, after adding it if it is new. */
  function addWord(word: string): number {
    const existingId = wordIds.get(word)
    if (existingId !== undefined) return existingId

    const wordId = freeWordIds.pop() ?? words.length
    // Copied, because a substring keeps the whole text that V8 cut it from in memory.
    const copy = Buffer.from(word).toString()
    words[wordId] = copy
    letters[wordId] = toLetterMask(copy)
    postings[wordId] = []
    wordIds.set(copy, wordId)
    return wordId
  }

  function removeWord(wordId: number): void {
    wordIds.delete(words[wordId] ?? '')
    words[wordId] = ''
    letters[wordId] = 0
    freeWordIds.push(wordId)
  }

  function addRecord(subject: SearchSubject, id: number, entry: string): void {
    const slot = records.length
    const sequence: number[] = []
    const addedWordIds = new Set<number>()
    for (const [rank, line] of entry.split('\n').entries()) {
      sequence.push(fieldMark + rank)
      for (const word of line.split(' ')) {
        // A separator begins another field of the same rank.
        if (word === fieldSeparator) sequence.push(fieldMark + rank)
        if (word === '' || word === fieldSeparator) continue
        const wordId = addWord(word)
        sequence.push(wordId)
        // A word has the rank of its first occurrence.
        if (addedWordIds.has(wordId)) continue
        addedWordIds.add(wordId)
        postings[wordId]?.push((slot << rankBits) | rank)
      }
    }
    records.push({ subject, id, sequence: Uint32Array.from(sequence) })
    slots.set(recordKey(subject, id), slot)
  }

  /** Removes empty slots. Takes linear time, but only after as many changes. */
  function sweep(): void {
    const newSlots = new Map<number, number>()
    const remaining: IndexedRecord[] = []
    for (const [slot, record] of records.entries()) {
      if (!record) continue
      newSlots.set(slot, remaining.length)
      slots.set(recordKey(record.subject, record.id), remaining.length)
      remaining.push(record)
    }
    for (const [wordId, oldPostings] of postings.entries()) {
      const newPostings: number[] = []
      for (const posting of oldPostings) {
        const slot = newSlots.get(getPostingSlot(posting))
        if (slot !== undefined) newPostings.push((slot << rankBits) | getPostingRank(posting))
      }
      postings[wordId] = newPostings
      if (newPostings.length === 0 && words[wordId] !== '') removeWord(wordId)
    }
    records = remaining
    removedCount = 0
  }

  return {
    /** Adds or replaces a record; removes one without words. */
    put({ subject, id, words: entry }: SubjectSearchEntry): void {
      const key = recordKey(subject, id)
      const oldSlot = slots.get(key)
      if (oldSlot !== undefined) {
        records[oldSlot] = undefined
        slots.delete(key)
        removedCount++
      }
      if (entry !== '') addRecord(subject, id, entry)
      if (removedCount > minRemovedForSweep && removedCount > records.length / 2) sweep()
    },

    /** Records by slot; a slot is empty after its record was replaced or removed. */
    get records(): readonly (IndexedRecord | undefined)[] {
      return records
    },

    /** Words by id; '' for unused ids. */
    words: words as readonly string[],
    /** Bit masks of the letters of each word, by word id. */
    letters: letters as readonly number[],
    /** Postings of the records that contain each word, by word id. */
    postings: postings as readonly (readonly number[])[],

    wordId: (word: string): number | undefined => wordIds.get(word),

    /** Sorts equal matches: items oldest first, all others newest first. */
    compareByAge(slotA: number, slotB: number): number {
      const [a, b] = [records[slotA], records[slotB]]
      if (!a || !b) return 0
      return a.subject === 'item' ? a.id - b.id : b.id - a.id
    },
  }
}

export type WordIndex = ReturnType<typeof createWordIndex>

const recordKey = (subject: SearchSubject, id: number) => `${subject} ${id}`
