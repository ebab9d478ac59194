import { findUnits, type LabelLanguage, placeNameVariants } from '@vitrine/contract'
import { fold, splitFoldedWords, splitSentences } from '@vitrine/text'
import { getLexicon } from './lexicon.ts'
import { findNumbers } from './numbers.ts'
import { foldUmlautSpelling } from './stem.ts'
import { maxSentenceLength } from './text-index.ts'

/** A citable sentence or 'Label: value'. */
export interface CitableSource {
  readonly id: number
  readonly text: string
}

export interface GroundedSentence {
  readonly text: string
  readonly sources: readonly number[]
}

const maxAnswerLength = 3_000
const maxSentences = 12
/** Per sentence: citing everything proves nothing. */
const maxCitations = 6
const maxSourceLength = 4_000

/** '[3]' or '【3, 7】'. */
const citationPattern = /[[【]\s*(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\s*[\]】]/gu
const citationsAfterStop =
  /(?<![.!?…。！？])([.!?…。！？]+["»”’')]*)((?:\s*[[【][\d\s,;]{1,40}[\]】])+)/gu
const listMarker = /^[ \t]*[-*•][ \t]+/gm
const emphasis = /\*\*|__/g

/**
 * Parses a model's answer with citations ('… [3][7]'). Returns null unless each sentence has
 * citations and all of its numbers, units and possible names are in the cited sources.
 */
export function parseGroundedAnswer(
  answer: string,
  sources: readonly CitableSource[],
  language: LabelLanguage,
): GroundedSentence[] | null {
  if (answer.length > maxAnswerLength || isDisguised(answer)) return null
  const plain = answer
    .replaceAll(listMarker, '')
    .replaceAll(emphasis, '')
    .replaceAll(citationsAfterStop, '$2$1')
  const sentences = splitSentences(plain, maxSentenceLength)
  if (sentences.length === 0 || sentences.length > maxSentences) return null
  const sourceTexts = new Map(sources.map(({ id, text }) => [id, text.slice(0, maxSourceLength)]))
  const grounded: GroundedSentence[] = []
  for (const { text: sentence } of sentences) {
    const citedIds = findCitedIds(sentence)
    if (citedIds.length === 0 || citedIds.length > maxCitations) return null
    const citedTexts = citedIds.flatMap((id) => sourceTexts.get(id) ?? [])
    const text = removeCitations(sentence)
    if (citedTexts.length < citedIds.length || !isGrounded(text, citedTexts, language)) return null

    grounded.push({ text, sources: citedIds })
  }
  return grounded
}

function findCitedIds(sentence: string): number[] {
  const lists = Array.from(sentence.matchAll(citationPattern), ([, ids = '']) => ids)
  return [...new Set(lists.flatMap((ids) => ids.split(/[,;]/)).map(Number))]
}

const removeCitations = (sentence: string): string =>
  sentence
    .replaceAll(citationPattern, '')
    .replaceAll(/(?<!\s)\s+([.,;:!?])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()

const invisibleCharacter = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\p{M}{3}/u
const markup = /[<>`\\{}|~]|\]\(|!\[|:\/\/|www\.|@/iu
const strangeLetter = /[\p{L}\p{N}](?<![\p{ASCII}²³½¼¾ªº])/gu
const strangeDigit = /[\p{Nd}\p{Nl}](?<!\d)/u
const mixedScripts =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u

/**
 * Detects markup, URLs, invisible characters and look-alike letters, which no honest answer
 * contains.
 */
function isDisguised(answer: string): boolean {
  const text = answer.normalize('NFC')
  return (
    invisibleCharacter.test(text) ||
    markup.test(text) ||
    strangeDigit.test(text) ||
    mixedScripts.test(text) ||
    Array.from(text.matchAll(strangeLetter)).some(([letter]) => letter.normalize('NFKC') !== letter)
  )
}

function isGrounded(sentence: string, cited: readonly string[], language: LabelLanguage): boolean {
  const text = sentence.normalize('NFC')
  return (
    /[\p{L}\p{N}]/u.test(text) &&
    !/[[\]【】]/u.test(text) &&
    hasOnlyCitedNumbers(text, cited, language) &&
    hasOnlyCitedNames(text, cited, language) &&
    hasOnlyKnownCharacters(text, cited, language)
  )
}

/** Whether each number is cited with its unit: 205 km/h and 90 hp do not support 205 hp. */
function hasOnlyCitedNumbers(
  text: string,
  cited: readonly string[],
  language: LabelLanguage,
): boolean {
  const citedUnitsByNumber = new Map<string, Set<string>>()
  for (const source of cited) {
    const allUnits = findAllUnits(source)
    for (const { value, units } of findNumbers(source, language)) {
      const citedUnits = citedUnitsByNumber.get(value) ?? new Set()
      citedUnitsByNumber.set(value, citedUnits)
      for (const unit of units.length > 0 ? units : allUnits) citedUnits.add(unit)
    }
  }
  return findNumbers(text, language).every(({ value, units }) => {
    const citedUnits = citedUnitsByNumber.get(value)
    return (
      citedUnits !== undefined && (units.length === 0 || units.some((unit) => citedUnits.has(unit)))
    )
  })
}

const findAllUnits = (text: string): string[] =>
  (text.match(/[\p{L}%€$£¥][\p{L}\p{No}/\d]*/gu) ?? []).flatMap((word) => findUnits(word) ?? [])

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu
const capital = /[\p{Lu}\p{Lt}]/u
/** What may precede the first word of a sentence. */
const onlyPunctuation = /^[\s"'«»“”„‹›‘’([¿¡–—-]*$/u

/**
 * Whether each capitalised word is in a source, with the same capitalised neighbour; except at the
 * beginning of a sentence, and German common nouns.
 */
function hasOnlyCitedNames(
  text: string,
  cited: readonly string[],
  language: LabelLanguage,
): boolean {
  const { fillers, questionWordKinds, sentenceStarters, commonNouns } = getLexicon(language)
  const wordsBySource = cited.map(splitFoldedWords)
  const isCited = createCitedNameTest(new Set(wordsBySource.flat()), language)
  /** Whether a capitalised word is no name. */
  const isOrdinary = (name: string, textBefore: string) => {
    const word = foldUmlautSpelling(name, language)
    if (commonNouns.has(word)) return true
    const mayStartSentence =
      fillers.has(word) || questionWordKinds.has(word) || sentenceStarters.has(word)
    return mayStartSentence && onlyPunctuation.test(textBefore)
  }

  let previous: { readonly name: string; readonly end: number } | undefined
  for (const { 0: written, index } of text.matchAll(wordPattern)) {
    if (!capital.test(written)) continue
    const name = fold(written)
    if (isOrdinary(name, text.slice(0, index))) {
      previous = undefined
      continue
    }
    if (!isCited(name)) return false

    const previousName = previous && /^[ -]$/.test(text.slice(previous.end, index)) && previous.name
    if (previousName && wordsBySource.some((words) => areNeverAdjacent(words, previousName, name)))
      return false
    previous = { name, end: index + written.length }
  }
  return true
}

/** Accepts a plural or genitive with 's', Russian cases, and a place's name in other languages. */
function createCitedNameTest(citedWords: ReadonlySet<string>, language: LabelLanguage) {
  const { stem } = getLexicon(language)
  const citedStems = new Set([...citedWords].map(stem))
  return (name: string): boolean =>
    citedWords.has(name) ||
    (name.endsWith('s') && citedWords.has(name.slice(0, -1))) ||
    citedWords.has(`${name}s`) ||
    (language === 'ru' && citedStems.has(stem(name))) ||
    (placeNameVariants.get(name)?.some((variant) => citedWords.has(variant)) ?? false)
}

/** Whether a source contains both names, but never next to each other. */
function areNeverAdjacent(source: readonly string[], first: string, second: string): boolean {
  if (!source.includes(first) || !source.includes(second)) return false
  return !source.some((each, position) => each === first && source[position + 1] === second)
}

/**
 * Characters of scripts without capitals, which may contain names; except hiragana (inflections).
 */
const uncasedCharacters = /[[\p{Lo}ー]--[\p{Script=Hiragana}ªº]]+/gv

/** In scripts without capitals, everything must be in the lexicon or in a source. */
function hasOnlyKnownCharacters(
  text: string,
  cited: readonly string[],
  language: LabelLanguage,
): boolean {
  const { words: known, fillers, longestWord } = getLexicon(language)
  const citedText = cited.join('\n').normalize('NFC')
  for (const [run] of text.matchAll(uncasedCharacters))
    for (let position = 0; position < run.length; ) {
      const length = Math.max(
        measureKnownPrefix(longestWord, run.slice(position), known, fillers),
        measureCitedPrefix(citedText, run.slice(position)),
      )
      if (length === 0) return false
      position += length
    }
  return true
}

function measureKnownPrefix(
  longest: number,
  text: string,
  known: ReadonlySet<string>,
  fillers: ReadonlySet<string>,
): number {
  let length = Math.min(longest, text.length)
  while (length > 0 && !known.has(text.slice(0, length)) && !fillers.has(text.slice(0, length)))
    length--
  return length
}

/** Length of the longest prefix found in the source; a single character does not count. */
function measureCitedPrefix(source: string, text: string): number {
  let length = 1
  while (length < text.length && source.includes(text.slice(0, length + 1))) length++
  if (length === 1 && text.length > 1) return 0
  return source.includes(text.slice(0, length)) ? length : 0
}
