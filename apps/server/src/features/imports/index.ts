export { largeWrites } from './large-writes.ts'
export { importHandlers } from './routes.ts'
export { importService } from './service.ts'
