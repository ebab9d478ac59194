import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { serverMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { offerUndo } from '../../../ui/feedback/undo-toast.tsx'

/** Archives or restores an item, which can be undone for ten seconds. */
export function useArchive(itemId: number, refresh: () => Promise<void>) {
  const setArchived = (archived: boolean) =>
    call('POST /inventory/set-archived', { body: { itemIds: [itemId], archived } })
  return useMutation({
    mutationFn: setArchived,
    onSuccess: (_, archived) =>
      offerUndo({
        id: 'archived',
        message: archived ? 'Archived.' : 'Restored.',
        undo: () => setArchived(!archived).finally(() => void refresh()),
        failure: 'This could not be undone.',
      }),
    onError: (error) => notifications.show({ color: 'red', message: `Nothing was changed. ${serverMessage(error)}` }),
    onSettled: refresh,
  })
}
