import { type ItemType, perType } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import { createRecentList } from '../../../session/recent-list.ts'
import { useSignedIn } from '../../../session/use-session.ts'
import { type ListSearch, parseFacets, parseListSearch, type SearchChange } from './list-search.ts'

const isSearch = (value: unknown): value is ListSearch =>
  typeof value === 'object' && value !== null
const lastSearches = perType('{type}', (type) =>
  createRecentList(`last search ${type}`, isSearch, 1),
)

const pickRemembered = ({ filter, columns, ...search }: ListSearch): ListSearch => ({
  ...parseFacets(search),
  ...(filter && { filter }),
  ...(columns && { columns }),
})

/** The filter and the facets as one text, whatever their order in the address. */
function formatNarrowing({ filter, ...search }: ListSearch): string {
  const narrowing = new URLSearchParams({ ...parseFacets(search), ...(filter && { filter }) })
  narrowing.sort()
  return narrowing.toString()
}

const isEmpty = (search: ListSearch): boolean => Object.keys(search).length === 0

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
    const last = isEmpty(search) && lastSearches[type].read(email)[0]
    return last && !isEmpty(last) ? parseListSearch(type)({ ...last }) : null
  })
  // Done once the address has any search parameters.
  if (restored && !isEmpty(search)) setRestored(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the list is opened
  useEffect(() => {
    if (restored) onSearch(restored, 'replace')
  }, [])
  useEffect(() => {
    // The initial search may come from a link: only later ones are the user's own choice.
    if (search !== initialSearch.current && !search.archived)
      lastSearches[type].add(email, pickRemembered(search))
  }, [type, email, search])

  const shown = restored && isEmpty(search) ? restored : search
  const [restoredNarrowing, setRestoredNarrowing] = useState(() => formatNarrowing(restored ?? {}))
  const isFilterRestored = restoredNarrowing !== '' && formatNarrowing(shown) === restoredNarrowing
  if (restoredNarrowing !== '' && !isFilterRestored) setRestoredNarrowing('')
  return { search: shown, isFilterRestored }
}
