import { editDistance, foldLine, splitFoldedWords } from '@vitrine/text'
import { type AttributeDefinition, type AttributeKind, normaliseNumber } from './attributes.ts'
import { type ItemType, inventoryTypes } from './types.ts'

/** What may be wrong with a value. It can be saved regardless. */
export interface ValueWarning {
  readonly message: string
  /** What was probably meant. */
  readonly proposal?: string
}

interface Expectations {
  readonly type: ItemType
  readonly thisYear: number
  /** Finds a similar name among those in use; see `createSimilarNameFinder`. */
  readonly findSimilarName?: ((name: string) => string | null) | undefined
}

/** Warns of a value that looks mistyped; else null. */
export function findAttributeWarning(
  { kind }: Pick<AttributeDefinition, 'kind'>,
  value: string,
  expectations: Expectations,
): ValueWarning | null {
  if (value.trim() === '') return null
  if (kind === 'number') return findNumberWarning(value)
  if (kind === 'year') return findYearWarning(value, expectations)

  const similar = expectations.findSimilarName?.(value) ?? null
  return similar === null ? null : createSimilarNameWarning(value, similar)
}

const findNumberWarning = (value: string): ValueWarning | null =>
  normaliseNumber(value) === undefined
    ? { message: 'This is not a plain number. Please check it.' }
    : null

/** Digits by the letters that are typed or recognised instead of them. */
const digitsByLetter: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', S: '5', B: '8' }
/** A word like '19O4': four digits, or letters that look like one, with two digits at least. */
const mistypedYear = /(?<![\p{L}\d])(?=(?:[a-z]*\d){2})[\doilsb]{4}(?![\p{L}\d])/giu

function findYearWarning(value: string, { type, thisYear }: Expectations): ValueWarning | null {
  const proposal = value.replaceAll(mistypedYear, (year) =>
    year.replaceAll(/\D/g, (letter) => digitsByLetter[letter.toUpperCase()] ?? letter),
  )
  if (proposal !== value)
    return { message: 'There is a letter in this year. Please check it.', proposal }

  const { earliestYear, one } = inventoryTypes[type]
  const latestYear = thisYear + 1
  const numbers = value.match(/\d+/g) ?? []
  const isYear = (text: string) =>
    text.length === 4 && Number(text) >= earliestYear && Number(text) <= latestYear
  if (numbers.some(isYear)) return null

  return {
    message: `For ${one}, a year between ${earliestYear} and ${latestYear} is usual. Please check it.`,
  }
}

function createSimilarNameWarning(typed: string, similar: string): ValueWarning {
  const isWholeName = splitFoldedWords(typed).length === splitFoldedWords(similar).length
  const message = isWholeName
    ? `Almost the same as “${similar}”, which is already in use. Please check it.`
    : `Did you mean “${similar}”, which is already in use? Please check it.`
  return { message, proposal: similar }
}

/** Whether values are compared with the names in use. */
export const isNameAttribute = (attribute: {
  readonly kind: AttributeKind
  readonly names: boolean
  readonly suggestions: boolean
}): boolean => attribute.kind === 'text' && attribute.names && attribute.suggestions

/** In shorter names, one letter more or less makes another name. */
const minNameLength = 4

/** Compared words of a name, so that a long text costs no more than a name. */
const maxNameWords = 8

interface KnownName {
  readonly name: string
  readonly folded: string
  readonly words: readonly string[]
}

const toKnownName = (name: string): KnownName => {
  const words = splitFoldedWords(name).slice(0, maxNameWords)
  return { name, folded: foldLine(name), words: words.length > 1 ? words : [] }
}

const differsByOneLetter = (a: string, b: string): boolean =>
  Math.abs(a.length - b.length) <= 1 && editDistance(a, b, 1, false) <= 1

/**
 * Creates a function that finds a name in use that differs from another by one letter, or only in
 * case or accents; else the only name of which a word differs by one letter. Expects the most
 * frequent names first and prefers them. A name in use is only compared with more frequent ones,
 * because a mistyped name may have been saved, and established names with none. Names with digits
 * are numbered, not misspelt.
 */
export function createSimilarNameFinder(
  namesInUse: readonly string[],
  established: ReadonlySet<string> = new Set(),
): (name: string) => string | null {
  const ranks = new Map(namesInUse.map((name, rank) => [name.trim(), rank]))
  const known = namesInUse.map(toKnownName)

  return (typed) => {
    const folded = foldLine(typed)
    if (established.has(typed.trim())) return null
    if (folded.length < minNameLength || /\d/.test(folded)) return null

    const compared = known.slice(0, ranks.get(typed.trim()))
    const similar = compared.find((other) => differsByOneLetter(folded, other.folded))
    return similar?.name ?? findByWord(folded, compared)
  }
}

/** Finds the only name of which a word differs by one letter; null if a name has the very word. */
function findByWord(typedWord: string, names: readonly KnownName[]): string | null {
  const isSimilar = (word: string) =>
    word.length >= minNameLength && differsByOneLetter(typedWord, word)
  const [only, ...others] = names.filter(({ words }) => words.some(isSimilar))
  if (!only || others.length > 0 || only.words.includes(typedWord)) return null

  return only.name
}

interface NamedItem {
  readonly identifier: string
  readonly name: string
}

/** Warns if other items have the same name, case and accents aside; else null. */
export function findSameNameWarning(
  name: string,
  others: readonly NamedItem[],
): ValueWarning | null {
  const key = foldLine(name)
  if (key === '') return null

  const same = others.filter((other) => foldLine(other.name) === key)
  return same[0] ? createSameNameWarning(same[0].identifier, same.length) : null
}

/** The warning about `count` other items with the same name, one of them given. */
export const createSameNameWarning = (identifier: string, count: number): ValueWarning => ({
  message:
    `${count === 1 ? `${identifier} has` : `${count} items have`} the same name. ` +
    'Please check that this is another object.',
})
