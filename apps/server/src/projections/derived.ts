import { getTextState, textLanguages } from '@vitrine/contract'
import { yieldIfDue } from '../base/event-loop.ts'
import { type ItemState, resolveOriginalLanguage } from '../items/item.ts'
import { formatSearchEntry, toSearchableItem } from './search-index/searchable.ts'

/** Caches a value that is expensive to derive from a state, which is immutable. */
function cachedPerState<T>(derive: (state: ItemState) => T): (state: ItemState) => T {
  const cache = new WeakMap<ItemState, { readonly value: T }>()
  return (state) => {
    const cached = cache.get(state) ?? { value: derive(state) }
    cache.set(state, cached)
    return cached.value
  }
}

export const getOriginalLanguage = cachedPerState(resolveOriginalLanguage)

/** The state of an item's text in each language, in the stored format. */
export const getTextStates = cachedPerState((state) => {
  const item = { ...state, language: getOriginalLanguage(state) }
  return textLanguages.map((lang) => getTextState(item, lang)).join()
})

/** The search index entry of an item. */
export const getSearchEntry = cachedPerState((state) => formatSearchEntry(toSearchableItem(state)))

/**
 * Derives these values before the transaction that writes the states: on SQLite all other writes
 * wait for that transaction.
 */
export async function precomputeDerivedValues(states: Iterable<ItemState>): Promise<void> {
  for (const state of states) {
    getTextStates(state)
    getSearchEntry(state)
    await yieldIfDue()
  }
}
