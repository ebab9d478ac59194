export { importHandlers } from './routes.ts'
export { importService } from './service.ts'
