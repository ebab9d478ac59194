import type { Context } from '../../context.ts'
import { viewHandlers } from './routes.ts'
import { purgeViews, viewService } from './service.ts'

export { checkViews, repairViews } from './service.ts'

export function registerViews(context: Context) {
  context.jobs.purge('views', purgeViews)
  return { views: viewHandlers(viewService(context)) }
}
