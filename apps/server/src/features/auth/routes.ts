import { type Api, done } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { PasswordService } from './passwords.ts'
import type { SessionService } from './sessions.ts'
import type { SignInService } from './sign-in.ts'

interface Services {
  readonly signIn: SignInService
  readonly sessions: SessionService
  readonly passwords: PasswordService
}

export const authHandlers = ({ signIn, sessions, passwords }: Services): Handlers<Api['auth']> => ({
  signIn: ({ body }, visit) => signIn.withPassword(body.email, body.password, visit),
  async signOut(_input, { actor }) {
    await sessions.signOut(actor)
    return done
  },
  async requestReset({ body }, { address }) {
    await passwords.requestReset(body.email, address)
    return done
  },
  checkLink: async ({ body }) => ({ state: await passwords.checkLink(body.token) }),
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
