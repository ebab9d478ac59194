export { homeHandlers } from './routes.ts'
export { homeService } from './service.ts'
