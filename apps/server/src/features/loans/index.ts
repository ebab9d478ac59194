import type { Context } from '../../context.ts'
import { loanHandlers } from './routes.ts'

/** Files about an item for a museum that borrows it. */
export const registerLoans = (context: Context) => ({ loans: loanHandlers(context) })
