import { fold } from '@vitrine/text'
import { detectLanguage } from './detect-language.ts'
import words from './translation-words.json' with { type: 'json' }

/** A fact in only one of the texts; both are set if one seems to have replaced the other. */
export interface TextDifference {
  readonly original?: string
  readonly translation?: string
}

export function formatTextDifference({ original, translation }: TextDifference): string {
  if (original === undefined) return `${translation} is not in the original`
  if (translation === undefined) return `${original} is missing`
  return `${original} → ${translation}`
}

/**
 * Finds the facts in which a translation differs from its original: numbers, units, names and URLs.
 * `names` are known names, such as the artist's; others are guessed from their capitals. Titles may
 * be translated freely, so only their numbers are compared.
 */
export function compareTranslation(
  before: TextIn,
  after: TextIn,
  names: readonly string[],
  isName = false,
): TextDifference[] {
  const [original, translation] = [before.text, after.text]
  if (original.trim() === '' || translation.trim() === '' || original === translation) return []
  if (isName) return numberDifferences(original, translation)
  return [
    ...numberDifferences(original, translation),
    ...compareTokens(original, translation, findUnitTokens, findAnyUnitTokens),
    ...nameDifferences(before, after, names),
    ...compareTokens(original, translation, findUrls, findUrls),
  ]
}

interface TextIn {
  readonly text: string
  /** Empty if unknown. */
  readonly language: string
}

interface Token {
  readonly text: string
  /** Tokens that share a key are equal. */
  readonly keys: readonly string[]
}

const collectKeys = (tokens: readonly Token[]): Set<string> =>
  new Set(tokens.flatMap(({ keys }) => keys))

/** Reports tokens that `find` finds in one text and `findCounterparts` misses in the other. */
function compareTokens(
  original: string,
  translation: string,
  find: (text: string) => Token[],
  findCounterparts: (text: string) => Token[],
): TextDifference[] {
  const onlyIn = (text: string, other: string) => {
    const otherKeys = collectKeys(findCounterparts(other))
    const missing = find(text).filter(({ keys }) => !keys.some((key) => otherKeys.has(key)))
    return [...new Set(missing.map((token) => token.text))]
  }
  return [
    ...onlyIn(original, translation).map((text) => ({ original: text })),
    ...onlyIn(translation, original).map((text) => ({ translation: text })),
  ]
}

