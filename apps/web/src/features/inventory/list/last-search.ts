import { type ItemType, perType } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import { createRecentList } from '../../../session/recent-list.ts'
import { useSignedIn } from '../../../session/use-session.ts'
import { type ListSearch, parseFacets, parseListSearch, type SearchChange } from './list-search.ts'

const isSearch = (value: unknown): value is ListSearch =>
  typeof value === 'object' && value !== null

/** Only the last search is remembered. */
const rememberedCount = 1

const lastSearches = perType('{type}', (type) =>
  createRecentList(`last search ${type}`, isSearch, rememberedCount),
)

/** Picks the filter, the facets and the columns. */
function pickRemembered({ filter, columns, ...search }: ListSearch): ListSearch {
  let remembered: ListSearch = parseFacets(search)
  if (filter) remembered = { ...remembered, filter }
  if (columns) remembered = { ...remembered, columns }
  return remembered
}

/** Formats the filter and the facets as one text, whatever their order in the address. */
function formatNarrowing({ filter, ...search }: ListSearch): string {
  const narrowing = new URLSearchParams({ ...parseFacets(search) })
  if (filter) narrowing.set('filter', filter)
  narrowing.sort()
  return narrowing.toString()
}

const hasNoParameters = (search: ListSearch): boolean => Object.keys(search).length === 0

/**
 * Restores the user's last filter, facets and columns if the address has no search parameters, and
 * writes them into the address, from which everything else reads them. `isFilterRestored` stays true
 * until the filter or the facets change.
 */
export function useLastSearch(
  type: ItemType,
  search: ListSearch,
  onSearch: (change: SearchChange, mode: 'replace') => void,
): { readonly search: ListSearch; readonly isFilterRestored: boolean } {
  const { email } = useSignedIn().user
  const initialSearch = useRef(search)
  const [restored, setRestored] = useState(() => {
    if (!hasNoParameters(search)) return null
    const [lastSearch] = lastSearches[type].read(email)
    if (!lastSearch || hasNoParameters(lastSearch)) return null
    return parseListSearch(type)({ ...lastSearch })
  })

  // Once the address has search parameters, they are what is shown.
  if (restored && !hasNoParameters(search)) setRestored(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the list is opened
  useEffect(() => {
    if (restored) onSearch(restored, 'replace')
  }, [])

  useEffect(() => {
    // The initial search may come from a link: only later ones are the user's own choice.
    if (search !== initialSearch.current && !search.archived)
      lastSearches[type].add(email, pickRemembered(search))
  }, [type, email, search])

  const currentSearch = restored && hasNoParameters(search) ? restored : search
  const [restoredNarrowing, setRestoredNarrowing] = useState(() => formatNarrowing(restored ?? {}))
  const isFilterRestored =
    restoredNarrowing !== '' && formatNarrowing(currentSearch) === restoredNarrowing
  if (restoredNarrowing !== '' && !isFilterRestored) setRestoredNarrowing('')

  return { search: currentSearch, isFilterRestored }
}
