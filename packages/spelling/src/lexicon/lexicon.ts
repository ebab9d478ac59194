import { findWordNumber, type WordGraph } from './word-graph.ts'

export const spellingLanguages = ['de', 'fr', 'en'] as const
export type SpellingLanguage = (typeof spellingLanguages)[number]

/** What is known of a word, as bits. Words are kept in small letters. */
export const Mark = {
  /** Written small. */
  small: 1,
  /** Written with a capital. */
  capital: 2,
  /** Written in some other way: 'USA', 'McLaughlin'. */
  mixedCase: 4,
  /** May begin a German compound. */
  begins: 8,
  /** May end a German compound. */
  ends: 16,
  /** The name of a person: right with a capital, never suggested. */
  name: 32,
  /** In none of the dictionaries, but often seen in print: right as it is, never suggested. */
  seen: 64,
  /** Right, but not to be suggested. */
  unsuggested: 128,
} as const

/** Marks of words that can stand in a text by themselves. */
export const standaloneMarks = Mark.small | Mark.capital | Mark.mixedCase

export interface Lexicon {
  readonly graph: WordGraph
  readonly marks: Uint8Array
  /** 0 for words on no list, up to 17 for the most frequent; each step is twice as frequent. */
  readonly frequency: Uint8Array
}

/** The marks of a word in small letters; 0 when it is unknown. */
export const getMarks = ({ graph, marks }: Lexicon, word: string): number =>
  marks[findWordNumber(graph, word)] ?? 0

export const getFrequency = ({ graph, frequency }: Lexicon, word: string): number =>
  frequency[findWordNumber(graph, word)] ?? 0
