export { mailOpenTasks } from './morning-mail.ts'
export { taskHandlers } from './routes.ts'
export { taskService } from './service.ts'
