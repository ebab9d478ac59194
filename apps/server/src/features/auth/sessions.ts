import type { OpenSession, SignInInfo } from '@vitrine/contract'
import { type Clock, days, hours, instant } from '../../clock.ts'
import type { Db } from '../../db/tables.ts'
import { Failure, missing } from '../../failure.ts'
import type { Actor, Authenticate } from '../../http/actor.ts'
import { userStore } from '../users/index.ts'
import { browserName } from './browser-name.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { sessionStore } from './session-store.ts'
import type { Throttle } from './throttle.ts'

const lifetimeUnused = days(30)
// Writing the time of use with every call would make every read a write.
const touchEvery = hours(1)

/** Where a sign-in comes from. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}

export const sessionService = (db: Db, clock: Clock, attempts: Throttle) => {
  const sessions = sessionStore(db)
  const users = userStore(db)
  // Verified for unknown addresses, so that they take as long as known ones.
  const decoy = hashPassword('a password that nobody has')

  const authenticate: Authenticate = async (token) => {
    const session = await sessions.findLive(hashSecret(token), instant(clock, -lifetimeUnused))
    if (!session) return null
    if (session.used_at < instant(clock, -touchEvery)) await sessions.touch(session.id, instant(clock))
    return {
      sessionId: session.id,
      userId: session.user_id,
      email: session.email,
      firstName: session.first_name,
      lastName: session.last_name,
      role: session.role,
    }
  }

  return {
    authenticate,

    async signIn(email: string, password: string, { address, userAgent }: Origin): Promise<SignInInfo> {
      const keys = attempts.keys('sign-in', email, address)
      await attempts.refuseWhenSpent(keys)

      const user = await users.findByEmail(email)
      const matches = await verifyPassword(password, user?.password_hash ?? (await decoy))
      if (!user?.password_hash || !matches) {
        await attempts.count(keys)
        throw new Failure('unauthorised', 'Login failed.')
      }
      // Asked again: of many guesses sent at once, those after the fifth failure must not learn that one was right.
      await attempts.refuseWhenSpent(keys)

      const { secret, hash } = newSecret()
      await sessions.removeUnused(instant(clock, -lifetimeUnused))
      await sessions.add({
        tokenHash: hash,
        userId: user.id,
        epoch: user.session_epoch,
        browser: browserName(userAgent),
        at: instant(clock),
      })
      return { token: secret, user: { email: user.email, role: user.role } }
    },

    async list(actor: Actor): Promise<OpenSession[]> {
      const rows = await sessions.liveOf(actor.userId, instant(clock, -lifetimeUnused))
      return rows.map((row) => ({
        id: row.id,
        startedAt: row.created_at,
        usedAt: row.used_at,
        browser: row.browser,
        current: row.id === actor.sessionId,
      }))
    },

    /** Somebody else's session is as unknown as one that never was. */
    async end(actor: Actor, id: number): Promise<void> {
      if (!(await sessions.removeOf(actor.userId, id))) throw missing('This sign-in has ended already.')
    },

    async endOthers(actor: Actor): Promise<number> {
      return (await sessions.removeOthers(actor.userId, actor.sessionId)).length
    },

    async signOut(actor: Actor): Promise<void> {
      await sessions.remove(actor.sessionId)
    },
  }
}

export type SessionService = ReturnType<typeof sessionService>
