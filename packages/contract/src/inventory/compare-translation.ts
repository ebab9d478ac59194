import { fold } from '@vitrine/text'
import { detectLanguage } from './detect-language.ts'
import words from './translation-words.json' with { type: 'json' }

/** Something that stands in one of the two texts alone; both, where one seems to have become the other. */
export interface TextDifference {
  readonly original?: string
  readonly translation?: string
}

export const formatTextDifference = ({ original, translation }: TextDifference): string =>
  original === undefined
    ? `${translation} is not in the original`
    : translation === undefined
      ? `${original} is missing`
      : `${original} → ${translation}`

/**
 * The facts in which a translation and its original differ: numbers, units, names and web addresses. `names` are known
 * ones, such as the artist's; others are guessed from their capitals. Of titles, which are translated word by word or
 * freely, only the numbers are compared.
 */
export function compareTranslation(
  before: TextIn,
  after: TextIn,
  names: readonly string[],
  isTitle = false,
): TextDifference[] {
  const [original, translation] = [before.text, after.text]
  if (original.trim() === '' || translation.trim() === '' || original === translation) return []
  if (isTitle) return numberDifferences(original, translation)
  return [
    ...numberDifferences(original, translation),
    ...bothWays(original, translation, unitsIn, spelledUnitsIn),
    ...nameDifferences(before, after, names),
    ...bothWays(original, translation, addressesIn, addressesIn),
  ]
}

interface TextIn {
  readonly text: string
  /** Empty where it is not known. */
  readonly language: string
}

interface Token {
  readonly text: string
  /** Tokens with a key in common are the same. */
  readonly keys: readonly string[]
}

const keysOf = (tokens: readonly Token[]): Set<string> =>
  new Set(tokens.flatMap(({ keys }) => keys))

/** What `find` finds in one text and `look` does not in the other. */
function bothWays(
  original: string,
  translation: string,
  find: (text: string) => Token[],
  look: (text: string) => Token[],
): TextDifference[] {
  const onlyIn = (text: string, other: string) => {
    const there = keysOf(look(other))
    return [
      ...new Set(
        find(text).flatMap(({ text, keys }) => (keys.some((key) => there.has(key)) ? [] : [text])),
      ),
    ]
  }
  return [
    ...onlyIn(original, translation).map((text) => ({ original: text })),
    ...onlyIn(translation, original).map((text) => ({ translation: text })),
  ]
}

