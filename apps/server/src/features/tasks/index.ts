import type { Context } from '../../context.ts'
import { taskHandlers } from './routes.ts'
import { taskService } from './service.ts'

export { mailOpenTasks } from './mail.ts'

export const registerTasks = ({ db }: Context) => ({ tasks: taskHandlers(taskService(db)) })
