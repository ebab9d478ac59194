import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { inventoryRoute, type SavedView } from '@vitrine/contract'
import { call } from '../../../../client/call.ts'
import { cancelAndInvalidate } from '../../../../client/queries.ts'
import { callQuery } from '../../../../client/query.ts'
import { offerUndo, showFailure } from '../../../../ui/feedback/undo-toast.tsx'
import { useList } from '../list-context.ts'
import { type ListSearch, parseListSearch, type SearchChange } from '../list-search.ts'

/** The user's own views and the shared ones, of all inventories. */
export const viewsQuery = { ...callQuery('GET /views'), staleTime: 30_000 }

export const savedViewAddress = ({ id, type, search }: SavedView): string =>
  `${inventoryRoute(type)}?${new URLSearchParams({ ...search, saved: String(id) })}`

/** Picks what a view stores: all search parameters except the id of a view. */
export function toSavedSearch({ saved: _, ...search }: ListSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

/** Returns the same text for the same search parameters in any order. */
const serialize = (search: ListSearch): string =>
  JSON.stringify(
    Object.entries(toSavedSearch(search)).sort(([nameA], [nameB]) => (nameA < nameB ? -1 : 1)),
  )

const isChanged = (view: SavedView, search: ListSearch): boolean =>
  serialize(parseListSearch(view.type)(view.search)) !== serialize(search)

/** Builds the change that turns one search into another: removes parameters that only `from` has. */
export const buildSearchChange = (
  from: ListSearch,
  to: Readonly<Record<string, string>>,
): SearchChange => ({
  ...Object.fromEntries(Object.keys(from).map((key) => [key, undefined])),
  ...to,
})

/** Search parameters of an opened view. */
export const toOpenedSearch = ({ id, search }: SavedView): Record<string, string> => ({
  ...search,
  saved: String(id),
})

/** The saved views of the inventory, and the open one with its changes. */
export function useViews(isNeeded: boolean) {
  const { type, search } = useList()
  const query = useQuery({ ...viewsQuery, enabled: isNeeded || search.saved !== undefined })
  const views = query.data?.filter((view) => view.type === type) ?? []
  const current = views.find(({ id }) => String(id) === search.saved)
  const changed = current !== undefined && isChanged(current, search)

  return {
    query,
    views,
    current,
    changed,
    name: current && `${current.name}${changed ? ' · changed' : ''}`,
  }
}

/** One toast for all changes: a later one replaces the offer to undo the earlier one. */
const toastId = 'view changed'

export const saveView = (
  { id, name, shared, search, version }: SavedView,
  change: Partial<Pick<SavedView, 'name' | 'shared' | 'search' | 'version'>>,
) => call('POST /views/save', { body: { id, name, shared, search, version, ...change } })

/** Replaces and removes views, and offers to undo it. */
export function useViewChanges(onRemoved: () => void, onRestored: (view: SavedView) => void) {
  const queryClient = useQueryClient()
  const refresh = () => cancelAndInvalidate(queryClient, viewsQuery.queryKey)
  const onError = (error: Error) => showFailure('Nothing was changed.', error)

  const replace = useMutation({
    mutationFn: ({ view, search }: { view: SavedView; search: SavedView['search'] }) =>
      saveView(view, { search }),
    onSuccess: (savedView, { view }) =>
      offerUndo({
        id: toastId,
        message: `“${savedView.name}” saved.`,
        undo: () => saveView(savedView, { search: view.search }).finally(() => void refresh()),
      }),
    onError,
    onSettled: refresh,
  })

  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => call('POST /views/remove', { body: { id } }),
    onSuccess: (_, view) => {
      onRemoved()
      offerUndo({
        id: toastId,
        message: `“${view.name}” removed.`,
        undo: async () => {
          onRestored(await call('POST /views/restore', { body: { id: view.id } }))
          await refresh()
        },
      })
    },
    onError,
    onSettled: refresh,
  })

  return { replace, remove, refresh }
}
