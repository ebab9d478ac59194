import type { Context } from '../../context.ts'
import { diagnosticsHandlers } from './routes.ts'

export const registerDiagnostics = ({ db }: Context) => ({ diagnostics: diagnosticsHandlers(db) })
