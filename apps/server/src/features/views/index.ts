export { checkViews, repairViews } from './check.ts'
export { viewHandlers } from './routes.ts'
export { purgeViews, viewService } from './service.ts'
