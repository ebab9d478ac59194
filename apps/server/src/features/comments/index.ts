import type { Context } from '../../context.ts'
import { noticeService } from './notices.ts'
import { commentHandlers } from './routes.ts'
import { commentService, purgeComments } from './service.ts'

export { newComments } from './new-comments.ts'
export { noticeService } from './notices.ts'
export { commentHistory, commentService } from './service.ts'
export { commentStore } from './store.ts'
export { toComment } from './view.ts'

export function registerComments({ db, clock, jobs }: Context) {
  jobs.purge('comments', purgeComments)
  return { comments: commentHandlers(commentService(db, clock), noticeService(db, clock)) }
}
