import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Clock, instant } from '../../../base/clock.ts'
import type { Db } from '../../../db/tables.ts'
import type { Actor } from '../../../http/actor.ts'
import { hashSecret } from '../secrets.ts'
import { mediaPassStore } from './media-pass-store.ts'
import { idleLifetimeMs } from './sessions.ts'

/**
 * A pass proves that its bearer is signed in, for pictures and recordings only. It is derived from the session token by
 * HMAC, so it needs no row and ends with the session, on every process.
 */
export const mediaPasses = (db: Db, clock: Clock) => ({
  of: ({ sessionId }: Pick<Actor, 'sessionId'>, token: string): string => passOf(sessionId, hashSecret(token)),

  async isGood(pass: string): Promise<boolean> {
    const sessionId = Number(/^(\d{1,15})\./.exec(pass)?.[1] ?? Number.NaN)
    if (!Number.isSafeInteger(sessionId)) return false
    const session = await mediaPassStore(db).liveSession(sessionId, instant(clock, -idleLifetimeMs))
    return session !== undefined && same(pass, passOf(sessionId, session.token_hash))
  },
})

const passOf = (sessionId: number, tokenHash: string): string =>
  `${sessionId}.${createHmac('sha256', tokenHash).update('media').digest('base64url')}`

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
