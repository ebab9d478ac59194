import type { Context } from '../../context.ts'
import { userHandlers } from './routes.ts'
import { userService } from './service.ts'

export { toAuditPerson, userService } from './service.ts'
export { toEmailKey, type UserRow, userStore } from './store.ts'

export const registerUsers = ({ get }: Context) => ({ users: userHandlers(get(userService)) })
