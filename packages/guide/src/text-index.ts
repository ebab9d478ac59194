import { fold, splitFoldedWords, splitSentences } from '@vitrine/text'
import type { Lexicon } from './lexicon.ts'
import { foldUmlautSpelling } from './stem.ts'
import { getTerms, numberPattern, toTerm, yearPattern } from './words.ts'

/** Kinds of answers that a sentence may contain, as bits. */
export const answerKindFlags = { number: 1, time: 2, name: 4 } as const

export interface IndexedSentence {
  readonly text: string
  readonly terms: ReadonlySet<string>
  /** Terms after a number. */
  readonly countedTerms: ReadonlySet<string>
  /** Bits of `answerKindFlags`. */
  readonly answerKinds: number
}

export interface TextIndex {
  readonly lexicon: Lexicon
  readonly sentences: readonly IndexedSentence[]
  /** Terms of all sentences. */
  readonly terms: ReadonlySet<string>
  /** Folded words capitalised within a sentence, mostly names. */
  readonly names: ReadonlySet<string>
}

/** Longer sentences are split. */
export const maxSentenceLength = 600

export function indexText(text: string, lexicon: Lexicon): TextIndex {
  const sentences = splitSentences(text, maxSentenceLength).map((sentence) =>
    indexSentence(sentence.text, lexicon),
  )
  return {
    lexicon,
    sentences,
    terms: new Set(sentences.flatMap((sentence) => [...sentence.terms])),
    names: new Set(
      [...text.matchAll(capitalisedInside)].map(([word]) =>
        foldUmlautSpelling(fold(word), lexicon.language),
      ),
    ),
  }
}

const capitalisedInside = /(?<=[\p{L}\p{N},;:] [‘'(«“]?)\p{Lu}[\p{L}\p{N}]+/gu
const yearLike = /\d{3,4}/
/** Years of the world wars. */
const warYear = /\b19(?:1[4-8]|39|4[0-5])\b/
/** Single years do not count; ranges of years do, because they give a duration. */
const numberButNoYear =
  /(?<![\p{L}\d.])(?!(?:1[5-9]|20)\d\d(?!\d))\d|\b[12]\d{3}\D{1,8}[12]\d{3}\b/u

/** Endings of German number words. */
const germanNumber = /(?:zig|ssig|zehn|hundert|tausend)$/

/** Words after a number that it may count: 'twenty-three large windows'. */
const maxCountedWords = 3

function indexSentence(text: string, lexicon: Lexicon): IndexedSentence {
  const { language, numberWords, timeWords, nameVerbs, wartimeStem } = lexicon
  const countedTerms = new Set<string>()
  let answerKinds =
    (yearLike.test(text) ? answerKindFlags.time : 0) |
    (numberButNoYear.test(text) ? answerKindFlags.number : 0)
  let previousWord = ''
  let countedWordsLeft = 0
  const words = splitFoldedWords(text).map((word) => foldUmlautSpelling(word, language))
  for (const word of words) {
    if (countedWordsLeft-- > 0) countedTerms.add(toTerm(word, lexicon))
    const isAmount = numberWords.has(word) || (language === 'de' && germanNumber.test(word))
    if (isAmount) answerKinds |= answerKindFlags.number
    if (isAmount || (numberPattern.test(word) && !yearPattern.test(word))) {
      countedWordsLeft = maxCountedWords
    }
    if (timeWords.has(word)) answerKinds |= answerKindFlags.time
    if (nameVerbs.has(word) || nameVerbs.has(`${previousWord}_${word}`))
      answerKinds |= answerKindFlags.name
    previousWord = word
  }
  const terms = new Set(getTerms(text, lexicon))
  if (wartimeStem && warYear.test(text)) terms.add(wartimeStem).add(toTerm(wartimeStem, lexicon))
  return { text, terms, countedTerms, answerKinds }
}
