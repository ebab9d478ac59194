import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { GroupedSearchHits } from '@vitrine/contract'
import { callQuery } from '../../client/query.ts'
import { useMayOpen } from '../../session/use-may-open.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { readRecentItems } from './recent-items.ts'
import {
  type PaletteCommand,
  type SearchOption,
  type SearchOptionGroup,
  toCommandGroups,
  toRecentGroup,
  toResultGroups,
} from './search-options.tsx'

interface SearchInput {
  /** Empty before anything is typed. */
  readonly text: string
  readonly isOpen: boolean
  readonly commands: readonly PaletteCommand[]
  readonly offersCommands: boolean
}

/** The options for a text: recently opened items, commands, and results of the server. */
export function useGlobalSearch({ text, isOpen, commands, offersCommands }: SearchInput) {
  const queries = useQueryClient()
  const mayOpen = useMayOpen()
  const results = useQuery(searchQuery(text))
  const recentItems = useRecentItems(isOpen && text === '')

  function buildGroups(data: GroupedSearchHits | undefined): SearchOptionGroup[] {
    const groups: SearchOptionGroup[] = []
    if (text === '') groups.push(toRecentGroup(recentItems))
    if (text !== '' || offersCommands) groups.push(...toCommandGroups(commands, text))
    if (data) groups.push(...toResultGroups(data, mayOpen))
    return groups.filter((group) => group.options.length > 0)
  }

  return {
    results,
    groups: buildGroups(text === '' ? undefined : results.data),
    /** Whether the shown results belong to the current text. */
    isCurrent: text === '' || (results.isSuccess && !results.isPlaceholderData),
    /** Resolves to the first option once the results for the current text have arrived. */
    async waitForFirstOption(): Promise<SearchOption | undefined> {
      const data = await queries.fetchQuery(searchQuery(text)).catch(() => undefined)
      return buildGroups(data)[0]?.options[0]
    },
  }
}

export type GlobalSearch = ReturnType<typeof useGlobalSearch>

/** Typing cancels the previous request; the previous results stay until the next ones arrive. */
const searchQuery = (text: string) => ({
  ...callQuery('GET /search', { query: { q: text } }),
  enabled: text !== '',
  placeholderData: keepPreviousData,
  gcTime: 30_000,
})

const noHits: never[] = []

function useRecentItems(isEnabled: boolean) {
  const { user } = useSignedIn()
  const ids = isEnabled ? readRecentItems(user.email) : []

  const { data } = useQuery({
    ...callQuery('GET /search/items', { query: { ids: ids.join() } }),
    enabled: ids.length > 0,
  })

  return data?.hits ?? noHits
}
