import { commentFields, eventFields, type Fields, fold, journalFields, searchedTexts } from '@vitrine/contract'
import type { ItemState } from '../../db/items.ts'

/** The parts of a thing that a search looks at, those that count most first. */
const ranks = ['identifier', 'name', 'attribute', 'text'] as const
type Searchable = { readonly [Rank in (typeof ranks)[number]]?: readonly string[] }

const wordCharacters = /[\p{L}\p{N}]{1,40}/gu
const maxJoinedParts = 4

/** A text in words, folded. */
export const partsOf = (text: string): string[] => fold(text).match(wordCharacters) ?? []

/** The words by which a text is found. What is written with signs inside is found without them, too: 'LM-013' as 'lm013'. */
function wordsOf(text: string): Set<string> {
  const words = new Set<string>()
  for (const piece of new Set(text.split(/\s+/))) {
    const parts = partsOf(piece)
    for (const part of parts) words.add(part)
    if (parts.length > 1 && parts.length <= maxJoinedParts) words.add(parts.join(''))
  }
  return words
}

/** As the index stores them: a line for each rank, each word in the first line where it occurs. */
export function entryOf(searchable: Searchable): string {
  const seen = new Set<string>()
  const lines = ranks.map((rank) => {
    const words = [...wordsOf(searchable[rank]?.join(' ') ?? '')].filter((word) => !seen.has(word))
    for (const word of words) seen.add(word)
    // Sorted, because attributes come in any order, and the same content must make the same entry.
    return words.sort().join(' ')
  })
  return lines.join('\n').trimEnd()
}

/** What of an item is searched: nothing while it is archived. */
export function searchableItem(item: ItemState): Searchable {
  if (item.archived) return {}
  const translations = Object.values(item.texts).flatMap((fields) => Object.entries(fields))
  return {
    identifier: [item.identifier],
    name: [item.name, ...translations.flatMap(([field, { text }]) => (field === 'name' ? [text] : []))],
    attribute: Object.values(item.tags),
    text: [item.description, item.note, ...translations.map(([, { text }]) => text)],
  }
}

const rankOf = { name: 'name', attribute: 'attribute', calendar: 'attribute' } as const

/** What of a record is searched, as the contract describes its fields; and its author, if it has one. */
export function searchableRecord(
  fields: Fields,
  record: object,
  author?: Readonly<Record<'first_name' | 'last_name', string>>,
): Searchable {
  const values = new Map<string, unknown>(Object.entries(record))
  const found = { name: [] as string[], attribute: author ? [author.first_name, author.last_name] : [] }
  for (const [name, field] of Object.entries(fields))
    if (field.search) found[rankOf[field.search]].push(...searchedTexts(field, values.get(name)))
  return found
}

/** Changes with what is searched of records: the index is rebuilt then. */
export const searchedFields = [commentFields, eventFields, journalFields]
  .flatMap((fields: Fields) => Object.entries(fields).map(([name, { kind, search }]) => `${name} ${kind} ${search}`))
  .join()

export const searchableUser = (row: {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly phone: string
}): Searchable => ({
  name: [row.first_name, row.last_name],
  attribute: [row.email, row.phone],
})
