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
      [...text.matchAll(insideCapital)].map(([word]) =>
        foldUmlautSpelling(fold(word), lexicon.language),
      ),
    ),
  }
}

const insideCapital = /(?<=[\p{L}\p{N},;:] [‘'(«“]?)\p{Lu}[\p{L}\p{N}]+/gu
const year = /\d{3,4}/
const warYear = /\b19(?:1[4-8]|39|4[0-5])\b/
/** Years are not numbers, but ranges of years are (they give a duration). */
const numberButNoYear =
  /(?<![\p{L}\d.])(?!(?:1[5-9]|20)\d\d(?!\d))\d|\b[12]\d{3}\D{1,8}[12]\d{3}\b/u

/** Endings of German number words. */
const germanNumber = /(?:zig|ssig|zehn|hundert|tausend)$/

/** How many words after a number it may count: 'twenty-three large windows'. */
const countedWords = 3

function indexSentence(text: string, lexicon: Lexicon): IndexedSentence {
  const { language, numberWords, timeWords, nameVerbs, wartimeStem } = lexicon
  const countedTerms = new Set<string>()
  let answerKinds =
    (year.test(text) ? answerKindFlags.time : 0) |
    (numberButNoYear.test(text) ? answerKindFlags.number : 0)
  let before = ''
  let left = 0
  for (const word of splitFoldedWords(text).map((written) =>
    foldUmlautSpelling(written, language),
  )) {
    if (left-- > 0) countedTerms.add(toTerm(word, lexicon))
    const isAmount = numberWords.has(word) || (language === 'de' && germanNumber.test(word))
    if (isAmount) answerKinds |= answerKindFlags.number
    if (isAmount || (numberPattern.test(word) && !yearPattern.test(word))) left = countedWords
    if (timeWords.has(word)) answerKinds |= answerKindFlags.time
    if (nameVerbs.has(word) || nameVerbs.has(`${before}_${word}`))
      answerKinds |= answerKindFlags.name
    before = word
  }
  const war = wartimeStem && warYear.test(text) ? [wartimeStem, toTerm(wartimeStem, lexicon)] : []
  return { text, terms: new Set([...getTerms(text, lexicon), ...war]), countedTerms, answerKinds }
}
