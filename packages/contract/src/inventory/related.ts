import { fold } from '@vitrine/text'
import words from './makes.json' with { type: 'json' }
import { type ItemType, inventoryTypes } from './types.ts'

/** 'Mercedes Benz' and 'Mercedes-Benz' have the same key. */
const toMakeKey = (name: string) => fold(name).replaceAll('-', ' ').trim()

const multiWordMakes: readonly string[] = words.ofSeveralWords.map(toMakeKey)
const articles = new Set(words.articles)
const notMakes = new Set(words.notMakes.map(toMakeKey))
/** Matches makers such as 'Anonyme', which do not relate items. */
const unknownMaker = /^(?:anon|unbekannt|unknown|inconnu|sconosciut|desconocid|n\.? ?n\.?$|\?)/

/** Key shared by related items: the maker or the make. Empty if unknown. */
export function relatedKey(
  type: ItemType,
  name: string,
  tags: Readonly<Record<string, string | undefined>>,
): string {
  const { maker, page } = inventoryTypes[type]
  if (page.more === null) return ''
  const makerName = maker === null ? '' : (tags[maker] ?? '')
  const key = toMakeKey(page.more === 'make' ? parseMake(type, name) : makerName)
  return unknownMaker.test(key) ? '' : key
}

/**
 * Parses the make from the beginning of an item's name: a known one of several words, or the first
 * word with its article ('De Dion-Bouton'). Empty if unknown, or if the type has no makes.
 */
export function parseMake(type: ItemType, name: string): string {
  if (inventoryTypes[type].page.more !== 'make') return ''
  // Skips a leading year, as in '1957 Chevrolet Bel Air'.
  const nameWords = name
    .trim()
    .replace(/^\d{4}\s+/, '')
    .split(/\s+/, 4)
  const firstWords = (count: number) =>
    nameWords
      .slice(0, count)
      .join(' ')
      .replace(/(?<![,;:])[,;:]+$/, '')
  const known = [3, 2].map(firstWords).find((make) => multiWordMakes.includes(toMakeKey(make)))
  const make = known ?? firstWords(articles.has(toMakeKey(firstWords(1))) ? 2 : 1)
  const key = toMakeKey(make)
  return /^\p{L}/u.test(make) && !unknownMaker.test(key) && !notMakes.has(key) ? make : ''
}
