import { commentFields, eventFields, type Fields, journalFields, searchedTexts } from '@vitrine/contract'
import type { ItemState } from '../../db/items.ts'
import type { Searchable } from './words.ts'

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

const ranks = { name: 'name', attribute: 'attribute', calendar: 'attribute' } as const

/** What of a record is searched, as the contract describes its fields; and its author, if it has one. */
export function searchableRecord(
  fields: Fields,
  record: object,
  author?: Readonly<Record<'first_name' | 'last_name', string>>,
): Searchable {
  const values = new Map<string, unknown>(Object.entries(record))
  const found = { name: [] as string[], attribute: author ? [author.first_name, author.last_name] : [] }
  for (const [name, field] of Object.entries(fields))
    if (field.search) found[ranks[field.search]].push(...searchedTexts(field, values.get(name)))
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
