import type { Context } from '../../context.ts'
import { mediaPassIn } from '../../http/cookies.ts'
import type { Visit } from '../../http/mount.ts'
import { passwordService } from './passwords.ts'
import { authHandlers, secondStepHandlers } from './routes.ts'
import { mediaPasses, sessionService } from './sessions.ts'

export { hashPassword } from './hashing.ts'
export { passwordLinks } from './password-links.ts'
export { mediaPasses, sessionService } from './sessions.ts'
export { secondStepStore } from './store-second-step.ts'

/** Whether a caller is signed in, by bearer token or media pass. */
export const staffCheck = ({ get }: Context) => {
  const [{ authenticate }, passes] = [get(sessionService), get(mediaPasses)]
  return async ({ token, cookies }: Pick<Visit, 'token' | 'cookies'>): Promise<boolean> => {
    if (token !== undefined) return (await authenticate(token)) !== null
    const pass = mediaPassIn(cookies)
    return pass !== undefined && passes.isGood(pass)
  }
}

export function registerAuth(context: Context) {
  const { app, get } = context
  app.addHook('onClose', get(passwordService).end)
  return { auth: authHandlers(context), secondStep: secondStepHandlers(context) }
}
