import { assistantLanguages, type ItemType, inventoryTypes, itemTypes } from '@vitrine/contract'
import { getLexicon, isPureQuestionWord } from '@vitrine/guide'
import { toSearchWords } from '../../projections/index.ts'
import words from './words.json' with { type: 'json' }

/** A location of items of a type, as written in their attribute. */
export interface LocationValue {
  readonly type: ItemType
  readonly value: string
  readonly count: number
}

const lexicons = assistantLanguages.map(getLexicon)
const listingWords = new Set(words.listing.split(' '))

/** Maps words with the same meaning to the first of them: 'salle' to 'saal'. */
const canonicalByWord = new Map(
  words.places
    .map((line) => line.split(' '))
    .flatMap((group) => group.map((word) => [word, group[0] ?? word] as const)),
)
const toCanonicalWords = (text: string): string[] =>
  toSearchWords(text).map((word) => canonicalByWord.get(word) ?? word)

/** Item types by nouns for their items, in all languages: 'car' and 'Wagen'. */
const typeByNoun = new Map(
  itemTypes.flatMap((type) => {
    const configuredNouns = Object.entries(words.items).flatMap(([typeName, nouns]) =>
      typeName === type ? nouns.split(' ') : [],
    )
    const { name, many, labels } = inventoryTypes[type]
    const translatedLabels = assistantLanguages.map((language) => labels[language])
    const labelNouns = toSearchWords([name, many, ...translatedLabels].join(' '))
    return [...configuredNouns, ...labelNouns].map((noun) => [noun, type] as const)
  }),
)

/**
 * Finds the locations whose items a question asks for: 'Which cars are in hall 1?' Empty if it asks
 * for more, such as 'When was the heating in hall 1 repaired?'
 */
export function findAskedLocations(
  question: string,
  locationValues: readonly LocationValue[],
): LocationValue[] {
  const questionWords = toSearchWords(question)
  const namedLocations = findNamedLocations(question, locationValues)
  const [firstLocation] = namedLocations
  if (!firstLocation) return []
  const isInLocation = (index: number) =>
    index >= firstLocation.index && index < firstLocation.index + firstLocation.length
  const otherWords = questionWords.filter(
    (_, index) => !isInLocation(index) && !isRelativePronoun(questionWords, index),
  )
  if (!asksForItemsOnly(otherWords)) return []

  const types = new Set(otherWords.flatMap((word) => typeByNoun.get(word) ?? []))
  const locationsOfTypes = namedLocations.filter(
    ({ location }) => types.size === 0 || types.has(location.type),
  )
  // Prefers a name as typed: 'Saal 3' is not 'Halle 3' if both exist.
  const typedLocations = locationsOfTypes.filter(({ location, index }) =>
    toSearchWords(location.value).every((word, offset) => questionWords[index + offset] === word),
  )
  const locations = typedLocations.length > 0 ? typedLocations : locationsOfTypes
  return locations.map(({ location }) => location)
}

interface NamedLocation {
  readonly location: LocationValue
  /** Position of the name among the words of the question. */
  readonly index: number
  /** Number of words of the name. */
  readonly length: number
}

/**
 * Finds the locations named in a question. Prefers the longest names: 'Depot Nord' is not 'Depot'.
 */
function findNamedLocations(
  question: string,
  locationValues: readonly LocationValue[],
): NamedLocation[] {
  const questionWords = toCanonicalWords(question)
  const namedLocations: NamedLocation[] = []
  for (const location of locationValues) {
    const nameWords = toCanonicalWords(location.value)
    if (nameWords.length === 0) continue
    const index = questionWords.findIndex((_, start) =>
      nameWords.every((word, offset) => questionWords[start + offset] === word),
    )
    if (index >= 0) namedLocations.push({ location, index, length: nameWords.length })
  }
  const maxLength = Math.max(0, ...namedLocations.map(({ length }) => length))
  return namedLocations.filter(({ length }) => length === maxLength)
}

/** Whether the words beside the name of a location ask for items there, and for nothing else. */
function asksForItemsOnly(otherWords: readonly string[]): boolean {
  const asksMore = otherWords.some(
    (word) => !typeByNoun.has(word) && !listingWords.has(word) && !isFiller(word),
  )
  if (asksMore) return false
  // The name of a location alone asks for its items, too.
  if (otherWords.length === 0) return true
  return otherWords.some((word) => typeByNoun.has(word) || listingWords.has(word) || isWhich(word))
}

/** Whether a word is the French 'qui' of 'ce qui est' or 'les œuvres qui sont', and not 'who'. */
function isRelativePronoun(questionWords: readonly string[], index: number): boolean {
  const previous = questionWords[index - 1]
  return (
    questionWords[index] === 'qui' &&
    previous !== undefined &&
    (previous === 'ce' || typeByNoun.has(previous) || listingWords.has(previous))
  )
}

const whereWords = new Set(words.where.split(' '))

/**
 * Reads the words that name what a question locates: 'lg 024' of 'Where is LG-024?' Empty if it
 * does not ask where something is.
 */
export function readLocatedWords(question: string): string[] {
  const questionWords = toSearchWords(question)
  if (!questionWords.some((word) => whereWords.has(word))) return []
  return questionWords.filter(
    (word) =>
      !whereWords.has(word) && !typeByNoun.has(word) && !listingWords.has(word) && !isFiller(word),
  )
}

/**
 * Detects how words name an item: by its whole identifier or by words of its name; null if one of
 * the words occurs in neither.
 */
export function detectNaming(
  locatedWords: readonly string[],
  { identifier, name }: { readonly identifier: string; readonly name: string },
): 'identifier' | 'name' | null {
  const identifierWords = toSearchWords(identifier)
  // 'LG-024' is also typed as 'LG024'.
  if (locatedWords.length > 0 && locatedWords.join('') === identifierWords.join(''))
    return 'identifier'
  const nameWords = toSearchWords(name)
  const isNamed = locatedWords.every(
    (word) => nameWords.includes(word) || identifierWords.includes(word),
  )
  if (!isNamed) return null
  if (identifierWords.length > 0 && identifierWords.every((word) => locatedWords.includes(word)))
    return 'identifier'
  return locatedWords.some((word) => nameWords.includes(word)) ? 'name' : null
}

const isWhich = (word: string): boolean => lexicons.some(({ whichWords }) => whichWords.has(word))

/**
 * Words without meaning of their own, except 'who', 'when' and 'where', which ask for something
 * else.
 */
const isFiller = (word: string): boolean =>
  lexicons.some(({ fillers }) => fillers.has(word)) &&
  !lexicons.some(({ questionWordKinds }) => isPureQuestionWord(questionWordKinds.get(word)))
