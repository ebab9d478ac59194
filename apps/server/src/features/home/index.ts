import type { Context } from '../../context.ts'
import { homeHandlers } from './routes.ts'
import { homeService } from './service.ts'

export const registerHome = (context: Context) => ({ home: homeHandlers(homeService(context)) })
