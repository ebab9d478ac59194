import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { GroupedSearchHits } from '@vitrine/contract'
import { query } from '../../client/query.ts'
import { useMayOpen } from '../../session/use-may-open.ts'
import { useSignedIn } from '../../session/use-session.ts'
import {
  type Command,
  commandGroup,
  foundGroups,
  type Option,
  type OptionGroup,
  recentGroup,
} from './options.tsx'
import { recentItems } from './recent-items.ts'

interface SearchParts {
  /** Empty for what is offered before anything is typed. */
  readonly text: string
  readonly isOpen: boolean
  readonly commands: readonly Command[]
  readonly offersCommands: boolean
}

/** What is offered for a text: items opened lately, commands, and what the server finds. */
export function useSearch({ text, isOpen, commands, offersCommands }: SearchParts) {
  const queries = useQueryClient()
  const mayOpen = useMayOpen()
  const found = useQuery(foundBy(text))
  const recent = useRecent(isOpen && text === '')

  function groupsFor(data: GroupedSearchHits | undefined): OptionGroup[] {
    const all = [
      ...(text === '' ? [recentGroup(recent)] : []),
      ...(text !== '' || offersCommands ? [commandGroup(commands, text)] : []),
      ...(data ? foundGroups(data, mayOpen) : []),
    ]
    return all.filter((group) => group.options.length > 0)
  }

  return {
    found,
    groups: groupsFor(text === '' ? undefined : found.data),
    /** Whether the answer shown is the one to this text. */
    isCurrent: text === '' || (found.isSuccess && !found.isPlaceholderData),
    /** The first option once the answer to this text is there. */
    async firstOption(): Promise<Option | undefined> {
      const data = await queries.fetchQuery(foundBy(text)).catch(() => undefined)
      return groupsFor(data)[0]?.options[0]
    },
  }
}

export type Search = ReturnType<typeof useSearch>

/**
 * Each further key cancels the request of the one before; what was found stays until the next
 * answer.
 */
const foundBy = (text: string) => ({
  ...query('GET /search', { query: { q: text } }),
  enabled: text !== '',
  placeholderData: keepPreviousData,
  gcTime: 30_000,
})

const noHits: never[] = []

function useRecent(wanted: boolean) {
  const { user } = useSignedIn()
  const ids = wanted ? recentItems(user.email) : []
  const { data } = useQuery({
    ...query('GET /search/items', { query: { ids: ids.join() } }),
    enabled: ids.length > 0,
  })
  return data?.hits ?? noHits
}
