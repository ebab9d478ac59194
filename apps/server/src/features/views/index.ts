import type { Context } from '../../context.ts'
import { viewHandlers } from './routes.ts'
import { viewService } from './service.ts'

export { checkViews, purgeViews, repairViews } from './service.ts'

export const registerViews = (context: Context) => ({ views: viewHandlers(viewService(context)) })
