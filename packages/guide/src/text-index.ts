import { fold, sentencesOf, wordsOf } from '@vitrine/text'
import type { Lexicon } from './lexicon.ts'
import { nearWords } from './near-words.ts'
import { plainWord } from './stem.ts'
import { terms } from './words.ts'

interface Posting {
  readonly sentence: number
  readonly count: number
}

/** The kinds of answer that a sentence holds. */
export const holding = { number: 1, time: 2, name: 4 } as const

/** A text by its sentences and their terms. */
export interface TextIndex {
  readonly lexicon: Lexicon
  readonly sentences: readonly string[]
  readonly holds: Uint8Array
  readonly postings: ReadonlyMap<string, readonly Posting[]>
  /** Its words with a capital that do not begin a sentence, folded: names, mostly. */
  readonly names: ReadonlySet<string>
  /** Terms by their first and by their last letters, for words that are put together or have another ending. */
  readonly beginnings: ReadonlyMap<string, readonly string[]>
  readonly endings: ReadonlyMap<string, readonly string[]>
  /** The word of the text that was probably meant. */
  readonly near: (word: string) => string | undefined
}

/** Longer sentences are not quoted. */
export const maxSentence = 600
const keyLength = 4
/** A made-up text may hold thousands of words that begin alike; no language does. */
const mostAlike = 60
const mostNear = 300

export function indexText(text: string, lexicon: Lexicon): TextIndex {
  const sentences = sentencesOf(text, maxSentence).map((sentence) => sentence.text)
  const holds = new Uint8Array(sentences.length)
  const postings = new Map<string, { sentence: number; count: number }[]>()
  for (const [sentence, written] of sentences.entries()) {
    const words = terms(written, lexicon)
    if (lexicon.wartime && warYear.test(written)) words.push(lexicon.wartime)
    holds[sentence] = heldBy(written, lexicon)
    for (const word of words) {
      const places = entry(postings, word)
      const last = places.at(-1)
      if (last?.sentence === sentence) last.count++
      else places.push({ sentence, count: 1 })
    }
  }
  const names = new Set([...text.matchAll(insideCapital)].map(([word]) => plainWord(fold(word), lexicon.language)))
  const beginnings = new Map<string, string[]>()
  const endings = new Map<string, string[]>()
  for (const term of postings.keys()) {
    if (term.length < keyLength) continue
    for (const group of [entry(beginnings, term.slice(0, keyLength)), entry(endings, term.slice(-keyLength))])
      if (group.length < mostAlike) group.push(term)
  }
  const near = nearWords(postings.keys(), mostNear)
  return { lexicon, sentences, holds, postings, names, beginnings, endings, near }
}

function entry<Value>(map: Map<string, Value[]>, key: string): Value[] {
  const known = map.get(key)
  if (known) return known
  const made: Value[] = []
  map.set(key, made)
  return made
}

const insideCapital = /(?<=[\p{L}\p{N},;:] [‘'(«“]?)\p{Lu}[\p{L}\p{N}]+/gu
const year = /\d{3,4}/
const warYear = /\b19(?:1[4-8]|39|4[0-5])\b/
/** A year is none, from one to another is one. */
const numberButNoYear = /(?<![\p{L}\d.])(?!(?:1[5-9]|20)\d\d(?!\d))\d|\b[12]\d{3}\D{1,8}[12]\d{3}\b/u

/** German writes a number as one word. */
const germanNumber = /(?:zig|ssig|zehn|hundert|tausend)$/

const wordsIn = (text: string, { language }: Lexicon): string[] =>
  wordsOf(text).map((word) => plainWord(word, language))

function heldBy(sentence: string, lexicon: Lexicon): number {
  const { language, numbers, times, naming } = lexicon
  let holds = (year.test(sentence) ? holding.time : 0) | (numberButNoYear.test(sentence) ? holding.number : 0)
  let before = ''
  for (const word of wordsIn(sentence, lexicon)) {
    if (numbers.has(word) || (language === 'de' && germanNumber.test(word))) holds |= holding.number
    if (times.has(word)) holds |= holding.time
    if (naming.has(word) || naming.has(`${before}_${word}`)) holds |= holding.name
    before = word
  }
  return holds
}

interface Match {
  readonly term: string
  /** From 0 to 1: how surely the same thing is meant. */
  readonly quality: number
}

/** The terms of the text that a word of the question means: itself, else longer or shorter forms of it. */
export function matchingTerms(index: TextIndex, term: string): Match[] {
  const found: Match[] = index.postings.has(term) ? [{ term, quality: 1 }] : []
  if (term.length < keyLength || /\d/.test(term)) return found
  for (const other of index.beginnings.get(term.slice(0, keyLength)) ?? []) {
    if (other === term) continue
    const shared = sharedBeginning(term, other)
    const longer = Math.max(term.length, other.length)
    // German puts 'Hühner' and 'Stall' together.
    const part = shared === term.length && (shared > keyLength || index.lexicon.language === 'de')
    if (part || shared >= 0.75 * longer || (shared > keyLength && shared >= 0.6 * longer))
      found.push({ term: other, quality: 0.4 + (0.5 * shared) / longer })
  }
  for (const other of index.endings.get(term.slice(-keyLength)) ?? []) {
    const isPart = other.endsWith(term)
    // 'Stall' is in 'Hühnerstall', but 'Ausgang' is no 'Gang'.
    const shortest = index.lexicon.language === 'de' && Math.abs(term.length - other.length) >= (isPart ? 3 : 4) ? 4 : 5
    const isLong = Math.min(term.length, other.length) >= shortest
    if (other !== term && isLong && (isPart || term.endsWith(other)))
      found.push({ term: other, quality: isPart ? 0.85 : 0.7 })
  }
  return found
}

function sharedBeginning(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

export const occursInText = (index: TextIndex, term: string): boolean =>
  matchingTerms(index, term).some(({ quality }) => quality >= 0.7)
