import { type Api, done, type SignInInfo } from '@vitrine/contract'
import type { Handlers, Visit } from '../../http/mount.ts'
import type { PasswordService } from './passwords/passwords.ts'
import type { Origin, SignedIn } from './sessions/session-start.ts'
import type { SessionService } from './sessions/sessions.ts'
import { browserCookie, browserTokenIn } from './sign-in/known-browsers.ts'
import type { SignInService } from './sign-in/sign-in.ts'

interface Services {
  readonly signIn: SignInService
  readonly sessions: SessionService
  readonly passwords: PasswordService
  /** Whether the site is served over https. */
  readonly secure: boolean
}

export const originOf = ({ address, userAgent, cookies }: Visit): Origin => ({
  address,
  userAgent,
  browserToken: browserTokenIn(cookies),
})

/** Answers a sign-in and sets the known-browser cookie. */
export function signedIn({ info, browserToken }: SignedIn, visit: Visit, secure: boolean): SignInInfo {
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
