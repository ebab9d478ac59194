import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ItemComment } from '@vitrine/contract'
import { useEffect } from 'react'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import type { RenderHistory } from '../../ui/forms/edit-form.tsx'
import { Block } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { CommentEntry, usePreloadedForms } from './comment-entry.tsx'
import { CommentForm } from './comment-form.tsx'
import { commentsQueries } from './comments-queries.ts'
import styles from './item-comments.module.css'
import { type ChangeComment, useChangeComment, useDeleteComment } from './use-change-comment.ts'

interface ItemCommentsProps {
  readonly itemId: number
  readonly history: RenderHistory
}

/** The comments block of one item. */
export function ItemComments({ itemId, history }: ItemCommentsProps) {
  const change = useChangeComment()
  return (
    <Block title="Comments">
      <CommentForm
        label="New comment"
        draftName={`comment on ${itemId}`}
        submit="Save Comment"
        placeholder="Add a comment..."
        canBeTask
        onSave={(written) => change.add(itemId, written)}
      />
      <Title order={3} className={styles.heading ?? ''}>
        Most Recent Comments
      </Title>
      <Comments itemId={itemId} history={history} change={change} />
    </Block>
  )
}

function Comments({
  itemId,
  history,
  change,
}: ItemCommentsProps & { readonly change: ChangeComment }) {
  const comments = useQuery(commentsQueries.ofItem(itemId))
  const remove = useDeleteComment()
  useShowLinkedComment(comments.isSuccess)
  usePreloadedForms()
  if (comments.isPending) return <RowSkeletons label="Loading the comments" rows={3} />
  if (comments.isError) return <LoadFailure what="The comments" query={comments} />
  if (comments.data.length === 0)
    return <p className={styles.nothing}>No comments for this item.</p>
  const { threads, repliesTo } = threadsOf(comments.data)
  const entry = (comment: ItemComment, replies: readonly ItemComment[] = []) => (
    <CommentEntry
      key={comment.id}
      comment={comment}
      deleting={remove.isPending && remove.variables.id === comment.id}
      onDelete={() => remove.mutate(comment)}
      change={change}
      history={history}
    >
      {replies.length > 0 && (
        <ul className={styles.replies}>{replies.map((reply) => entry(reply))}</ul>
      )}
    </CommentEntry>
  )
  return (
    <ul className={styles.comments}>
      {threads.map((comment) => entry(comment, repliesTo(comment)))}
    </ul>
  )
}

/** Long enough that the eye finds it after the page has settled. */
const markedMs = 4_000

/**
 * Shows the comment that the address names, once the comments are there, and marks it for a moment.
 */
function useShowLinkedComment(isLoaded: boolean): void {
  const hash = useLocation({ select: (location) => location.hash })
  // Another step to the same comment shows it again.
  const step = useLocation({ select: ({ state }) => state.__TSR_key })
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const linked = isLoaded && /^comment-\d+$/.test(hash) ? document.getElementById(hash) : null
    if (!linked) return
    linked.tabIndex = -1
    linked.focus({ preventScroll: true })
    linked.dataset.linked = ''
    // Parts of the page above it may still be loading: it is kept in sight until a scroll or a key.
    const growing = new ResizeObserver(() => linked.scrollIntoView({ block: 'center' }))
    growing.observe(document.body)
    const input = new AbortController()
    for (const event of ['wheel', 'pointerdown', 'touchstart', 'keydown'])
      addEventListener(event, () => growing.disconnect(), { signal: input.signal, passive: true })
    const end = () => {
      growing.disconnect()
      input.abort()
      delete linked.dataset.linked
    }
    const timer = setTimeout(end, markedMs)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [isLoaded, hash, step])
}

/**
 * Comments with their replies, the oldest reply first. One whose comment was deleted is shown by
 * itself.
 */
function threadsOf(comments: readonly ItemComment[]) {
  const ids = new Set(comments.map(({ id }) => id))
  const isReply = ({ reply_to }: ItemComment) => reply_to !== undefined && ids.has(reply_to)
  const replies = Map.groupBy(comments.filter(isReply).toReversed(), ({ reply_to }) => reply_to)
  return {
    threads: comments.filter((comment) => !isReply(comment)),
    repliesTo: ({ id }: ItemComment) => replies.get(id) ?? [],
  }
}
