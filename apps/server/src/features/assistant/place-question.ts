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
    (_, index) => index < first.index || index >= first.index + longest,
  )
  const types = new Set(rest.flatMap((word) => typeByNoun.get(word) ?? []))
  const asksForItems = rest.some(
    (word) => typeByNoun.has(word) || listingWords.has(word) || isWhich(word),
  )
  const asksMore = rest.some(
    (word) => !typeByNoun.has(word) && !listingWords.has(word) && !isFill(word),
  )
  if (asksMore || (rest.length > 0 && !asksForItems)) return []
  return [first, ...others].flatMap(({ place }) =>
    types.size === 0 || types.has(place.type) ? place : [],
  )
}

const isWhich = (word: string): boolean => lexicons.some(({ which }) => which.has(word))

/**
 * Words without meaning of their own, except 'who', 'when' and 'where', which ask for something
 * else.
 */
const isFill = (word: string): boolean =>
  lexicons.some(({ fill }) => fill.has(word)) &&
  !lexicons.some(({ asking }) => isPureQuestionWord(asking.get(word)))
