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

/** Maps words with the same meaning to one of them: 'salle' to 'Saal'. */
const canonicalWord = new Map(
  words.places
    .map((line) => line.split(' '))
    .flatMap((group) => group.map((word) => [word, group[0] ?? word] as const)),
)
const toCanonicalWords = (text: string): string[] =>
  toSearchWords(text).map((word) => canonicalWord.get(word) ?? word)

const typeByNoun = new Map(
  itemTypes.flatMap((type) => {
    const configuredNouns = Object.entries(words.items).flatMap(([name, list]) =>
      name === type ? list.split(' ') : [],
    )
    const { name, many, labels } = inventoryTypes[type]
    const labelled = assistantLanguages.map((language) => labels[language])
    return [...configuredNouns, ...toSearchWords([name, many, ...labelled].join(' '))].map(
      (noun) => [noun, type] as const,
    )
  }),
)

/**
 * Finds the locations whose items a question asks for: 'Which cars are in hall 1?' Empty if it asks
 * for more, such as 'When was the heating in hall 1 repaired?'
 */
export function findAskedLocations(
  question: string,
  places: readonly LocationValue[],
): LocationValue[] {
  const questionWords = toSearchWords(question)
  const normalised = toCanonicalWords(question)
  const named = places.flatMap((place) => {
    const locationWords = toCanonicalWords(place.value)
    const index = normalised.findIndex((_, start) =>
      locationWords.every((word, index) => normalised[start + index] === word),
    )
    return locationWords.length > 0 && index >= 0
      ? [{ place, index, length: locationWords.length }]
      : []
  })
  // Prefers the longest name: 'Depot Nord' is not 'Depot'.
  const longest = Math.max(0, ...named.map(({ length }) => length))
  const [first, ...others] = named.filter(({ length }) => length === longest)
  if (!first) return []
  const rest = questionWords.filter(
    (_, index) =>
      (index < first.index || index >= first.index + longest) &&
      !isRelativePronoun(questionWords, index),
  )
  const types = new Set(rest.flatMap((word) => typeByNoun.get(word) ?? []))
  const asksForItems = rest.some(
    (word) => typeByNoun.has(word) || listingWords.has(word) || isWhich(word),
  )
  const asksMore = rest.some(
    (word) => !typeByNoun.has(word) && !listingWords.has(word) && !isFiller(word),
  )
  if (asksMore || (rest.length > 0 && !asksForItems)) return []
  const ofTypes = [first, ...others].filter(
    ({ place }) => types.size === 0 || types.has(place.type),
  )
  // Prefers a name as typed: 'Saal 3' is not 'Halle 3' if both exist.
  const asTyped = ofTypes.filter(({ place, index }) =>
    toSearchWords(place.value).every((word, offset) => questionWords[index + offset] === word),
  )
  return (asTyped.length > 0 ? asTyped : ofTypes).map(({ place }) => place)
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
 * How words name an item: by its whole identifier, by words of its name, or not, if one of them
 * occurs in neither.
 */
export function findNaming(
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
