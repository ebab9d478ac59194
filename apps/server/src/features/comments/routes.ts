import { type Api, done } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { CommentService } from './service.ts'

export const commentHandlers = (comments: CommentService): Handlers<Api['comments']> => ({
  all: ({ query }) => comments.all(query),
  ofItem: ({ params }) => comments.ofItem(params.id),
  add: ({ body }, { actor, attempt }) => comments.add(actor, body.itemId, body.comment, attempt),
  async remove({ body }) {
    await comments.remove(body.commentId)
    return done
  },
  deleted: () => comments.deleted(),
  async restore({ body }) {
    await comments.restore(body.commentId)
    return done
  },
})
