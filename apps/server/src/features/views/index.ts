import type { Context } from '../../context.ts'
import { viewHandlers } from './routes.ts'
import { viewService } from './service.ts'

export { checkViews, purgeViews, repairViews } from './service.ts'

export const registerViews = ({ db, clock }: Context) => ({ views: viewHandlers(viewService(db, clock)) })
