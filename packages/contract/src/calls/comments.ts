import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { staff } from '../roles.ts'
import { Id, IdParams, IdText, prose } from '../text.ts'

export const ItemComment = z.object({
  id: z.number().int(),
  item_id: z.number().int(),
  identifier: z.string(),
  item_name: z.string(),
  comment: z.string(),
  created: z.string(),
  first_name: z.string(),
  last_name: z.string(),
})
export type ItemComment = z.infer<typeof ItemComment>

export const DeletedComment = ItemComment.extend({ deleted: z.string() })
export type DeletedComment = z.infer<typeof DeletedComment>

/** Bounds the work of one request. */
export const commentsPerPage = 500

export const comments = {
  all: {
    method: 'GET',
    path: '/inventory/comments',
    access: staff,
    summary: `All comments, newest first. With \`limit\`, that many at most (${commentsPerPage} or fewer); with \`before\`, those that follow the comment of that id`,
    query: z.strictObject({ before: IdText.optional(), limit: IdText.pipe(z.int().max(commentsPerPage)).optional() }),
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
    summary: 'Comment on an item',
    body: z.strictObject({
      itemId: Id,
      comment: prose(5_000).refine((text) => text.trim() !== '', 'Please write a comment.'),
    }),
    ok: z.object({ id: z.number().int() }),
    creates: true,
  },
  remove: {
    method: 'POST',
    path: '/inventory/delete-comment',
    access: staff,
    summary: 'Delete a comment; it can be restored for 30 days, then it is gone',
    body: z.strictObject({ commentId: Id }),
    ok: Done,
  },
  deleted: {
    method: 'GET',
    path: '/inventory/deleted-comments',
    access: staff,
    summary: 'Comments that can still be restored, most recently deleted first',
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
