import type { OpenSession, SignInInfo } from '@vitrine/contract'
import { type Clock, days, hours, instant } from '../../clock.ts'
import type { Db } from '../../db/tables.ts'
import { Failure, missing, tooMany } from '../../failure.ts'
import type { Actor, Authenticate } from '../../http/actor.ts'
import { byActor, recordAudit } from '../audit/index.ts'
import { toPerson, type UserRow, userStore } from '../users/index.ts'
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

  /** Counts a failure and writes it down: the same work whether or not there is such a user. */
  async function failure(keys: string[], user: UserRow | undefined, origin: Origin, step: 'first' | 'second') {
    const count = await attempts.count(keys)
    const { address, userAgent } = origin
    const about = { on: user ? toPerson(user) : null, address }
    const details = { browser: browserName(userAgent), step }
    await recordAudit(db, clock, { kind: 'sign-in-failed', ...about, details })
    if (count !== 'open') await recordAudit(db, clock, { kind: 'sign-in-closed', ...about })
    return count === 'closed' ? tooMany() : new Failure('unauthorised', 'Login failed.')
  }

  async function begin(tx: Db, user: UserRow, { address, userAgent }: Origin, method: string): Promise<SignInInfo> {
    const { secret, hash } = newSecret()
    const browser = browserName(userAgent)
    const store = sessionStore(tx)
    await store.removeUnused(instant(clock, -lifetimeUnused))
    await store.add({ tokenHash: hash, userId: user.id, epoch: user.session_epoch, browser, at: instant(clock) })
    await recordAudit(tx, clock, { kind: 'signed-in', by: toPerson(user), address, details: { browser, method } })
    return { token: secret, user: { email: user.email, role: user.role } }
  }

  return {
    authenticate,

    async signIn(email: string, password: string, origin: Origin): Promise<SignInInfo> {
      const keys = attempts.keys('sign-in', email, origin.address)
      await attempts.refuseWhenSpent(keys)

      const user = await users.findByEmail(email)
      const matches = await verifyPassword(password, user?.password_hash ?? (await decoy))
      if (!user?.password_hash || !matches) {
        throw await failure(keys, user, origin, 'first')
      }
      // Asked again: of many guesses sent at once, those after the fifth failure must not learn that one was right.
      await attempts.refuseWhenSpent(keys)

      return db.transaction().execute((tx) => begin(tx, user, origin, 'password'))
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
      await db.transaction().execute(async (tx) => {
        const ended = await sessionStore(tx).removeOf(actor.userId, id)
        if (!ended) throw missing('This sign-in has ended already.')
        await recordAudit(tx, clock, { kind: 'session-ended', ...byActor(actor), details: { count: 1 } })
      })
    },

    endOthers: (actor: Actor): Promise<number> =>
      db.transaction().execute(async (tx) => {
        const { length: count } = await sessionStore(tx).removeOthers(actor.userId, actor.sessionId)
        if (count > 0) await recordAudit(tx, clock, { kind: 'session-ended', ...byActor(actor), details: { count } })
        return count
      }),

    async signOut(actor: Actor): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await sessionStore(tx).remove(actor.sessionId)
        await recordAudit(tx, clock, { kind: 'signed-out', ...byActor(actor) })
      })
    },
  }
}

export type SessionService = ReturnType<typeof sessionService>
