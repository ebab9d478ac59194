import { fold, splitFoldedWords, splitSentences } from '@vitrine/text'
import type { Lexicon } from './lexicon.ts'
import { plainWord } from './stem.ts'
import { isNumber, term, terms, yearLike } from './words.ts'

/** The kinds of answer that a sentence holds. */
export const holding = { number: 1, time: 2, name: 4 } as const

export interface Sentence {
  readonly text: string
  readonly terms: ReadonlySet<string>
  /** The terms that it tells the number of. */
  readonly counted: ReadonlySet<string>
  /** The kinds of answer that it holds. */
  readonly holds: number
}

/** A text by its sentences and their terms. */
export interface TextIndex {
  readonly lexicon: Lexicon
  readonly sentences: readonly Sentence[]
  /** The terms of all sentences. */
  readonly terms: ReadonlySet<string>
  /** Its words with a capital that do not begin a sentence, folded: names, mostly. */
  readonly names: ReadonlySet<string>
}

/** Longer sentences are not quoted. */
export const maxSentence = 600

export function indexText(text: string, lexicon: Lexicon): TextIndex {
  const sentences = splitSentences(text, maxSentence).map((sentence) =>
    readSentence(sentence.text, lexicon),
  )
  return {
    lexicon,
    sentences,
    terms: new Set(sentences.flatMap((sentence) => [...sentence.terms])),
    names: new Set(
      [...text.matchAll(insideCapital)].map(([word]) => plainWord(fold(word), lexicon.language)),
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

function readSentence(text: string, lexicon: Lexicon): Sentence {
  const { language, numbers, times, naming, wartime } = lexicon
  const counted = new Set<string>()
  let holds =
    (year.test(text) ? holding.time : 0) | (numberButNoYear.test(text) ? holding.number : 0)
  let before = ''
  let left = 0
  for (const word of splitFoldedWords(text).map((written) => plainWord(written, language))) {
    if (left-- > 0) counted.add(term(word, lexicon))
    const isAmount = numbers.has(word) || (language === 'de' && germanNumber.test(word))
    if (isAmount) holds |= holding.number
    if (isAmount || (isNumber.test(word) && !yearLike.test(word))) left = countedWords
    if (times.has(word)) holds |= holding.time
    if (naming.has(word) || naming.has(`${before}_${word}`)) holds |= holding.name
    before = word
  }
  const war = wartime && warYear.test(text) ? [wartime, term(wartime, lexicon)] : []
  return { text, terms: new Set([...terms(text, lexicon), ...war]), counted, holds }
}
