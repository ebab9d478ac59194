import { createHmac } from 'node:crypto'
import type { OpenSession, Role, SignInInfo } from '@vitrine/contract'
import { type Clock, days, hours, instant } from '../../base/clock.ts'
import { forbidden, notFound } from '../../base/failure.ts'
import { isSameSecret } from '../../base/secrets.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor, Authenticate } from '../../http/access.ts'
import { byActor, hasRoleChangedSince, recordAudit } from '../audit/index.ts'
import { toAuditPerson, type UserRow, userStore } from '../users/index.ts'
import { formatBrowserName, type knownBrowsers } from './browsers.ts'
import { generateSecret, hashSecret } from './hashing.ts'
import { mediaPassStore, sessionStore } from './store.ts'

export const sessionIdleLifetimeMs = days(30)
// Updated rarely, because otherwise every read would be a write.
const touchIntervalMs = hours(1)

export const sessionService = ({ db, clock }: Context) => {
  const sessions = sessionStore(db)

  const authenticate: Authenticate = async (token) => {
    const session = await sessions.findLive(
      hashSecret(token),
      instant(clock, -sessionIdleLifetimeMs),
    )
    if (!session) return null
    if (session.used_at < instant(clock, -touchIntervalMs))
      await sessions.touch(session.id, instant(clock))
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

    async wasEndedByRoleChange(token: string): Promise<boolean> {
      const endedSession = await sessions.findEnded(hashSecret(token))
      return (
        endedSession !== undefined &&
        hasRoleChangedSince(db, endedSession.user_id, endedSession.created_at)
      )
    },

    async list(actor: Actor): Promise<OpenSession[]> {
      const rows = await sessions.listLive(actor.userId, instant(clock, -sessionIdleLifetimeMs))
      return rows.map((row) => ({
        id: row.id,
        startedAt: row.created_at,
        usedAt: row.used_at,
        browser: row.browser,
        current: row.id === actor.sessionId,
      }))
    },

    /** Ends a session of the actor; those of others are reported as if they did not exist. */
    async end(actor: Actor, id: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const removedSession = await sessionStore(tx).removeOfUser(actor.userId, id)
        if (!removedSession) throw notFound('This sign-in has ended already.')
        await recordAudit(tx, clock, {
          kind: 'session-ended',
          ...byActor(actor),
          details: { count: 1 },
        })
      })
    },

    endOthers: (actor: Actor): Promise<number> =>
      db.transaction().execute(async (tx) => {
        const { length: count } = await sessionStore(tx).removeOthers(actor.userId, actor.sessionId)
        if (count > 0)
          await recordAudit(tx, clock, {
            kind: 'session-ended',
            ...byActor(actor),
            details: { count },
          })
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

/** Where a sign-in comes from, for rate limits and the audit log. */
export interface SignInOrigin {
  readonly address: string
  readonly userAgent: string
  /** Token of the known-browser cookie, if there is one. */
  readonly browserToken: string | undefined
}

export interface SignInResult {
  readonly info: SignInInfo
  /** Token for the known-browser cookie. */
  readonly browserToken: string
}

interface SignInContext {
  readonly clock: Clock
  readonly browsers: ReturnType<typeof knownBrowsers>
  readonly origin: SignInOrigin
  /** Method of the last step, for the audit log. */
  readonly method: string
}

/** Starts a session with a new token, never one sent by the caller (session fixation). */
export async function startSession(
  tx: Db,
  user: UserRow,
  context: SignInContext,
): Promise<SignInResult> {
  const { clock, browsers, origin, method } = context
  if (user.locked === 1)
    throw forbidden(
      'This account is locked. Please ask those who run Vitrine for your museum to unlock it.',
    )
  const { secret, hash } = generateSecret()
  const browser = formatBrowserName(origin.userAgent)
  const startedAt = instant(clock)
  await sessionStore(tx).add({
    token_hash: hash,
    user_id: user.id,
    epoch: user.session_epoch,
    browser,
    created_at: startedAt,
  })
  await userStore(tx).setSignedIn(user.id, startedAt)
  await recordAudit(tx, clock, {
    kind: 'signed-in',
    by: toAuditPerson(user),
    address: origin.address,
    details: { browser, method },
  })
  return {
    info: { token: secret, user: { email: user.email, role: user.role } },
    browserToken: await browsers.remember(tx, user.id, origin.browserToken),
  }
}

/** The session id and the start of the code; 15 digits are always a safe integer. */
const passPattern = /^(\d{1,15})\./

/**
 * A media pass proves that its bearer is signed in, for pictures and recordings only. It is derived
 * from the session token by HMAC, so it needs no row and ends with the session on all processes.
 */
export const mediaPasses = ({ db, clock }: Context) => ({
  issue: ({ sessionId }: Pick<Actor, 'sessionId'>, token: string): string =>
    derivePass(sessionId, hashSecret(token)),

  /** Finds the role of the bearer; null if the pass is forged or its session has ended. */
  async findRole(pass: string): Promise<Role | null> {
    const [, digits] = passPattern.exec(pass) ?? []
    if (digits === undefined) return null
    const sessionId = Number(digits)
    const session = await mediaPassStore(db).findLive(
      sessionId,
      instant(clock, -sessionIdleLifetimeMs),
    )
    if (!session || !isSameSecret(pass, derivePass(sessionId, session.token_hash))) return null
    return session.role
  },
})

const derivePass = (sessionId: number, tokenHash: string): string =>
  `${sessionId}.${createHmac('sha256', tokenHash).update('media').digest('base64url')}`
