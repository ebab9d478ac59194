import type { CommentState, ItemComment, Task } from '@vitrine/contract'
import type { CommentRow } from './store.ts'

const assigneeName = ({ assignee_first, assignee_last }: CommentRow): string =>
  `${assignee_first ?? ''} ${assignee_last ?? ''}`.trim()

export const toCommentState = (row: CommentRow): CommentState => ({
  comment: row.comment,
  task: row.task === 1,
  done: row.done_at !== null,
  assignee: assigneeName(row),
  assigneeId: row.assignee_id,
  due: row.due,
})

/** A comment as shown to a reader. Empty optional fields are left out, because lists are long. */
export function toComment(row: CommentRow, readerId: number): ItemComment {
  const { id, item_id, identifier, item_name, comment, created, first_name, last_name } = row
  return {
    id,
    item_id,
    identifier,
    item_name,
    comment,
    created,
    first_name,
    last_name,
    ...(row.task === 1 && { task: toTask(row) }),
    ...(row.parent_id !== null && { reply_to: row.parent_id }),
    ...(row.edited_at !== null && { edited: row.edited_at }),
    ...(row.user_id === readerId && { mine: true }),
  }
}

const toTask = (row: CommentRow): Task => ({
  ...(row.done_at !== null && { done: row.done_at, done_by: row.done_by }),
  ...(row.assignee_id !== null && { assignee: { id: row.assignee_id, name: assigneeName(row) } }),
  ...(row.due !== '' && { due: row.due }),
})
