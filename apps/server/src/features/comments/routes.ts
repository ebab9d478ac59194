import { type Api, done } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { NoticeService } from './notices.ts'
import type { CommentService } from './service.ts'

export const commentHandlers = (
  comments: CommentService,
  notices: NoticeService,
): Handlers<Api['comments']> => ({
  all: ({ query }, { actor }) => comments.all(actor, query),
  ofItem: ({ params }, { actor }) => comments.ofItem(actor, params.id),
  add: ({ body }, { actor, idempotentRequest }) => comments.add(actor, body, idempotentRequest),
  edit: ({ body }, { actor }) => comments.edit(actor, body.commentId, body.comment, body.before),
  setTask: ({ body }, { actor }) => comments.setTask(actor, body.commentId, body.task),
  setDone: ({ body }, { actor }) => comments.setDone(actor, body.commentId, body.done),
  remove: ({ body }) => comments.remove(body.commentId),
  async readNotices({ body }, { actor }) {
    await notices.markRead(actor.userId, body.commentIds)
    return done
  },
  deleted: (_, { actor }) => comments.deleted(actor),
  restore: ({ body }) => comments.restore(body.commentId),
})
