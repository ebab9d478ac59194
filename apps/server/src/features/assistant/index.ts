import type { Context } from '../../context.ts'
import { assistantHandlers } from './routes.ts'
import { assistantService } from './service.ts'
import { staffAnswerService } from './staff-answers.ts'

export const registerAssistant = (context: Context) => ({
  assistant: assistantHandlers(assistantService(context), staffAnswerService(context)),
})
