import type { Context } from '../../context.ts'
import { taskMailJob } from './mail.ts'
import { taskHandlers } from './routes.ts'
import { taskService } from './service.ts'

export function registerTasks(context: Context) {
  context.jobs.daily(taskMailJob(context))
  return { tasks: taskHandlers(taskService(context.db)) }
}
