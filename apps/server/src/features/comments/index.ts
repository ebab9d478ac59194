import type { Context } from '../../context.ts'
import { commentHandlers } from './routes.ts'
import { commentService } from './service.ts'

export { commentHistory, commentService, purgeComments } from './service.ts'
export { commentStore } from './store.ts'
export { toComment } from './view.ts'

export const registerComments = ({ db, clock }: Context) => ({ comments: commentHandlers(commentService(db, clock)) })
