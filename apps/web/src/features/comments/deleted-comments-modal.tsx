import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeletedComment } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { cancelAndInvalidate } from '../../client/queries.ts'
import { RecentlyDeletedModal } from '../../ui/lists/recently-deleted-modal.tsx'
import { formatCommentAuthor } from './comment-entry.tsx'
import { commentsQueries } from './comments-queries.ts'

interface DeletedCommentsModalProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function DeletedCommentsModal({ opened, onClose }: DeletedCommentsModalProps) {
  const queries = useQueryClient()
  const deleted = useQuery({ ...commentsQueries.deleted, enabled: opened })

  const restore = useMutation({
    mutationFn: ({ id }: DeletedComment) =>
      call('POST /inventory/restore-comment', { body: { commentId: id } }),
    // Also after a failure: a colleague may have restored it, or the 30 days may be over.
    onSettled: () => cancelAndInvalidate(queries, commentsQueries.commentsKey),
  })

  return (
    <RecentlyDeletedModal
      opened={opened}
      onClose={onClose}
      singular="comment"
      plural="comments"
      deleted={deleted}
      restore={restore}
      describe={(comment) => `${comment.identifier} · ${formatCommentAuthor(comment)}`}
    />
  )
}
