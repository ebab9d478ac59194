import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ItemComment } from '@vitrine/contract'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { cancelAndInvalidate } from '../../client/cancel-and-invalidate.ts'
import { commentsQueries } from './comments-queries.ts'
import styles from './use-delete-comment.module.css'

const undoMs = 10_000

/** Deletes without confirmation and offers undo for ten seconds. */
export function useDeleteComment() {
  const queries = useQueryClient()
  const refresh = () => cancelAndInvalidate(queries, commentsQueries.everything)

  const restore = useMutation({
    mutationFn: (comment: ItemComment) => call('POST /inventory/restore-comment', { body: { commentId: comment.id } }),
    onSuccess: () => notifications.show({ message: 'Comment restored.' }),
    onError: (error) => notifications.show({ message: `The comment could not be restored. ${serverMessage(error)}` }),
    onSettled: refresh,
  })
  return useMutation({
    mutationFn: (comment: ItemComment) => call('POST /inventory/delete-comment', { body: { commentId: comment.id } }),
    onSuccess: (_, comment) => {
      const id = `comment-deleted-${comment.id}`
      notifications.show({
        id,
        autoClose: undoMs,
        message: (
          <span className={styles.message}>
            Comment deleted.
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                notifications.hide(id)
                restore.mutate(comment)
              }}
            >
              Undo
            </Button>
          </span>
        ),
      })
    },
    onError: (error) => notifications.show({ message: `The comment could not be deleted. ${serverMessage(error)}` }),
    onSettled: refresh,
  })
}
