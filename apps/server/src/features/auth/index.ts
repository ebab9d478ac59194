import { api, isRoleAllowed, type Role } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import { parseMediaPass } from '../../http/cookies.ts'
import type { RequestContext } from '../../http/mount.ts'
import { passwordService } from './passwords.ts'
import { authHandlers, secondStepHandlers } from './routes.ts'
import { mediaPasses, sessionService } from './sessions.ts'

export { hashPassword } from './hashing.ts'
export { passwordLinks } from './password-links.ts'
export { mediaPasses, sessionService } from './sessions.ts'
export { secondStepStore } from './store-second-step.ts'

/**
 * Returns a check whether a caller may see withdrawn pictures and recordings. A bearer token or a
 * media pass proves the role.
 */
export const withdrawnMediaAccess = ({ get }: Context) => {
  const { authenticate } = get(sessionService)
  const passes = get(mediaPasses)

  const findCallerRole = async ({
    token,
    cookies,
  }: Pick<RequestContext, 'token' | 'cookies'>): Promise<Role | null> => {
    if (token !== undefined) return (await authenticate(token))?.role ?? null
    const pass = parseMediaPass(cookies)
    return pass === undefined ? null : passes.findRole(pass)
  }
  return async (request: Pick<RequestContext, 'token' | 'cookies'>): Promise<boolean> =>
    isRoleAllowed(api.inventory.details.access, await findCallerRole(request))
}

export function registerAuth(context: Context) {
  const { app, get } = context
  app.addHook('onClose', get(passwordService).drain)
  return { auth: authHandlers(context), secondStep: secondStepHandlers(context) }
}
