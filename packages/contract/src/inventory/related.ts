import { fold } from '@vitrine/text'
import words from './makes.json' with { type: 'json' }
import { type ItemType, inventoryTypes } from './types.ts'

/** 'Mercedes Benz' and 'Mercedes-Benz' are one. */
const keyOf = (name: string) => fold(name).replaceAll('-', ' ').trim()

const ofSeveralWords: readonly string[] = words.ofSeveralWords.map(keyOf)
const articles = new Set(words.articles)
const notMakes = new Set(words.notMakes.map(keyOf))
/** Two works of 'Anonyme' are not by the same artist. */
const unknownMaker = /^(?:anon|unbekannt|unknown|inconnu|sconosciut|desconocid|n\.? ?n\.?$|\?)/

/** What an item has in common with others like it: its maker, or its make; empty where that is not known. */
export function relatedKey(
  type: ItemType,
  name: string,
  tags: Readonly<Record<string, string | undefined>>,
): string {
  const { maker, page } = inventoryTypes[type]
  if (page.more === null) return ''
  const key = keyOf(
    page.more === 'make' ? parseMake(type, name) : maker === null ? '' : (tags[maker] ?? ''),
  )
  return unknownMaker.test(key) ? '' : key
}

/**
 * The make with which the name of an item begins, as it is written there: a known one of several words, else the first word, with
 * an article in front of it ('De Dion-Bouton'). Empty where it is not known, and for what is not called by its make.
 */
export function parseMake(type: ItemType, name: string): string {
  if (inventoryTypes[type].page.more !== 'make') return ''
  // '1957 Chevrolet Bel Air'
  const written = name
    .trim()
    .replace(/^\d{4}\s+/, '')
    .split(/\s+/, 4)
  const first = (count: number) =>
    written
      .slice(0, count)
      .join(' ')
      .replace(/(?<![,;:])[,;:]+$/, '')
  const known = [3, 2].map(first).find((make) => ofSeveralWords.includes(keyOf(make)))
  const make = known ?? first(articles.has(keyOf(first(1))) ? 2 : 1)
  const key = keyOf(make)
  return /^\p{L}/u.test(make) && !unknownMaker.test(key) && !notMakes.has(key) ? make : ''
}
