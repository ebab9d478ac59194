import type { Context } from '../../context.ts'
import { viewHandlers } from './routes.ts'
import { viewService } from './service.ts'

export { checkViews, repairViews } from './check.ts'
export { purgeViews } from './service.ts'

export const registerViews = ({ db, clock }: Context) => ({ views: viewHandlers(viewService(db, clock)) })
