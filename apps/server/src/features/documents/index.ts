import type { Context } from '../../context.ts'
import { documentHandlers, paperHandlers } from './routes.ts'

export type { ItemCondition } from './condition-report-paper.ts'
export type { ObjectIdPicture } from './object-id-paper.ts'
export { printStocktake } from './one-off.ts'
export { paperProgramUrl } from './orders.ts'
export { printConditionReports } from './print-condition-reports.ts'
export { printObjectId } from './print-object-id.ts'
export { maxStocktakeLines } from './stocktake-paper.ts'

/** Everything that is printed. */
export const registerDocuments = (context: Context) => ({
  documents: documentHandlers(context),
  papers: paperHandlers(context),
})
