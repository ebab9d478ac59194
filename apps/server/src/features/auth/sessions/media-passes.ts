import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Clock, instant } from '../../../base/clock.ts'
import type { Db } from '../../../db/tables.ts'
import type { Actor } from '../../../http/actor.ts'
import { hashSecret } from '../secrets.ts'
import { mediaPassStore } from './media-pass-store.ts'
import { lifetimeUnused } from './sessions.ts'

/**
 * A pass shows that its bearer is signed in, and is of no use for anything but pictures and recordings. It follows from
 * the session's token, one way only, so it needs no row of its own and ends with the session, on every process.
 */
export const mediaPasses = (db: Db, clock: Clock) => ({
  of: ({ sessionId }: Pick<Actor, 'sessionId'>, token: string): string => passOf(sessionId, hashSecret(token)),

  async isGood(pass: string): Promise<boolean> {
    const sessionId = Number(/^(\d{1,15})\./.exec(pass)?.[1] ?? Number.NaN)
    if (!Number.isSafeInteger(sessionId)) return false
    const session = await mediaPassStore(db).liveSession(sessionId, instant(clock, -lifetimeUnused))
    return session !== undefined && same(pass, passOf(sessionId, session.token_hash))
  },
})

const passOf = (sessionId: number, tokenHash: string): string =>
  `${sessionId}.${createHmac('sha256', tokenHash).update('media').digest('base64url')}`

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
