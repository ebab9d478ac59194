import { toComposedForm } from '@vitrine/text'

/** A word of a text with its context. */
export interface Token {
  readonly word: string
  readonly start: number
  /** Whether it is the first word of a sentence or line. */
  readonly startsSentence: boolean
  /** Whether it may be an abbreviation: a full stop follows. */
  readonly abbreviated: boolean
  /** Whether it is part of a URL, a code or a number, which are not corrected. */
  readonly technical: boolean
  /** Text between the previous word and this one. */
  readonly gap: string
}

const wordPattern = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*/gu
// Characters that join a word to a code, an address or a path.
const glued = /[\p{N}@_/\\#~=&+]/u
const sentenceEnd = /[.!?…:]["'»“”’)]*\s+["'«„“(]*$/

export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  let previousEnd = 0
  const textEnd = text.trimEnd().length
  for (const match of text.matchAll(wordPattern)) {
    const start = match.index
    const gap = text.slice(previousEnd, start)
    const end = start + match[0].length
    const [before, after] = [text[start - 1] ?? '', text[end] ?? '']
    const endsText = end + 1 >= textEnd
    tokens.push({
      word: match[0],
      start,
      gap,
      startsSentence: tokens.length === 0 || sentenceEnd.test(gap),
      abbreviated: after === '.' && (match[0].length < 4 || !endsText),
      technical: glued.test(before) || glued.test(after) || isInAddress(text, start, end),
    })
    previousEnd = end
  }
  return tokens
}

/** Whether a full stop joins the word to other letters: 'museum.example.org'. */
const isInAddress = (text: string, start: number, end: number): boolean =>
  /[\p{L}\p{N}]\.$/u.test(text.slice(Math.max(0, start - 2), start)) ||
  /^\.[\p{L}\p{N}]/u.test(text.slice(end, end + 2))

/** Converts a word to its key in the lexicon: in lower case, with straight apostrophes. */
export const toWordKey = (word: string): string =>
  toComposedForm(word).toLowerCase().replaceAll('’', "'")

/** Splits a text or name into word keys. */
export const toWordKeys = (text: string): string[] =>
  text.match(/[\p{L}\p{M}]+/gu)?.map(toWordKey) ?? []

export const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word)
