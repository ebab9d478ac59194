import { getTextState, textLanguages } from '@vitrine/contract'
import { yieldIfDue } from '../base/event-loop.ts'
import { type ItemState, originalLanguage } from '../items/item.ts'
import { formatSearchEntry, toSearchableItem } from './search-index/searchable.ts'

/** Remembers what takes long to work out of a state, which never changes. */
function remembered<T>(workOut: (state: ItemState) => T): (state: ItemState) => T {
  const known = new WeakMap<ItemState, { readonly value: T }>()
  return (state) => {
    const found = known.get(state) ?? { value: workOut(state) }
    known.set(state, found)
    return found.value
  }
}

export const getOriginalLanguage = remembered(originalLanguage)

/** How an item stands in each language, as the database holds it. */
export const getTextStates = remembered((state) => {
  const item = { ...state, language: getOriginalLanguage(state) }
  return textLanguages.map((lang) => getTextState(item, lang)).join()
})

/** What the search index holds of an item. */
export const getSearchEntry = remembered((state) => formatSearchEntry(toSearchableItem(state)))

/** Works it all out before the transaction that writes these states: on SQLite every other write waits for that one. */
export async function precomputeDerivedValues(states: Iterable<ItemState>): Promise<void> {
  for (const state of states) {
    getTextStates(state)
    getSearchEntry(state)
    await yieldIfDue()
  }
}
