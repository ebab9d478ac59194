import type { SavedView } from '@vitrine/contract'
import { type ListSearch, readListSearch, type SearchChange } from '../list-search.ts'

/** What a view keeps of an address. */
export function searchToSave({ saved: _, ...search }: ListSearch): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

const inOrder = (search: ListSearch): string =>
  JSON.stringify(Object.entries(searchToSave(search)).sort(([one], [other]) => (one < other ? -1 : 1)))

/** Whether the list shows something else than the view was saved with. */
export const isChanged = ({ type, search: kept }: SavedView, search: ListSearch): boolean =>
  inOrder(readListSearch(type)(kept)) !== inOrder(search)

/** Leads from one state of the list to another. */
export const changeTo = (from: ListSearch, to: Readonly<Record<string, string>>): SearchChange => ({
  ...Object.fromEntries(Object.keys(from).map((key) => [key, undefined])),
  ...to,
})

export const openedView = ({ id, search }: SavedView): Record<string, string> => ({ ...search, saved: String(id) })
