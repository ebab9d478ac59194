import { fold } from '../fold.ts'
import { type ItemType, inventoryTypes } from './types.ts'

const articles = new Set(['de', 'del', 'di', 'da', 'la', 'le', 'les', 'el', 'van', 'von', 'the'])
/** Two works of 'Anonyme' are not by the same artist. */
const unknownMaker = /^(?:anon|unbekannt|unknown|inconnu|sconosciut|desconocid|n\.? ?n\.?$|\?)/

/** What an item has in common with others like it: its maker, or its make; empty where that is not known. */
export function kinOf(type: ItemType, name: string, tags: Readonly<Record<string, string | undefined>>): string {
  const { maker, page } = inventoryTypes[type]
  if (page.more === null) return ''
  if (page.more === 'make') return makeIn(name)
  const key = fold(maker === null ? '' : (tags[maker] ?? '')).trim()
  return unknownMaker.test(key) ? '' : key
}

/** 'De Dion-Bouton Type G' → 'de dion-bouton': the first word of a name, with an article in front of it. */
function makeIn(name: string): string {
  const [first = '', second = ''] = fold(name).trim().split(/\s+/, 2)
  return articles.has(first) && second ? `${first} ${second}` : first
}