// Groups of three digits separated by apostrophes or spaces, or digits with points and commas.
const number = /\d{1,3}(?:['’\u{a0}\u{202f} ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*/gu
const romanNumber = /(?<![\p{L}\p{N}])[IVXLC]{2,8}(?=(?:e|er|ème)?(?![\p{L}\p{N}]))/gu

function numberDifferences(original: string, translation: string): TextDifference[] {
  const [originalNumbers, translatedNumbers] = removeMatches(
    findNumbers(original),
    findNumbers(translation),
  )
  // '12.5.1927' may be translated as 'May 12, 1927', and '10.30' as '10:30'.
  const [originalParts, translatedParts] = removeMatches(
    originalNumbers.flatMap(splitIfPartOf(translatedNumbers)),
    translatedNumbers.flatMap(splitIfPartOf(originalNumbers)),
  )
  const lost = uniqueByText(originalParts.filter(isNotSpelledOutIn(translation)))
  const added = uniqueByText(translatedParts.filter(isNotSpelledOutIn(original)))

  if (lost.length === added.length)
    return lost.map(({ text }, index) => ({
      original: text,
      translation: added[index]?.text ?? '',
    }))
  return [
    ...lost.map(({ text }) => ({ original: text })),
    ...added.map(({ text }) => ({ translation: text })),
  ]
}

const uniqueByText = (tokens: readonly Token[]): Token[] => [
  ...new Map(tokens.map((token) => [token.text, token])).values(),
]

const findNumbers = (text: string): Token[] => [
  ...Array.from(text.matchAll(number), ([found]) => ({ text: found, keys: parseReadings(found) })),
  ...Array.from(text.matchAll(romanNumber), ([found]) => ({
    text: found,
    keys: parseRoman(found),
  })),
]

/** Possible values of a number: '1.500' is 1500 in German, and 1.5 in English. */
function parseReadings(text: string): string[] {
  const plain = text.replaceAll(/['’\u{a0}\u{202f} ]/gu, '')
  const decimal = plain.replace(',', '.')
  const number = /^\d+(\.\d+)?$/.test(decimal) ? String(Number(decimal)) : plain
  return /^\d{1,3}([.,]\d{3})+$/.test(plain) ? [plain.replaceAll(/[.,]/g, ''), number] : [number]
}

const romanDigits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 }

/** The value of a Roman number, or the text itself if it is none. */
function parseRoman(text: string): string[] {
  if (!/^C{0,3}(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/.test(text)) return [text]

  const values = Array.from(text, (letter) => romanDigits[letter] ?? 0)
  const signed = values.map((value, index) => (value < (values[index + 1] ?? 0) ? -value : value))
  return [String(signed.reduce((sum, value) => sum + value, 0))]
}

/** Removes the numbers that both sides have. */
function removeMatches(
  original: readonly Token[],
  translation: readonly Token[],
): [Token[], Token[]] {
  const without = (tokens: readonly Token[], others: readonly Token[]) => {
    const known = collectKeys(others)
    // Years may be shortened to their last two digits.
    const shortYears = new Set([...known].filter(isYear).map((key) => key.slice(2)))
    const isKnown = (key: string) =>
      known.has(key) || shortYears.has(key) || (isYear(key) && known.has(key.slice(2)))
    return tokens.filter(({ keys }) => !keys.some(isKnown))
  }
  return [without(original, translation), without(translation, original)]
}

const isYear = (key: string): boolean => /^(1\d|20)\d\d$/.test(key)

/** Splits a date, or a time of which the other side has a part. */
const splitIfPartOf = (others: readonly Token[]) => {
  const otherKeys = collectKeys(others)
  return (token: Token): Token[] => {
    const parts = token.text.split(/[.,]/).map((text) => ({ text, keys: parseReadings(text) }))
    return parts.length === 3 || parts.some(({ keys }) => keys.some((key) => otherKeys.has(key)))
      ? parts
      : [token]
  }
}

const numberWords = new Map(
  Object.entries(words.numbers).map(([key, list]) => [key, list.split(' ')]),
)

/** Numbers and months may be spelled out, and decades by their tens ('1920' as 'twenties'). */
const isNotSpelledOutIn = (text: string) => {
  const folded = fold(text)
  const cache = new Map<string, boolean>()
  const isSpelledOut = (key: string): boolean => {
    const decade = /^(1[89]|20)[1-9]0$/.test(key) ? key.slice(2) : key
    const isFound =
      cache.get(decade) ?? numberWords.get(decade)?.some((word) => folded.includes(word)) ?? false
    cache.set(decade, isFound)
    return isFound
  }
  return ({ keys }: Token) => !keys.some(isSpelledOut)
}

// A word may belong to several units: 'centimetres' is also part of 'cubic centimetres'.
const units = new Map<string, string[]>()
for (const list of words.units) {
  for (const word of list.split(' ')) units.set(word, [...(units.get(word) ?? []), list])
}

/** Keys of the units that a word or symbol may denote. Synonyms share them. */
export const findUnits = (word: string): readonly string[] | undefined => units.get(fold(word))

const toUnitTokens = (text: string): Token[] => {
  const keys = findUnits(text)
  return keys ? [{ text, keys }] : []
}

/** Units after a number. */
const findUnitTokens = (text: string): Token[] =>
  [...text.matchAll(/\d[ \u{a0}\u{202f}-]?([\p{L}%°€$/][\p{L}\p{No}\d/°]*)(?!-)/gu)].flatMap(
    ([, found = '']) => toUnitTokens(found),
  )

/** Units after a number, and unit words anywhere. */
const findAnyUnitTokens = (text: string): Token[] => [
  ...findUnitTokens(text),
  ...(text.match(/[\p{L}%€$]{3,}|[%€$]/gu) ?? []).flatMap(toUnitTokens),
]

const findUrls = (text: string): Token[] =>
  Array.from(text.matchAll(/(?:https?:\/\/|www\.)[^\s<>"'»)]+/gi), ([found]) => ({
    text: found,
    keys: [fold(found)],
  }))

// Bounds the cost: each guess is searched in the whole other text.
const maxGuesses = 300

/**
 * Finds lost known names, and guessed names that only one text has. German capitalises every noun,
 * so no names are guessed from a German text.
 */
function nameDifferences(
  before: TextIn,
  after: TextIn,
  names: readonly string[],
): TextDifference[] {
  const [foldedOriginal, foldedTranslation] = [fold(before.text), fold(after.text)]
  const knownNames = names
    .flatMap((name) => name.match(/\p{Lu}[\p{L}\p{M}'’-]{2,}/gu) ?? [])
    .filter((word) => !capitalised.has(fold(word)))
  const capitalisedWords = fold((before.text.match(/\p{Lu}[\p{L}\p{M}'’-]*/gu) ?? []).join(' '))
  const lost = knownNames.filter(
    (name) =>
      capitalisedWords.includes(fold(name)) && !containsName(foldedTranslation, fold(name), 1),
  )
  const knownKeys = new Set(knownNames.map(fold))
  const guess = (text: TextIn, other: string) =>
    [...new Set(guessNames(text))]
      .slice(0, maxGuesses)
      .filter((name) => !knownKeys.has(fold(name)) && !containsName(other, fold(name), 0.6))
  const guessed = before.language === 'de' ? [] : guess(before, foldedTranslation)
  const added =
    before.language !== 'de' || after.language === 'de' ? [] : guess(after, foldedOriginal)
  return [
    ...[...new Set([...lost, ...guessed])].map((text) => ({ original: text })),
    ...added.map((text) => ({ translation: text })),
  ]
}

/** Names of a place in all languages, by each of its folded names. */
export const placeNameVariants: ReadonlyMap<string, readonly string[]> = new Map(
  words.places.flatMap((list) => list.split(' ').map((word) => [word, list.split(' ')] as const)),
)

/** Whether a text contains the first `share` of a name, or another name of the same place. */
const containsName = (folded: string, name: string, share: number): boolean =>
  folded.includes(name.slice(0, Math.max(4, Math.ceil(name.length * share)))) ||
  (placeNameVariants.get(name)?.some((other) => folded.includes(other)) ?? false)

// After these, any word is capitalised.
const startsSentence = /(?:^|[.!?:;…\n«»“”„"‹›(–—]|[«“„"‹(–—][’']?\p{L}?[’'])\s{0,4}$/u
const capitalised = new Set(words.capitalised.split(' '))

// Text in brackets or quotation marks is often a title, and English titles capitalise most words.
const titles = /\([^()]*\)|“[^“”]*”|‘[^‘’]*’|«[^«»]*»|"[^"]*"/gu

/**
 * Guesses names: words capitalised within a sentence that the text does not use in lower case.
 * Skips German sentences, which any text may quote.
 */
function guessNames({ text, language }: TextIn): string[] {
  const lowerCaseWords = new Set(text.match(/(?<!\p{L})\p{Ll}[\p{L}\p{M}]{2,}/gu))
  const sentences = (language === 'en' ? text.replaceAll(titles, ' ') : text).split(
    /(?<=[.!?…])\s|\n/u,
  )
  return sentences
    .filter((sentence) => detectLanguage(sentence) !== 'de')
    .flatMap((sentence) =>
      [...sentence.matchAll(/(?<![\p{L}\p{N}-])\p{Lu}[\p{L}\p{M}]{2,}/gu)]
        .filter(({ 0: word, index }) => {
          const isCommonWord =
            capitalised.has(fold(word)) ||
            lowerCaseWords.has(word.toLowerCase()) ||
            /^[IVXLC]+e?$/.test(word)
          return (
            !isCommonWord && !startsSentence.test(sentence.slice(Math.max(0, index - 4), index))
          )
        })
        .map(([word]) => word),
    )
}
