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

/** Runs of text with and without spaces between words. */
const scriptRuns =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
const maxWordLength = 60

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
    const typed = foldUmlautSpelling(part.slice(0, maxWordLength), lexicon.language)
    return { typed, stem: lexicon.stem(typed) }
  })
}

export const getStems = (text: string, lexicon: Lexicon): string[] =>
  parseQuestionWords(text, lexicon).map(({ stem }) => stem)

const isWord = (part: string, { words, makes }: Lexicon): boolean =>
  words.has(part) || makes.has(part)

/** Segments text without spaces into the longest known words; unknown parts stay together. */
function segmentWords(part: string, lexicon: Lexicon): string[] {
  return Array.from(part.matchAll(scriptRuns), ([run]) => run).flatMap((run) =>
    unspacedScript.test(run) ? segmentUnspacedRun(run, lexicon) : run,
  )
}

function segmentUnspacedRun(run: string, lexicon: Lexicon): string[] {
  const segments: string[] = []
  let unknown = ''
  for (let position = 0; position < run.length; ) {
    const word = findLongestWord(run.slice(position), lexicon)
    if (word === '') {
      unknown += run.charAt(position)
      position++
      continue
    }
    if (unknown !== '') segments.push(unknown)
    unknown = ''
    segments.push(word)
    position += word.length
  }
  if (unknown !== '') segments.push(unknown)
  return segments
}

/** Finds the longest word with which the text begins; '' without one. */
function findLongestWord(text: string, lexicon: Lexicon): string {
  let length = Math.min(lexicon.longestWord, text.length)
  while (length > 0 && !isWord(text.slice(0, length), lexicon)) length--
  return text.slice(0, length)
}

/**
 * Lists the terms by which sentences and questions are compared: stems (or pairs of characters in
 * scripts without spaces), `=` and the head of a group of synonyms, and `~` and a plain stem.
 */
export function getTerms(text: string, lexicon: Lexicon): string[] {
  const terms: string[] = []
  let previousWord = ''
  for (const part of splitFoldedWords(text))
    for (const [run] of part.matchAll(scriptRuns)) {
      if (unspacedScript.test(run)) {
        terms.push(...splitIntoCharacterPairs(run))
        continue
      }
      const word = foldUmlautSpelling(run.slice(0, maxWordLength), lexicon.language)
      const expression = lexicon.synonymHeads.get(`${previousWord}_${word}`)
      if (expression !== undefined) terms.push(`=${expression}`)
      terms.push(toComparableStem(word, lexicon), toTerm(word, lexicon), `~${lexicon.stem(word)}`)
      previousWord = word
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
  const verb = stem.replace(participlePrefix, '$1')
  return verb.length >= 4 && /(?:t|en)$/.test(typed) ? verb : stem
}

const participlePrefix = /^(ab|an|auf|aus|ein|vor|zu|nach|um|her|hin|weg|mit)?ge/

export const splitIntoCharacterPairs = (text: string): string[] =>
  text.length < 2
    ? [text]
    : Array.from({ length: text.length - 1 }, (_, position) => text.slice(position, position + 2))
