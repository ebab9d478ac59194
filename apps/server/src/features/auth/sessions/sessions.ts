import type { OpenSession } from '@vitrine/contract'
import { type Clock, days, hours, instant } from '../../../base/clock.ts'
import { missing } from '../../../base/failure.ts'
import type { Db } from '../../../db/tables.ts'
import type { Actor, Authenticate } from '../../../http/actor.ts'
import { byActor, recordAudit } from '../../audit/index.ts'
import { hashSecret } from '../secrets.ts'
import { sessionStore } from './session-store.ts'

export const idleLifetimeMs = days(30)
// Writing the time of use with every call would make every read a write.
const touchIntervalMs = hours(1)

export const sessionService = (db: Db, clock: Clock) => {
  const sessions = sessionStore(db)

  const authenticate: Authenticate = async (token) => {
    const session = await sessions.findLive(hashSecret(token), instant(clock, -idleLifetimeMs))
    if (!session) return null
    if (session.used_at < instant(clock, -touchIntervalMs)) await sessions.touch(session.id, instant(clock))
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

    async list(actor: Actor): Promise<OpenSession[]> {
      const rows = await sessions.liveOf(actor.userId, instant(clock, -idleLifetimeMs))
      return rows.map((row) => ({
        id: row.id,
        startedAt: row.created_at,
        usedAt: row.used_at,
        browser: row.browser,
        current: row.id === actor.sessionId,
      }))
    },

    /** Another user's session looks like one that does not exist. */
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
