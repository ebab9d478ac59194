import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ItemComment } from '@vitrine/contract'
import { useEffect } from 'react'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import type { RenderHistory } from '../../ui/forms/edit-form.tsx'
import { Block } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { useShowLinkedRecord } from '../../ui/lists/use-show-linked-record.ts'
import { CommentEntry, usePreloadForms } from './comment-entry.tsx'
import { CommentForm } from './comment-form.tsx'
import { commentsQueries } from './comments-queries.ts'
import styles from './item-comments.module.css'
import { type CommentActions, useCommentActions, useDeleteComment } from './use-comment-actions.ts'

interface ItemCommentsProps {
  readonly itemId: number
  readonly renderHistory: RenderHistory
}

/** The comments block of one item. */
export function ItemComments({ itemId, renderHistory }: ItemCommentsProps) {
  const actions = useCommentActions()

  return (
    <Block title="Comments">
      <NewComment itemId={itemId} />
      <Title order={3} className={styles.heading ?? ''}>
        Most Recent Comments
      </Title>
      <CommentThreads itemId={itemId} renderHistory={renderHistory} actions={actions} />
    </Block>
  )
}

interface NewCommentProps {
  readonly itemId: number
  /** Present if the form was opened by a button and can be closed. */
  readonly onClose?: () => void
  readonly onSaved?: () => void
}

/** A form for a new comment on an item. */
export function NewComment({ itemId, onSaved, ...closing }: NewCommentProps) {
  const actions = useCommentActions()

  return (
    <CommentForm
      {...closing}
      label="New comment"
      draftName={`comment on ${itemId}`}
      submitLabel="Save Comment"
      placeholder="Add a comment..."
      canBeTask
      onSave={async (input) => {
        await actions.add(itemId, input)
        onSaved?.()
      }}
    />
  )
}

function CommentThreads({
  itemId,
  renderHistory,
  actions,
}: ItemCommentsProps & { readonly actions: CommentActions }) {
  const comments = useQuery(commentsQueries.itemComments(itemId))
  const remove = useDeleteComment()
  useShowLinkedRecord('comment', comments.isSuccess)
  usePreloadForms()
  useReadNotices(comments.data)

  if (comments.isPending) return <RowSkeletons label="Loading the comments" rows={3} />
  if (comments.isError) return <LoadFailure what="The comments" query={comments} />
  if (comments.data.length === 0)
    return <p className={styles.nothing}>No comments for this item.</p>

  const { threads, findReplies } = groupThreads(comments.data)

  const renderEntry = (comment: ItemComment, replies: readonly ItemComment[] = []) => (
    <CommentEntry
      key={comment.id}
      comment={comment}
      isDeleting={remove.isPending && remove.variables.id === comment.id}
      onDelete={() => remove.mutate(comment)}
      actions={actions}
      renderHistory={renderHistory}
    >
      {replies.length > 0 && (
        <ul className={styles.replies}>{replies.map((reply) => renderEntry(reply))}</ul>
      )}
    </CommentEntry>
  )

  return (
    <ul className={styles.comments}>
      {threads.map((comment) => renderEntry(comment, findReplies(comment)))}
    </ul>
  )
}

/** Marks the notices of comments as read once they are seen. */
function useReadNotices(comments?: readonly ItemComment[]): void {
  useEffect(() => {
    // Loaded on demand, because most comments have been read.
    if (comments?.some(({ unread }) => unread))
      void import('./read-notices.ts').then((module) => module.markReadWhenSeen(comments))
  }, [comments])
}

/**
 * Groups comments with their replies, oldest reply first. Replies to deleted comments stand alone.
 */
function groupThreads(comments: readonly ItemComment[]) {
  const ids = new Set(comments.map(({ id }) => id))
  const isReply = ({ reply_to }: ItemComment) => reply_to !== undefined && ids.has(reply_to)
  const repliesByThread = Map.groupBy(
    comments.filter(isReply).toReversed(),
    ({ reply_to }) => reply_to,
  )

  return {
    threads: comments.filter((comment) => !isReply(comment)),
    findReplies: ({ id }: ItemComment) => repliesByThread.get(id) ?? [],
  }
}
