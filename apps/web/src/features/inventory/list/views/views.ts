import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { inventoryRoute, type SavedView } from '@vitrine/contract'
import { call } from '../../../../client/call.ts'
import { cancelAndInvalidate } from '../../../../client/queries.ts'
import { query } from '../../../../client/query.ts'
import { offerUndo, showFailure } from '../../../../ui/feedback/undo-toast.tsx'
import { useList } from '../list-context.ts'
import { type ListSearch, parseListSearch, type SearchChange } from '../list-search.ts'

/** The person's own views and those of all, of all inventories. */
export const viewsQuery = { ...query('GET /views'), staleTime: 30_000 }

export const savedViewAddress = ({ id, type, search }: SavedView): string =>
  `${inventoryRoute(type)}?${new URLSearchParams({ ...search, saved: String(id) })}`

export function toSavedSearch({ saved: _, ...search }: ListSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

const inOrder = (search: ListSearch): string =>
  JSON.stringify(
    Object.entries(toSavedSearch(search)).sort(([one], [other]) => (one < other ? -1 : 1)),
  )

const isChanged = ({ type, search: kept }: SavedView, search: ListSearch): boolean =>
  inOrder(parseListSearch(type)(kept)) !== inOrder(search)

export const buildSearchChange = (
  from: ListSearch,
  to: Readonly<Record<string, string>>,
): SearchChange => ({
  ...Object.fromEntries(Object.keys(from).map((key) => [key, undefined])),
  ...to,
})

export const toOpenedSearch = ({ id, search }: SavedView): Record<string, string> => ({
  ...search,
  saved: String(id),
})

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

const toastId = 'view changed'

export const saveView = (
  { id, name, shared, search, version }: SavedView,
  change: Partial<Pick<SavedView, 'name' | 'shared' | 'search' | 'version'>>,
) => call('POST /views/save', { body: { id, name, shared, search, version, ...change } })

export function useViewChanges(onRemoved: () => void, onRestored: (view: SavedView) => void) {
  const queries = useQueryClient()
  const refresh = () => cancelAndInvalidate(queries, viewsQuery.queryKey)
  const onError = (error: Error) => showFailure('Nothing was changed.', error)

  const replace = useMutation({
    mutationFn: ({ view, search }: { view: SavedView; search: SavedView['search'] }) =>
      saveView(view, { search }),
    onSuccess: (now, { view }) =>
      offerUndo({
        id: toastId,
        message: `“${now.name}” saved.`,
        undo: () => saveView(now, { search: view.search }).finally(() => void refresh()),
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
