import { fold, splitFoldedWords, splitSentences } from '@vitrine/text'
import type { Lexicon } from './lexicon.ts'
import { foldUmlautSpelling } from './stem.ts'
import { getTerms, numberPattern, toTerm, yearPattern } from './words.ts'

/** The kinds of answer that a sentence holds. */
export const answerKindFlags = { number: 1, time: 2, name: 4 } as const

export interface IndexedSentence {
  readonly text: string
  readonly terms: ReadonlySet<string>
  /** The terms that it tells the number of. */
  readonly countedTerms: ReadonlySet<string>
  /** The kinds of answer that it holds. */
  readonly answerKinds: number
}

/** A text by its sentences and their terms. */
export interface TextIndex {
  readonly lexicon: Lexicon
  readonly sentences: readonly IndexedSentence[]
  /** The terms of all sentences. */
  readonly terms: ReadonlySet<string>
  /** Its words with a capital that do not begin a sentence, folded: names, mostly. */
  readonly names: ReadonlySet<string>
}

/** Longer sentences are not quoted. */
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
/** A year is none, from one to another is one. */
const numberButNoYear =
  /(?<![\p{L}\d.])(?!(?:1[5-9]|20)\d\d(?!\d))\d|\b[12]\d{3}\D{1,8}[12]\d{3}\b/u

/** German writes a number as one word. */
const germanNumber = /(?:zig|ssig|zehn|hundert|tausend)$/

/** A number says how many there are of the next words: 'twenty-three large windows'. */
const countedWords = 3

function indexSentence(text: string, lexicon: Lexicon): IndexedSentence {
  const { language, numbers, times, naming, wartime } = lexicon
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
    const isAmount = numbers.has(word) || (language === 'de' && germanNumber.test(word))
    if (isAmount) answerKinds |= answerKindFlags.number
    if (isAmount || (numberPattern.test(word) && !yearPattern.test(word))) left = countedWords
    if (times.has(word)) answerKinds |= answerKindFlags.time
    if (naming.has(word) || naming.has(`${before}_${word}`)) answerKinds |= answerKindFlags.name
    before = word
  }
  const war = wartime && warYear.test(text) ? [wartime, toTerm(wartime, lexicon)] : []
  return { text, terms: new Set([...getTerms(text, lexicon), ...war]), countedTerms, answerKinds }
}
