import { notifications } from '@mantine/notifications'
import type { JournalEntry } from '@vitrine/contract'
import { useCallback } from 'react'
import { ApiError, serverMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
import { UndoToast } from '../../../ui/feedback/undo-toast.tsx'
import { askToConfirm } from '../../../ui/forms/ask-to-confirm.tsx'
import { useJournalChanges } from '../use-journal-changes.ts'

const undoMs = 10_000

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Asks, deletes and offers to take it back. Tells whether the entry is gone. */
export function useDeleteEntry(): (entry: JournalEntry) => Promise<boolean> {
  const changes = useJournalChanges()

  return useCallback(
    async (entry) => {
      const message = 'Are you sure you want to delete this journal entry?'
      if (!(await askToConfirm({ title: 'Delete Entry', message }))) return false
      try {
        await call('DELETE /journal/:id', { params: { id: entry.id } })
      } catch (error) {
        if (!isGone(error)) {
          notifications.show({ color: 'red', message: `The entry was not deleted. ${serverMessage(error)}` })
          return false
        }
      }
      changes.entryDeleted(entry.id)

      const toast = `journal entry ${entry.id}`
      const undo = async () => {
        notifications.hide(toast)
        try {
          changes.entrySaved(await call('POST /journal/restore', { body: { id: entry.id } }))
        } catch (error) {
          notifications.show({ color: 'red', message: `The entry was not restored. ${serverMessage(error)}` })
        }
      }
      notifications.show({
        id: toast,
        autoClose: undoMs,
        message: <UndoToast onUndo={undo}>Entry deleted.</UndoToast>,
      })
      return true
    },
    [changes],
  )
}
