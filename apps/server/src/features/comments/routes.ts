import { type Api, done } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { CommentService } from './service.ts'

export const commentHandlers = (comments: CommentService): Handlers<Api['comments']> => ({
  all: ({ query }, { actor }) => comments.all(actor, query),
  ofItem: ({ params }, { actor }) => comments.ofItem(actor, params.id),
  add: ({ body }, { actor, attempt }) => comments.add(actor, body, attempt),
  async edit({ body }, { actor }) {
    await comments.edit(actor, body.commentId, body.comment, body.before)
    return done
  },
  async setTask({ body }, { actor }) {
    await comments.setTask(actor, body.commentId, body.task)
    return done
  },
  async setDone({ body }, { actor }) {
    await comments.setDone(actor, body.commentId, body.done)
    return done
  },
  async remove({ body }) {
    await comments.remove(body.commentId)
    return done
  },
  deleted: (_, { actor }) => comments.deleted(actor),
  async restore({ body }) {
    await comments.restore(body.commentId)
    return done
  },
})
