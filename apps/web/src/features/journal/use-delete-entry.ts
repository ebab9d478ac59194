import { notifications } from '@mantine/notifications'
import type { JournalEntry } from '@vitrine/contract'
import { useCallback } from 'react'
import { ApiError, serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { askToConfirm } from '../../ui/feedback/dialogs.ts'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'
import { useJournalChanges } from './journal-queries.ts'

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Asks, deletes and offers to undo it. Tells whether the entry is gone. */
export function useDeleteEntry(): (entry: JournalEntry) => Promise<boolean> {
  const changes = useJournalChanges()

  return useCallback(
    async ({ id }) => {
      const message = 'Are you sure you want to delete this journal entry?'
      if (!(await askToConfirm({ title: 'Delete Entry', message }))) return false
      try {
        await call('DELETE /journal/:id', { params: { id } })
      } catch (error) {
        if (!isGone(error)) {
          notifications.show({
            color: 'red',
            message: `The entry was not deleted. ${serverMessage(error)}`,
          })
          return false
        }
      }
      changes.entryDeleted(id)
      offerUndo({
        id: `journal entry ${id}`,
        message: 'Entry deleted.',
        undo: async () => changes.entrySaved(await call('POST /journal/restore', { body: { id } })),
        failure: 'The entry was not restored.',
      })
      return true
    },
    [changes],
  )
}
