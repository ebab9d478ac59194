export { userHandlers } from './routes.ts'
export { type UserService, userService } from './service.ts'
export { emailKey, type UserRow, userStore } from './store.ts'
export { toPerson } from './view.ts'
