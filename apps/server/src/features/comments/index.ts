export { seedComments } from './demo/seed.ts'
export { commentHandlers } from './routes.ts'
export { commentService, purgeComments } from './service.ts'
export { commentStore } from './store.ts'
