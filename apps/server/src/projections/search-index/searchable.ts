import {
  commentFields,
  eventFields,
  type Fields,
  fold,
  itemFields,
  journalFields,
  searchableTexts,
} from '@vitrine/contract'
import type { ItemParts, ItemState } from '../../items/item.ts'

/** The parts of a thing that a search looks at, those that count most first. */
const ranks = ['identifier', 'name', 'attribute', 'text'] as const
type Rank = (typeof ranks)[number]
type Searchable = { readonly [R in Rank]?: readonly string[] }

const wordCharacters = /[\p{L}\p{N}]{1,40}/gu
const maxJoinedParts = 4

/** A text in words, folded. */
export const toSearchWords = (text: string): string[] => fold(text).match(wordCharacters) ?? []

/** What is written with signs inside is found without them, too: 'LM-013' as 'lm013'. */
function joinedWords(text: string): string[] {
  return [...new Set(text.split(/\s+/))].flatMap((piece) => {
    const parts = toSearchWords(piece)
    return parts.length > 1 && parts.length <= maxJoinedParts ? [parts.join('')] : []
  })
}

/** Between the fields of a line: what was typed as one text is looked for in one field. */
export const fieldSeparator = '|'

/** As the index stores them: a line for each rank, with the words of each field as they follow each other. */
export function formatSearchEntry(searchable: Searchable): string {
  const lines = ranks.map((rank) => {
    const texts = searchable[rank] ?? []
    const fields = [
      ...texts.map((text) => toSearchWords(text).join(' ')),
      ...texts.flatMap(joinedWords),
    ]
    // Sorted, because attributes come in any order, and the same content must make the same entry.
    return [...new Set(fields)].filter(Boolean).sort().join(` ${fieldSeparator} `)
  })
  return lines.join('\n').trimEnd()
}

const rankOf = {
  identifier: 'identifier',
  name: 'name',
  attribute: 'attribute',
  text: 'text',
  calendar: 'attribute',
} as const satisfies Record<string, Rank>

/** What of a record is searched, as the contract describes its fields; and its author, if it has one. */
export function toSearchableRecord(
  fields: Fields,
  record: object,
  author?: Readonly<Record<'first_name' | 'last_name', string>>,
): Searchable {
  const values = new Map<string, unknown>(Object.entries(record))
  const found: Record<Rank, string[]> = {
    identifier: [],
    name: [],
    attribute: author ? [`${author.first_name} ${author.last_name}`] : [],
    text: [],
  }
  for (const [name, field] of Object.entries(fields))
    if (field.search) found[rankOf[field.search]].push(...searchableTexts(field, values.get(name)))
  return found
}

/** What of each part of an item is searched beside its fields. */
const searchedParts: Record<keyof ItemParts, ((item: ItemState) => Searchable) | null> = {
  tags: ({ tags }) => ({ attribute: Object.values(tags) }),
  texts({ texts }) {
    const translations = Object.values(texts).flatMap((fields) => Object.entries(fields))
    return {
      name: translations.filter(([field]) => field === 'name').map(([, { text }]) => text),
      text: translations.map(([, { text }]) => text),
    }
  },
  public: null,
  archived: null,
  pictures: null,
  recordingId: null,
  placeId: null,
  typedPlace: null,
}

/** What of an item is searched: nothing while it is archived. */
export function toSearchableItem(item: ItemState): Searchable {
  if (item.archived) return {}
  const parts = Object.values(searchedParts).map((searched) => searched?.(item) ?? {})
  const all = [toSearchableRecord(itemFields, item), ...parts]
  return Object.fromEntries(
    ranks.map((rank) => [rank, all.flatMap((searchable) => searchable[rank] ?? [])]),
  )
}

/** Changes with what is searched of records: the index is rebuilt then. */
export const searchedFieldsFingerprint = [commentFields, eventFields, itemFields, journalFields]
  .flatMap((fields: Fields) =>
    Object.entries(fields).map(([name, { kind, search }]) => `${name} ${kind} ${search}`),
  )
  .join()

export const toSearchableUser = (row: {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly phone: string
}): Searchable => ({
  name: [`${row.first_name} ${row.last_name}`],
  attribute: [row.email, row.phone],
})
