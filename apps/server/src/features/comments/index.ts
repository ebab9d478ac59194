export { commentHandlers } from './routes.ts'
export { commentService, purgeComments } from './service.ts'
export { commentStore } from './store.ts'
