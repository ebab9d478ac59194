import { assistantLanguages, type ItemType, inventoryTypes, itemTypes } from '@vitrine/contract'
import { lexiconOf, onlyAsks } from '@vitrine/guide'
import { toSearchWords } from '../../projections/index.ts'
import words from './words.json' with { type: 'json' }

/** A value that items of a type have as their location. */
export interface LocationValue {
  readonly type: ItemType
  readonly value: string
  readonly count: number
}

const lexicons = assistantLanguages.map(lexiconOf)
const listingWords = new Set(words.listing.split(' '))

/** One word for all that mean the same: a 'salle' is a 'Saal'. */
const canonicalWord = new Map(
  words.places
    .map((line) => line.split(' '))
    .flatMap((group) => group.map((word) => [word, group[0] ?? word] as const)),
)
const toCanonicalWords = (text: string): string[] =>
  toSearchWords(text).map((word) => canonicalWord.get(word) ?? word)

const typeByNoun = new Map(
  itemTypes.flatMap((type) => {
    const known = Object.entries(words.items).flatMap(([name, list]) =>
      name === type ? list.split(' ') : [],
    )
    const { name, many, labels } = inventoryTypes[type]
    const labelled = assistantLanguages.map((language) => labels[language])
    return [...known, ...toSearchWords([name, many, ...labelled].join(' '))].map(
      (noun) => [noun, type] as const,
    )
  }),
)

/**
 * The places whose items a question asks for: 'Which cars are in hall 1?' A question that asks for
 * more than that, such as 'When was the heating in hall 1 repaired?', asks for none.
 */
export function findAskedLocations(
  question: string,
  places: readonly LocationValue[],
): LocationValue[] {
  const asked = toSearchWords(question)
  const normalised = toCanonicalWords(question)
  const named = places.flatMap((place) => {
    const own = toCanonicalWords(place.value)
    const at = normalised.findIndex((_, start) =>
      own.every((word, index) => normalised[start + index] === word),
    )
    return own.length > 0 && at >= 0 ? [{ place, at, length: own.length }] : []
  })
  // 'Depot Nord' is another place than 'Depot'.
  const longest = Math.max(0, ...named.map(({ length }) => length))
  const [first, ...others] = named.filter(({ length }) => length === longest)
  if (!first) return []
  const rest = asked.filter((_, at) => at < first.at || at >= first.at + longest)
  const types = new Set(rest.flatMap((word) => typeByNoun.get(word) ?? []))
  const asksForItems = rest.some(
    (word) => typeByNoun.has(word) || listingWords.has(word) || isWhich(word),
  )
  const saysMore = rest.some(
    (word) => !typeByNoun.has(word) && !listingWords.has(word) && !isFill(word),
  )
  if (saysMore || (rest.length > 0 && !asksForItems)) return []
  return [first, ...others].flatMap(({ place }) =>
    types.size === 0 || types.has(place.type) ? place : [],
  )
}

const isWhich = (word: string): boolean => lexicons.some(({ which }) => which.has(word))

/** Words that say nothing by themselves; 'who', 'when' and 'where' ask for something else. */
const isFill = (word: string): boolean =>
  lexicons.some(({ fill }) => fill.has(word)) &&
  !lexicons.some(({ asking }) => onlyAsks(asking.get(word)))
