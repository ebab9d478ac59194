import type { Context } from '../../context.ts'
import { documentHandlers, loanHandlers, paperHandlers } from './routes.ts'

export { printStocktake } from './one-off.ts'
export { paperProgram } from './orders.ts'
export { maxStocktakeLines } from './stocktake-paper.ts'

/** Everything that is printed. */
export const registerDocuments = (context: Context) => ({
  documents: documentHandlers(context),
  papers: paperHandlers(context),
  loans: loanHandlers(context),
})
