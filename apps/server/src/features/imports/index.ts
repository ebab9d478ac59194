import type { Context } from '../../context.ts'
import { importHandlers } from './routes.ts'
import { importService } from './service.ts'

export { largeWrites } from './large-writes.ts'

export const registerImports = (context: Context) => ({ imports: importHandlers(importService(context)) })
