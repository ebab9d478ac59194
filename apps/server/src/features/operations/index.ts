import type { Context } from '../../context.ts'
import { operationsHandlers } from './routes.ts'

export const registerOperations = (context: Context) => ({
  operations: operationsHandlers(context),
})
