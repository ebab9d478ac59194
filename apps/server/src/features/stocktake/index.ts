import type { Context } from '../../context.ts'
import { decisionService } from './decisions.ts'
import { stocktakeHandlers } from './routes.ts'
import { stocktakeService } from './service.ts'

export { listRecentScans, stocktakeScans } from './recent.ts'
export { selectFacts } from './store.ts'

export const registerStocktake = (context: Context) => ({
  stocktake: stocktakeHandlers(context, stocktakeService(context), decisionService(context)),
})
