import { type Api, done, type SignInInfo } from '@vitrine/contract'
import type { Handlers, Visit } from '../../http/mount.ts'
import { browserCookie, browserTokenIn } from './browsers.ts'
import type { PasswordService } from './passwords.ts'
import type { SecondStepService } from './second-step.ts'
import type { Origin, SessionService, SignedIn } from './sessions.ts'
import type { SignInService } from './sign-in.ts'

interface Services {
  readonly signIn: SignInService
  readonly sessions: SessionService
  readonly passwords: PasswordService
  /** Whether the site is served over https. */
  readonly secure: boolean
}

const originOf = ({ address, userAgent, cookies }: Visit): Origin => ({
  address,
  userAgent,
  browserToken: browserTokenIn(cookies),
})

/** Answers a sign-in and sets the known-browser cookie. */
function signedIn({ info, browserToken }: SignedIn, visit: Visit, secure: boolean): SignInInfo {
  visit.setCookie(browserCookie(browserToken, secure))
  return info
}

export const authHandlers = ({ signIn, sessions, passwords, secure }: Services): Handlers<Api['auth']> => ({
  signIn: async ({ body }, visit) =>
    signedIn(await signIn.withPassword(body.email, body.password, originOf(visit)), visit, secure),
  async signOut(_input, { actor }) {
    await sessions.signOut(actor)
    return done
  },
  async requestReset({ body }, visit) {
    await passwords.requestReset(body.email, originOf(visit))
    return done
  },
  checkLink: ({ body }) => passwords.checkLink(body.token),
  async setPassword({ body }, { address }) {
    await passwords.setWithLink(body.token, body.password, address)
    return done
  },
  async changePassword({ body }, { actor }) {
    await passwords.change(actor, body.password)
    return done
  },
  sessions: (_input, { actor }) => sessions.list(actor),
  async endSession({ params }, { actor }) {
    await sessions.end(actor, params.id)
    return done
  },
  endOtherSessions: async (_input, { actor }) => ({ ended: await sessions.endOthers(actor) }),
  async sendPasswordLink({ body }, { actor }) {
    await passwords.sendFirst(actor, body.userId)
    return done
  },
})

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
