export { searchHandlers } from './routes.ts'
export { searchService } from './service.ts'
