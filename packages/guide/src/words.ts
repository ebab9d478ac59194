import { splitFoldedWords, toComposedForm } from '@vitrine/text'
import type { Lexicon } from './lexicon.ts'
import { foldUmlautSpelling } from './stem.ts'

export interface Word {
  /** Folded, as typed. */
  readonly typed: string
  readonly stem: string
  /** The typed word, if it was corrected. */
  readonly original?: string
}

export const numberPattern = /^\d+$/
export const yearPattern = /^(?:1[5-9]|20)\d\d$/

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const unspacedLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
const longestWord = 60

/** Splits a question into words, after replacing phrases by single words ('km/h'). */
export function parseQuestionWords(question: string, lexicon: Lexicon): Word[] {
  let text = ` ${toComposedForm(question).toLowerCase().replaceAll('’', "'")} `
  for (const [from, to] of lexicon.phrases) {
    if (!from.startsWith('^')) text = text.replaceAll(from, to)
    else if (text.trimStart().startsWith(from.slice(1)))
      text = to + text.trimStart().slice(from.length - 1)
  }
  const parts = splitFoldedWords(text)
  const words = lexicon.hasSpaces ? parts : parts.flatMap((part) => segmentWords(part, lexicon))
  return words.map((part) => {
    const typed = foldUmlautSpelling(part.slice(0, longestWord), lexicon.language)
    return { typed, stem: lexicon.stem(typed) }
  })
}

export const getStems = (text: string, lexicon: Lexicon): string[] =>
  parseQuestionWords(text, lexicon).map(({ stem }) => stem)

const isWord = (part: string, { words, makes }: Lexicon): boolean =>
  words.has(part) || makes.has(part)

/** Segments text without spaces into the longest known words; unknown parts stay together. */
function segmentWords(part: string, lexicon: Lexicon): string[] {
  const segments: string[] = []
  for (const [piece] of part.matchAll(unspaced)) {
    if (!unspacedLetter.test(piece)) {
      segments.push(piece)
      continue
    }
    let unknown = ''
    for (let position = 0; position < piece.length; ) {
      let length = Math.min(lexicon.longestWord, piece.length - position)
      while (length > 0 && !isWord(piece.slice(position, position + length), lexicon)) length--
      if (length === 0) unknown += piece.charAt(position++)
      else {
        if (unknown) segments.push(unknown)
        unknown = ''
        segments.push(piece.slice(position, position + length))
        position += length
      }
    }
    if (unknown) segments.push(unknown)
  }
  return segments
}

/**
 * The terms by which sentences and questions are compared: stems (or pairs of characters in scripts
 * without spaces), and synonyms of two-word expressions.
 */
export function getTerms(text: string, lexicon: Lexicon): string[] {
  const terms: string[] = []
  let before = ''
  for (const part of splitFoldedWords(text))
    for (const [piece] of part.matchAll(unspaced))
      if (unspacedLetter.test(piece)) terms.push(...splitIntoCharacterPairs(piece))
      else {
        const typed = foldUmlautSpelling(piece.slice(0, longestWord), lexicon.language)
        const expression = lexicon.synonymHeads.get(`${before}_${typed}`)
        if (expression !== undefined) terms.push(`=${expression}`)
        terms.push(
          toComparableStem(typed, lexicon),
          toTerm(typed, lexicon),
          `~${lexicon.stem(typed)}`,
        )
        before = typed
      }
  return terms
}

export function toTerm(typed: string, lexicon: Lexicon): string {
  const sharedStem = lexicon.synonymHeads.get(lexicon.stem(typed))
  return sharedStem === undefined ? toComparableStem(typed, lexicon) : `=${sharedStem}`
}

export function toComparableStem(typed: string, lexicon: Lexicon): string {
  const stem = lexicon.stem(typed)
  if (lexicon.language !== 'de') return stem
  // A participle counts as its verb: 'geöffnet' as 'öffnen', 'aufgeschrieben' as 'aufschreiben'.
  const verb = stem.replace(participle, '$1')
  return verb.length >= 4 && /(?:t|en)$/.test(typed) ? verb : stem
}

const participle = /^(ab|an|auf|aus|ein|vor|zu|nach|um|her|hin|weg|mit)?ge/

export const splitIntoCharacterPairs = (text: string): string[] =>
  text.length < 2
    ? [text]
    : Array.from({ length: text.length - 1 }, (_, position) => text.slice(position, position + 2))
