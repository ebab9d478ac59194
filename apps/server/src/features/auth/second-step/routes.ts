import { type Api, done } from '@vitrine/contract'
import type { Handlers } from '../../../http/mount.ts'
import { originOf, signedIn } from '../routes.ts'
import type { SignInService } from '../sign-in/sign-in.ts'
import type { SecondStepService } from './service.ts'

export const secondStepHandlers = (
  signIn: SignInService,
  steps: SecondStepService,
  secure: boolean,
): Handlers<Api['secondStep']> => ({
  signIn: async ({ body }, visit) => signedIn(await signIn.withSecondStep(body, originOf(visit)), visit, secure),
  state: (_input, { actor }) => steps.state(actor),
  offerCode: (_input, { actor }) => steps.offerCode(actor),
  confirmCode: async ({ body }, { actor }) => ({ recoveryCodes: await steps.confirmCode(actor, body.code) }),
  async removeCode({ body }, { actor }) {
    await steps.removeCode(actor, body.password)
    return done
  },
  renewRecoveryCodes: async ({ body }, { actor }) => ({
    recoveryCodes: await steps.renewCodes(actor, body.password),
  }),
  offerPasskey: async (_input, { actor }) => ({ ...(await steps.offerPasskey(actor)) }),
  addPasskey: async ({ body }, { actor }) => ({
    recoveryCodes: await steps.addPasskey(actor, body.name, body.passkey),
  }),
  async removePasskey({ body }, { actor }) {
    await steps.removePasskey(actor, body.id, body.password)
    return done
  },
  ofUser: async ({ params }, { actor }) => ({ on: await steps.isOnFor(actor, params.id) }),
  async reset({ body }, { actor }) {
    await steps.reset(actor, body.userId)
    return done
  },
})
