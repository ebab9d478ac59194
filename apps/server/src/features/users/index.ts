import type { Context } from '../../context.ts'
import { userHandlers } from './routes.ts'
import { userService } from './service.ts'

export { type UserService, userService } from './service.ts'
export { emailKey, type UserRow, userStore } from './store.ts'
export { toPerson } from './view.ts'

export const registerUsers = ({ db, clock }: Context) => ({ users: userHandlers(userService(db, clock)) })