// Digits in threes with an apostrophe or a space between them, or with points and commas.
const number = /\d{1,3}(?:['’\u{a0}\u{202f} ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*/gu
const romanNumber = /(?<![\p{L}\p{N}])[IVXLC]{2,8}(?=(?:e|er|ème)?(?![\p{L}\p{N}]))/gu

function numberDifferences(original: string, translation: string): TextDifference[] {
  const [whole, wholeThere] = unmatched(numbersIn(original), numbersIn(translation))
  // '12.5.1927' may have become 'May 12, 1927', and '10.30' '10:30'.
  const [parts, partsThere] = unmatched(
    whole.flatMap(parted(wholeThere)),
    wholeThere.flatMap(parted(whole)),
  )
  const lost = distinct(parts.filter(isNotSpelledIn(translation)))
  const added = distinct(partsThere.filter(isNotSpelledIn(original)))
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

const distinct = (tokens: readonly Token[]): Token[] => [
  ...new Map(tokens.map((token) => [token.text, token])).values(),
]

const numbersIn = (text: string): Token[] => [
  ...Array.from(text.matchAll(number), ([found]) => ({ text: found, keys: readings(found) })),
  ...Array.from(text.matchAll(romanNumber), ([found]) => ({
    text: found,
    keys: romanReadings(found),
  })),
]

/** '1.500' is one and a half thousand in German, and one and a half in English. */
function readings(found: string): string[] {
  const plain = found.replaceAll(/['’\u{a0}\u{202f} ]/gu, '')
  const decimal = plain.replace(',', '.')
  const number = /^\d+(\.\d+)?$/.test(decimal) ? String(Number(decimal)) : plain
  return /^\d{1,3}([.,]\d{3})+$/.test(plain) ? [plain.replaceAll(/[.,]/g, ''), number] : [number]
}

const romanDigits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 }

/** Letters that make no number stay what they are. */
function romanReadings(found: string): string[] {
  if (!/^C{0,3}(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/.test(found)) return [found]
  const values = Array.from(found, (letter) => romanDigits[letter] ?? 0)
  return [
    String(
      values.reduce(
        (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
        0,
      ),
    ),
  ]
}

/** Those of each side whose number the other side does not have. */
function unmatched(before: readonly Token[], after: readonly Token[]): [Token[], Token[]] {
  const without = (tokens: readonly Token[], others: readonly Token[]) => {
    const known = keysOf(others)
    // A year may be written with its last two digits.
    const short = new Set([...known].filter(isYear).map((key) => key.slice(2)))
    const isKnown = (key: string) =>
      known.has(key) || short.has(key) || (isYear(key) && known.has(key.slice(2)))
    return tokens.filter(({ keys }) => !keys.some(isKnown))
  }
  return [without(before, after), without(after, before)]
}

const isYear = (key: string): boolean => /^(1\d|20)\d\d$/.test(key)

/** The parts of a date or time, where the other side has one of them. */
const parted = (others: readonly Token[]) => {
  const there = keysOf(others)
  return (token: Token): Token[] => {
    const parts = token.text.split(/[.,]/).map((text) => ({ text, keys: readings(text) }))
    return parts.length === 3 || parts.some(({ keys }) => keys.some((key) => there.has(key)))
      ? parts
      : [token]
  }
}

const spelled = new Map(Object.entries(words.numbers).map(([key, list]) => [key, list.split(' ')]))

/** Numbers and months may be written out, and decades are called by their tens. */
const isNotSpelledIn = (text: string) => {
  const folded = fold(text)
  const known = new Map<string, boolean>()
  const isSpelled = (key: string): boolean => {
    const decade = /^(1[89]|20)[1-9]0$/.test(key) ? key.slice(2) : key
    const found =
      known.get(decade) ?? spelled.get(decade)?.some((word) => folded.includes(word)) ?? false
    known.set(decade, found)
    return found
  }
  return ({ keys }: Token) => !keys.some(isSpelled)
}

// Cubic centimetres are centimetres, too, where 'cubic' is a word of its own.
const units = new Map<string, string[]>()
for (const list of words.units) {
  for (const word of list.split(' ')) units.set(word, [...(units.get(word) ?? []), list])
}

/** The units that a word or sign stands for; others for the same unit stand for the same ones. */
export const findUnits = (word: string): readonly string[] | undefined => units.get(fold(word))

const unitTokens = (found: string): Token[] => {
  const keys = findUnits(found)
  return keys ? [{ text: found, keys }] : []
}

const unitsIn = (text: string): Token[] =>
  [...text.matchAll(/\d[ \u{a0}\u{202f}-]?([\p{L}%°€$/][\p{L}\p{No}\d/°]*)(?!-)/gu)].flatMap(
    ([, found = '']) => unitTokens(found),
  )

const spelledUnitsIn = (text: string): Token[] => [
  ...unitsIn(text),
  ...(text.match(/[\p{L}%€$]{3,}|[%€$]/gu) ?? []).flatMap(unitTokens),
]

const addressesIn = (text: string): Token[] =>
  Array.from(text.matchAll(/(?:https?:\/\/|www\.)[^\s<>"'»)]+/gi), ([found]) => ({
    text: found,
    keys: [fold(found)],
  }))

// Each is looked for in the whole other text.
const maxGuesses = 300

/** Known names that got lost, and guessed ones. German gives every noun a capital: then the other text is searched. */
function nameDifferences(
  before: TextIn,
  after: TextIn,
  names: readonly string[],
): TextDifference[] {
  const [here, there] = [fold(before.text), fold(after.text)]
  const known = names
    .flatMap((name) => name.match(/\p{Lu}[\p{L}\p{M}'’-]{2,}/gu) ?? [])
    .filter((word) => !capitalised.has(fold(word)))
  const capitals = fold((before.text.match(/\p{Lu}[\p{L}\p{M}'’-]*/gu) ?? []).join(' '))
  const lost = known.filter((name) => capitals.includes(fold(name)) && !isIn(there, fold(name), 1))
  const isKnown = new Set(known.map(fold))
  const guess = (text: TextIn, other: string) =>
    [...new Set(guessedNames(text))]
      .slice(0, maxGuesses)
      .filter((name) => !isKnown.has(fold(name)) && !isIn(other, fold(name), 0.6))
  const guessed = before.language === 'de' ? [] : guess(before, there)
  const added = before.language !== 'de' || after.language === 'de' ? [] : guess(after, here)
  return [
    ...[...new Set([...lost, ...guessed])].map((text) => ({ original: text })),
    ...added.map((text) => ({ translation: text })),
  ]
}

/** What a place is called in other languages, by each of its folded names. */
export const placeNameVariants: ReadonlyMap<string, readonly string[]> = new Map(
  words.places.flatMap((list) => list.split(' ').map((word) => [word, list.split(' ')] as const)),
)

/** Whether a name, or another for the same place, is in a text; of a guess the beginning will do. */
const isIn = (folded: string, name: string, share: number): boolean =>
  folded.includes(name.slice(0, Math.max(4, Math.ceil(name.length * share)))) ||
  (placeNameVariants.get(name)?.some((other) => folded.includes(other)) ?? false)

// A word after one of these has a capital whatever it is.
const startsSentence = /(?:^|[.!?:;…\n«»“”„"‹›(–—]|[«“„"‹(–—][’']?\p{L}?[’'])\s{0,4}$/u
const capitalised = new Set(words.capitalised.split(' '))

// What stands in brackets or quotation marks is often a title, in which English gives most words a capital.
const titles = /\([^()]*\)|“[^“”]*”|‘[^‘’]*’|«[^«»]*»|"[^"]*"/gu

/** Words with a capital in the middle of a sentence that the text does not use without one. A sentence may be German. */
function guessedNames({ text, language }: TextIn): string[] {
  const common = new Set(text.match(/(?<!\p{L})\p{Ll}[\p{L}\p{M}]{2,}/gu))
  const sentences = (language === 'en' ? text.replaceAll(titles, ' ') : text).split(
    /(?<=[.!?…])\s|\n/u,
  )
  return sentences
    .filter((sentence) => detectLanguage(sentence) !== 'de')
    .flatMap((sentence) =>
      Array.from(sentence.matchAll(/(?<![\p{L}\p{N}-])\p{Lu}[\p{L}\p{M}]{2,}/gu)).flatMap(
        ({ 0: word, index }) => {
          const isNoName =
            capitalised.has(fold(word)) ||
            common.has(word.toLowerCase()) ||
            /^[IVXLC]+e?$/.test(word)
          return isNoName || startsSentence.test(sentence.slice(Math.max(0, index - 4), index))
            ? []
            : [word]
        },
      ),
    )
}
