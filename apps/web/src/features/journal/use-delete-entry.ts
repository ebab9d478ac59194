import { notifications } from '@mantine/notifications'
import type { JournalEntry } from '@vitrine/contract'
import { useCallback } from 'react'
import { ApiError, getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { askToConfirm } from '../../ui/feedback/dialogs.ts'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'
import { useJournalCache } from './journal-queries.ts'

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** Deletes an entry after confirmation and offers to undo it. Resolves to whether it is deleted. */
export function useDeleteEntry(): (entry: JournalEntry) => Promise<boolean> {
  const cache = useJournalCache()

  return useCallback(
    async ({ id }) => {
      const message = 'Are you sure you want to delete this journal entry?'
      if (!(await askToConfirm({ title: 'Delete Entry', message }))) return false
      try {
        await call('DELETE /journal/:id', { params: { id } })
      } catch (error) {
        if (!isNotFound(error)) {
          notifications.show({
            color: 'red',
            message: `The entry was not deleted. ${getServerMessage(error)}`,
          })
          return false
        }
      }

      cache.removeEntry(id)
      offerUndo({
        id: `journal entry ${id}`,
        message: 'Entry deleted.',
        undo: async () => cache.putEntry(await call('POST /journal/restore', { body: { id } })),
        failure: 'The entry was not restored.',
      })
      return true
    },
    [cache],
  )
}
