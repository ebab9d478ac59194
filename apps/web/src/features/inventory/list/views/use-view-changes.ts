import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SavedView } from '@vitrine/contract'
import { serverMessage } from '../../../../client/api-error.ts'
import { call } from '../../../../client/call.ts'
import { cancelAndInvalidate } from '../../../../client/cancel-and-invalidate.ts'
import { offerUndo } from '../../../../ui/feedback/undo-toast.tsx'
import { viewsQuery } from './view-queries.ts'

const toastId = 'view changed'
const failure = 'This could not be undone.'

export const saveView = (
  { id, name, shared, search, version }: SavedView,
  change: Partial<Pick<SavedView, 'name' | 'shared' | 'search' | 'version'>>,
) => call('POST /views/save', { body: { id, name, shared, search, version, ...change } })

/** What is done to a view without a dialog, each of which can be undone for ten seconds. */
export function useViewChanges(onRemoved: () => void, onRestored: (view: SavedView) => void) {
  const queries = useQueryClient()
  const refresh = () => cancelAndInvalidate(queries, viewsQuery.queryKey)
  const onError = (error: Error) =>
    notifications.show({ color: 'red', message: `Nothing was changed. ${serverMessage(error)}` })

  const replace = useMutation({
    mutationFn: ({ view, search }: { view: SavedView; search: SavedView['search'] }) => saveView(view, { search }),
    onSuccess: (now, { view }) =>
      offerUndo({
        id: toastId,
        message: `“${now.name}” saved.`,
        undo: () => saveView(now, { search: view.search }).finally(() => void refresh()),
        failure,
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
        failure,
      })
    },
    onError,
    onSettled: refresh,
  })
  return { replace, remove, refresh }
}
