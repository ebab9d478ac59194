import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ItemComment } from '@vitrine/contract'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { cancelAndInvalidate } from '../../client/query.ts'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'
import { commentsQueries } from './comments-queries.ts'

/** Deletes without confirmation and offers undo for ten seconds. */
export function useDeleteComment() {
  const queries = useQueryClient()
  const refresh = () => cancelAndInvalidate(queries, commentsQueries.everything)

  const restore = async (comment: ItemComment) => {
    try {
      await call('POST /inventory/restore-comment', { body: { commentId: comment.id } })
      notifications.show({ message: 'Comment restored.' })
    } finally {
      await refresh()
    }
  }
  return useMutation({
    mutationFn: (comment: ItemComment) => call('POST /inventory/delete-comment', { body: { commentId: comment.id } }),
    onSuccess: (_, comment) =>
      offerUndo({
        id: `comment-deleted-${comment.id}`,
        message: 'Comment deleted.',
        undo: () => restore(comment),
        failure: 'The comment could not be restored.',
      }),
    onError: (error) => notifications.show({ message: `The comment could not be deleted. ${serverMessage(error)}` }),
    onSettled: refresh,
  })
}
