import type { CommentState, ItemComment, Task } from '@vitrine/contract'
import type { CommentRow } from './store.ts'

const formatAssigneeName = ({ assignee_first, assignee_last }: CommentRow): string =>
  `${assignee_first ?? ''} ${assignee_last ?? ''}`.trim()

export const toCommentState = (row: CommentRow): CommentState => ({
  comment: row.comment,
  task: row.task === 1,
  done: row.done_at !== null,
  assignee: formatAssigneeName(row),
  assigneeId: row.assignee_id,
  due: row.due,
})

/** A comment as shown to a reader. Empty optional fields are left out, because lists are long. */
export function toComment(row: CommentRow, readerId: number): ItemComment {
  const { id, item_id, identifier, item_name, created, first_name, last_name } = row
  const comment: ItemComment = {
    id,
    item_id,
    identifier,
    item_name,
    comment: row.comment,
    created,
    first_name,
    last_name,
  }
  if (row.task === 1) comment.task = toTask(row)
  if (row.parent_id !== null) comment.reply_to = row.parent_id
  if (row.edited_at !== null) comment.edited = row.edited_at
  if (row.user_id === readerId) comment.mine = true
  return comment
}

function toTask(row: CommentRow): Task {
  const task: Task = {}
  if (row.done_at !== null) {
    task.done = row.done_at
    task.done_by = row.done_by
  }
  if (row.assignee_id !== null)
    task.assignee = { id: row.assignee_id, name: formatAssigneeName(row) }
  if (row.due !== '') task.due = row.due
  return task
}
