import type { Context } from '../../context.ts'
import { authentication } from './authentication.ts'

export { authentication } from './authentication.ts'
export { hashPassword } from './passwords/password-hash.ts'
export { passwordLinks } from './passwords/password-links.ts'
export { secondStepStore } from './second-step/store.ts'

export function registerAuth({ app, get }: Context) {
  const { handlers, end } = get(authentication)
  app.addHook('onClose', end)
  return handlers
}
