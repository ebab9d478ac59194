import type { SearchSubject } from '@vitrine/contract'
import { letterMask } from '@vitrine/text'
import { fieldSeparator, type SubjectSearchEntry } from '../../projections/index.ts'

export interface IndexedRecord {
  readonly subject: SearchSubject
  readonly id: number
  /** Ids of its words as they follow each other; before each field stands `fieldMark` plus the field's rank. */
  readonly sequence: Uint32Array
}

/** Higher than the id of any word. */
export const fieldMark = 0xffff_fff0

// A posting is the slot of a record and the rank of the word in it.
const rankBits = 2
const rankMask = 3

export const postingSlot = (posting: number): number => posting >> rankBits
export const postingRank = (posting: number): number => posting & rankMask

/** Fewer removed records are not worth a sweep. */
const minRemoved = 1_000

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

  /** The id of a word, which gets one now if it is new. */
  function addWord(word: string): number {
    const known = wordIds.get(word)
    if (known !== undefined) return known

    const wordId = freeWordIds.pop() ?? words.length
    // A copy: what V8 cuts out of a long text keeps all of it in memory.
    const copy = Buffer.from(word).toString()
    words[wordId] = copy
    letters[wordId] = letterMask(copy)
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
    const known = new Set<number>()
    for (const [rank, line] of entry.split('\n').entries()) {
      sequence.push(fieldMark + rank)
      for (const word of line.split(' ')) {
        if (word === fieldSeparator) sequence.push(fieldMark + rank)
        if (word === '' || word === fieldSeparator) continue
        const wordId = addWord(word)
        sequence.push(wordId)
        // A word counts in the first rank where it occurs.
        if (known.has(wordId)) continue
        known.add(wordId)
        postings[wordId]?.push((slot << rankBits) | rank)
      }
    }
    records.push({ subject, id, sequence: Uint32Array.from(sequence) })
    slots.set(keyOf(subject, id), slot)
  }

  /** Removes the empty slots; linear, and paid for by the changes since the last sweep. */
  function sweep(): void {
    const newSlots = new Map<number, number>()
    const left: IndexedRecord[] = []
    for (const [slot, record] of records.entries()) {
      if (!record) continue
      newSlots.set(slot, left.length)
      slots.set(keyOf(record.subject, record.id), left.length)
      left.push(record)
    }
    for (const [wordId, old] of postings.entries()) {
      const kept: number[] = []
      for (const posting of old) {
        const slot = newSlots.get(postingSlot(posting))
        if (slot !== undefined) kept.push((slot << rankBits) | postingRank(posting))
      }
      postings[wordId] = kept
      if (kept.length === 0 && words[wordId] !== '') removeWord(wordId)
    }
    records = left
    removedCount = 0
  }

  return {
    /** Adds a record or replaces it; with no words it is removed. */
    put({ subject, id, words: entry }: SubjectSearchEntry): void {
      const key = keyOf(subject, id)
      const oldSlot = slots.get(key)
      if (oldSlot !== undefined) {
        records[oldSlot] = undefined
        slots.delete(key)
        removedCount++
      }
      if (entry !== '') addRecord(subject, id, entry)
      if (removedCount > minRemoved && removedCount > records.length / 2) sweep()
    },

    /** By slot; a slot is empty once its record was changed or removed. */
    get records(): readonly (IndexedRecord | undefined)[] {
      return records
    },

    /** By word id; '' for an id that is free. */
    words: words as readonly string[],
    /** By word id: which letters the word has. */
    letters: letters as readonly number[],
    /** By word id: the records that contain the word. */
    postings: postings as readonly (readonly number[])[],

    wordId: (word: string): number | undefined => wordIds.get(word),

    /** Of records that match equally well, items come as they were added, everything else newest first. */
    compareByAge(slotA: number, slotB: number): number {
      const [a, b] = [records[slotA], records[slotB]]
      if (!a || !b) return 0
      return a.subject === 'item' ? a.id - b.id : b.id - a.id
    },
  }
}

export type WordIndex = ReturnType<typeof createWordIndex>

const keyOf = (subject: SearchSubject, id: number) => `${subject} ${id}`
