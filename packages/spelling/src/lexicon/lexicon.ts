import { findWordNumber, type WordGraph } from './word-graph.ts'

export const spellingLanguages = ['de', 'fr', 'en'] as const
export type SpellingLanguage = (typeof spellingLanguages)[number]

/** Properties of a word as bits. Words are stored in lower case. */
export const Mark = {
  /** Spelled in lower case. */
  lowerCase: 1,
  /** Spelled with a capital. */
  capitalised: 2,
  /** Spelled in mixed case: 'USA', 'McLaughlin'. */
  mixedCase: 4,
  /** May begin a German compound. */
  begins: 8,
  /** May end a German compound. */
  ends: 16,
  /** Name of a person: correct with a capital, never suggested. */
  name: 32,
  /** In no dictionary, but frequent in print: never corrected or suggested. */
  seen: 64,
  /** Correctly spelled, but never suggested (vulgar words, American spellings). */
  unsuggested: 128,
} as const

/** Marks of complete words, as opposed to parts of compounds. */
export const standaloneMarks = Mark.lowerCase | Mark.capitalised | Mark.mixedCase

export interface Lexicon {
  readonly graph: WordGraph
  /** Bits of `Mark` by the word's number in the graph. */
  readonly marks: Uint8Array
  /**
   * By the word's number. Logarithmic (base 2): 0 for unlisted words, up to 17 for the most frequent
   * ones.
   */
  readonly frequency: Uint8Array
}

/** Returns the marks of a lower-case word; 0 if it is unknown. */
export const getMarks = ({ graph, marks }: Lexicon, word: string): number =>
  marks[findWordNumber(graph, word)] ?? 0

export const getFrequency = ({ graph, frequency }: Lexicon, word: string): number =>
  frequency[findWordNumber(graph, word)] ?? 0
