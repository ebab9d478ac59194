import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { openTaskFilters } from '../open-tasks.ts'
import { staff } from '../roles.ts'
import { Day, Id, IdParams, IdText, prose } from '../text.ts'

/** The task properties of a comment. */
export const Task = z.object({
  /** When and by whom it was done; absent while open. */
  done: z.string().optional(),
  done_by: z.string().optional(),
  assignee: z.object({ id: z.number().int(), name: z.string() }).optional(),
  /** A calendar day. */
  due: z.string().optional(),
})
export type Task = z.infer<typeof Task>

export const ItemComment = z.object({
  id: z.number().int(),
  item_id: z.number().int(),
  identifier: z.string(),
  item_name: z.string(),
  comment: z.string(),
  created: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  task: Task.optional(),
  /** Id of the comment that this one answers. */
  reply_to: z.number().int().optional(),
  /** When its author last changed the text. */
  edited: z.string().optional(),
  /** The caller is the author and may edit it. */
  mine: z.literal(true).optional(),
  /** The caller has an unread notice of it; only in the comments of one item. */
  unread: z.literal(true).optional(),
})
export type ItemComment = z.infer<typeof ItemComment>

/**
 * A comment that concerns its reader: an answer in a thread in which they wrote, or an open task
 * that somebody else assigned to them.
 */
export const Notice = z.object({
  kind: z.enum(['reply', 'task']),
  /** The time of the reply or the assignment. */
  at: z.string(),
  /** The author of the reply, or who assigned the task. */
  by: z.string(),
  comment: ItemComment,
})
export type Notice = z.infer<typeof Notice>

/** Maximum notices per answer. */
export const maxNotices = 50

/** `obj` of the 409 answer to an outdated save. */
export const CommentConflict = z.object({
  current: ItemComment,
  changedBy: z.string(),
  changedAt: z.string(),
})
export type CommentConflict = z.infer<typeof CommentConflict>

export const DeletedComment = ItemComment.extend({ deleted: z.string() })
export type DeletedComment = z.infer<typeof DeletedComment>

/** Maximum comments per answer. */
export const maxCommentsPerPage = 500

const CommentText = prose(5_000).refine((text) => text.trim() !== '', 'Please write a comment.')

/** Assignee and due date of a task, both optional. */
export const TaskFields = z.strictObject({ assigneeId: Id.optional(), due: Day.optional() })
export type TaskFields = z.output<typeof TaskFields>

export const comments = {
  all: {
    method: 'GET',
    path: '/inventory/comments',
    access: staff,
    summary: `All comments, newest first. \`limit\`: at most that many (up to ${maxCommentsPerPage}); \`before\`: comments after the one with this id; \`open\`: only open tasks, the caller’s or everybody’s`,
    query: z.strictObject({
      before: IdText.optional(),
      limit: IdText.pipe(z.int().max(maxCommentsPerPage)).optional(),
      open: z.enum(openTaskFilters).optional(),
    }),
    ok: z.array(ItemComment),
  },
  ofItem: {
    method: 'GET',
    path: '/inventory/comments/:id',
    access: staff,
    summary: 'The comments of one item, newest first',
    params: IdParams,
    ok: z.array(ItemComment),
  },
  add: {
    method: 'POST',
    path: '/inventory/add-comment',
    access: staff,
    summary:
      'Comment on an item. With `task`, the comment is a task; with `replyTo`, an answer to a comment on the same item',
    body: z.strictObject({
      itemId: Id,
      comment: CommentText,
      task: TaskFields.optional(),
      replyTo: Id.optional(),
    }),
    ok: z.object({ id: z.number().int() }),
    creates: true,
  },
  edit: {
    method: 'POST',
    path: '/inventory/edit-comment',
    access: staff,
    summary:
      'Change the text of one of the caller’s comments. If `before` is not the current text, this is a conflict',
    body: z.strictObject({ commentId: Id, comment: CommentText, before: prose(5_000).optional() }),
    ok: Done,
  },
  setTask: {
    method: 'POST',
    path: '/inventory/set-task',
    access: staff,
    summary:
      'Turn a comment into a task, change its assignee and due date, or (with null) turn it back into a comment',
    body: z.strictObject({ commentId: Id, task: TaskFields.nullable() }),
    ok: Done,
  },
  setDone: {
    method: 'POST',
    path: '/inventory/set-done',
    access: staff,
    summary: 'Mark a task as done, or reopen it',
    body: z.strictObject({ commentId: Id, done: z.boolean() }),
    ok: Done,
  },
  remove: {
    method: 'POST',
    path: '/inventory/delete-comment',
    access: staff,
    summary: 'Delete a comment; it can be restored for 30 days',
    body: z.strictObject({ commentId: Id }),
    ok: Done,
  },
  readNotices: {
    method: 'POST',
    path: '/inventory/read-notices',
    access: staff,
    summary:
      'Mark the caller’s notices of these comments as read; ids of other comments are ignored',
    body: z.strictObject({ commentIds: z.array(Id).min(1).max(maxCommentsPerPage) }),
    ok: Done,
  },
  deleted: {
    method: 'GET',
    path: '/inventory/deleted-comments',
    access: staff,
    summary: `Comments that can still be restored, most recently deleted first, ${maxCommentsPerPage} at most`,
    ok: z.array(DeletedComment),
  },
  restore: {
    method: 'POST',
    path: '/inventory/restore-comment',
    access: staff,
    summary: 'Restore a comment deleted within the last 30 days',
    body: z.strictObject({ commentId: Id }),
    ok: Done,
  },
} as const satisfies Record<string, Call>
