import { dayInWords, eventLanguages, eventTextFields, plainText } from '@vitrine/contract'
import type { ItemState } from '../../db/items.ts'
import type { Tables } from '../../db/tables.ts'
import type { Searchable } from './words.ts'

type Row<Name extends keyof Tables, Column extends keyof Tables[Name]> = Readonly<Pick<Tables[Name], Column>>

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

export const searchableComment = (row: Row<'item_comment', 'comment' | 'first_name' | 'last_name'>): Searchable => ({
  name: [row.comment],
  attribute: [row.first_name, row.last_name],
})

export const searchableEntry = (
  row: Row<'journal_entry', 'comment' | 'first_name' | 'last_name' | 'date'>,
  tags: readonly string[],
): Searchable => ({
  name: [row.comment],
  attribute: [row.first_name, row.last_name, ...tags, row.date],
})

export const searchableEvent = (row: Row<'event', 'date' | (typeof eventTextFields)[number]>): Searchable => ({
  name: eventTextFields.map((field) => plainText(row[field])),
  attribute: eventLanguages.map((language) => dayInWords(row.date, language)),
})

export const searchableUser = (row: {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly phone: string
}): Searchable => ({
  name: [row.first_name, row.last_name],
  attribute: [row.email, row.phone],
})
