import { toComposedForm } from '@vitrine/text'

/** A word of a text, with what stands around it. */
export interface Token {
  readonly word: string
  readonly start: number
  /** The first word of a sentence or of a line. */
  readonly startsSentence: boolean
  /** Followed at once by a full stop that may not be the end of the sentence. */
  readonly abbreviated: boolean
  /** Part of an address, a code or a number: nothing to correct. */
  readonly technical: boolean
  /** What stands between the word before and this one. */
  readonly gap: string
}

const word = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*/gu
const glued = /[\p{N}@_/\\#~=&+]/u
const sentenceEnd = /[.!?…:]["'»“”’)]*\s+["'«„“(]*$/

export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  const textEnd = text.trimEnd().length
  for (const match of text.matchAll(word)) {
    const start = match.index
    const gap = text.slice(end, start)
    const last = start + match[0].length
    const [before, after] = [text[start - 1] ?? '', text[last] ?? '']
    tokens.push({
      word: match[0],
      start,
      gap,
      startsSentence: tokens.length === 0 || sentenceEnd.test(gap),
      abbreviated: after === '.' && (match[0].length < 4 || last + 1 < textEnd),
      technical: glued.test(before) || glued.test(after) || isInAddress(text, start, last),
    })
    end = last
  }
  return tokens
}

/** 'museum.example.org': a full stop with letters on both sides. */
const isInAddress = (text: string, start: number, end: number): boolean =>
  /[\p{L}\p{N}]\.$/u.test(text.slice(Math.max(0, start - 2), start)) ||
  /^\.[\p{L}\p{N}]/u.test(text.slice(end, end + 2))

/** In small letters, as the dictionaries have words. */
export const toWordKey = (word: string): string =>
  toComposedForm(word).toLowerCase().replaceAll('’', "'")

/** The words of a text or a name, each as its key. */
export const toWordKeys = (text: string): string[] =>
  text.match(/[\p{L}\p{M}]+/gu)?.map(toWordKey) ?? []

export const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word)
