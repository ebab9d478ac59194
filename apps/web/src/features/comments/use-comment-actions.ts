import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ItemComment, TaskFields } from '@vitrine/contract'
import { useMemo } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { call, createRecord } from '../../client/call.ts'
import { cancelAndInvalidate, historyKey } from '../../client/queries.ts'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'
import type { CommentInput } from './comment-form.tsx'
import { commentsQueries } from './comments-queries.ts'

/** Actions on comments. The returned object is stable, so that rows are not re-rendered. */
export function useCommentActions() {
  const queries = useQueryClient()

  return useMemo(
    () =>
      createCommentActions(() =>
        Promise.all(
          [commentsQueries.commentsKey, historyKey('comment')].map((key) =>
            cancelAndInvalidate(queries, key),
          ),
        ),
      ),
    [queries],
  )
}

export type CommentActions = ReturnType<typeof createCommentActions>

function createCommentActions(refresh: () => Promise<unknown>) {
  /** Refreshes the comments after a change, also after a failed one. */
  const withRefresh = async (change: Promise<unknown>) => {
    try {
      await change
    } catch (error) {
      // The comment may have changed elsewhere. The message must not wait for the list.
      void refresh()
      throw error
    }

    await refresh()
  }

  const setDone = ({ id }: ItemComment, done: boolean) =>
    withRefresh(call('POST /inventory/set-done', { body: { commentId: id, done } }))

  return {
    refresh,

    /** Marks a task as done or reopens it, and offers to undo that. */
    async toggleDone(comment: ItemComment): Promise<void> {
      const wasDone = comment.task?.done !== undefined
      try {
        await setDone(comment, !wasDone)
        offerUndo({
          id: `task-done-${comment.id}`,
          message: wasDone ? 'Task reopened.' : 'Task done.',
          undo: () => setDone(comment, wasDone),
          failure: 'This could not be undone.',
        })
      } catch (error) {
        notifications.show({ message: `The task could not be changed. ${getServerMessage(error)}` })
      }
    },

    setTask: ({ id }: ItemComment, task: TaskFields | null) =>
      withRefresh(call('POST /inventory/set-task', { body: { commentId: id, task } })),

    add: (itemId: number, { comment, task }: CommentInput, replyTo?: number) =>
      withRefresh(
        createRecord('POST /inventory/add-comment', {
          body: {
            itemId,
            comment,
            ...(task && { task }),
            ...(replyTo !== undefined && { replyTo }),
          },
        }),
      ),

    edit: ({ id }: ItemComment, comment: string, before: string) =>
      withRefresh(
        call('POST /inventory/edit-comment', { body: { commentId: id, comment, before } }),
      ),
  }
}

/** Deletes a comment without confirmation, and offers to undo that. */
export function useDeleteComment() {
  const queries = useQueryClient()
  const refresh = () => cancelAndInvalidate(queries, commentsQueries.commentsKey)

  const restore = async (comment: ItemComment) => {
    try {
      await call('POST /inventory/restore-comment', { body: { commentId: comment.id } })
      notifications.show({ message: 'Comment restored.' })
    } finally {
      await refresh()
    }
  }

  return useMutation({
    mutationFn: (comment: ItemComment) =>
      call('POST /inventory/delete-comment', { body: { commentId: comment.id } }),
    onSuccess: (_, comment) =>
      offerUndo({
        id: `comment-deleted-${comment.id}`,
        message: 'Comment deleted.',
        undo: () => restore(comment),
        failure: 'The comment could not be restored.',
      }),
    onError: (error) =>
      notifications.show({
        message: `The comment could not be deleted. ${getServerMessage(error)}`,
      }),
    onSettled: refresh,
  })
}
