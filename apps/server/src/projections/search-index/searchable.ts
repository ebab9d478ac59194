import {
  eventFields,
  type Fields,
  fold,
  itemFields,
  journalFields,
  searchableTexts,
} from '@vitrine/contract'
import type { ItemParts, ItemState } from '../../items/item.ts'
import { itemRecords } from '../../items/item-records.ts'

/** The ranks of searched texts, the most important first. */
const ranks = ['identifier', 'name', 'attribute', 'text'] as const
type Rank = (typeof ranks)[number]
type Searchable = { readonly [R in Rank]?: readonly string[] }

// A run of letters and digits; longer ones are split, which bounds the length of a word.
const wordPattern = /[\p{L}\p{N}]{1,40}/gu
// Longer chains of words between two spaces are not joined.
const maxJoinedParts = 4

/** Splits a text into folded words. */
export const toSearchWords = (text: string): string[] => fold(text).match(wordPattern) ?? []

/** Joins words that punctuation separates, so that 'LM-013' is also found as 'lm013'. */
function joinWords(text: string): string[] {
  const wordsByPiece = [...new Set(text.split(/\s+/))].map(toSearchWords)
  return wordsByPiece
    .filter(({ length }) => length > 1 && length <= maxJoinedParts)
    .map((words) => words.join(''))
}

/** Separates the fields of a line: a phrase is searched within one field. */
export const fieldSeparator = '|'

/** Formats an index entry: a line for each rank, with the words of each field in their order. */
export function formatSearchEntry(searchable: Searchable): string {
  const lines = ranks.map((rank) => {
    const texts = searchable[rank] ?? []
    const fields = [
      ...texts.map((text) => toSearchWords(text).join(' ')),
      ...texts.flatMap(joinWords),
    ]
    // Sorted, because attributes have no order, and the same content must give the same entry.
    return [...new Set(fields)].filter(Boolean).sort().join(` ${fieldSeparator} `)
  })
  return lines.join('\n').trimEnd()
}

const rankBySearchKind = {
  identifier: 'identifier',
  name: 'name',
  attribute: 'attribute',
  text: 'text',
  calendar: 'attribute',
} as const satisfies Record<string, Rank>

/**
 * The searched texts of a record, by the contract's description of its fields; with its author, if
 * it has one.
 */
export function toSearchableRecord(
  fields: Fields,
  record: object,
  author?: Readonly<Record<'first_name' | 'last_name', string>>,
): Searchable {
  const values = new Map<string, unknown>(Object.entries(record))
  const texts: Record<Rank, string[]> = {
    identifier: [],
    name: [],
    attribute: author ? [`${author.first_name} ${author.last_name}`] : [],
    text: [],
  }
  for (const [name, field] of Object.entries(fields))
    if (field.search)
      texts[rankBySearchKind[field.search]].push(...searchableTexts(field, values.get(name)))
  return texts
}

/** The searched texts of each part of an item beyond its fields. */
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

/** The searched texts of an item; none while it is archived. */
export function toSearchableItem(item: ItemState): Searchable {
  if (item.archived) return {}
  const parts = Object.values(searchedParts).map((toSearchable) => toSearchable?.(item) ?? {})
  const searchables = [toSearchableRecord(itemFields, item), ...parts]
  return Object.fromEntries(
    ranks.map((rank) => [rank, searchables.flatMap((searchable) => searchable[rank] ?? [])]),
  )
}

/** Changes when other fields of records are searched: the index is then rebuilt. */
export const searchedFieldsFingerprint = [
  ...Object.values(itemRecords).map(({ fields }) => fields),
  eventFields,
  itemFields,
  journalFields,
]
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
