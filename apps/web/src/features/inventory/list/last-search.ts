import { type ItemType, perType } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import { recentList } from '../../../session/recent-list.ts'
import { useSignedIn } from '../../../session/use-session.ts'
import { type ListSearch, parseFacets, parseListSearch, type SearchChange } from './list-search.ts'

const isSearch = (value: unknown): value is ListSearch =>
  typeof value === 'object' && value !== null
const remembered = perType('{type}', (type) => recentList(`last search ${type}`, isSearch, 1))

const lasting = ({ filter, columns, ...search }: ListSearch): ListSearch => ({
  ...parseFacets(search),
  ...(filter && { filter }),
  ...(columns && { columns }),
})

const isEmpty = (search: ListSearch): boolean => Object.keys(search).length === 0

/**
 * The filter and the columns that a person left the list with in this browser, for an address that says nothing. They are
 * written into the address, so that everything else reads them there.
 */
export function useLastSearch(
  type: ItemType,
  search: ListSearch,
  onSearch: (change: SearchChange, how: 'replace') => void,
): ListSearch {
  const { email } = useSignedIn().user
  const opened = useRef(search)
  const [restored, setRestored] = useState(() => {
    const last = isEmpty(search) && remembered[type].read(email)[0]
    return last && !isEmpty(last) ? parseListSearch(type)({ ...last }) : null
  })
  // The address has it now, or something else.
  if (restored && !isEmpty(search)) setRestored(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is opened
  useEffect(() => {
    if (restored) onSearch(restored, 'replace')
  }, [])
  useEffect(() => {
    // What a link asks for is not what the person chose.
    if (search !== opened.current && !search.archived) remembered[type].add(email, lasting(search))
  }, [type, email, search])
  return restored && isEmpty(search) ? restored : search
}
