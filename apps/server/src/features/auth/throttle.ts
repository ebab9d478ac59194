import { createHash } from 'node:crypto'
import { instant, minutes } from '../../base/clock.ts'
import { tooMany } from '../../base/failure.ts'
import { networksOf } from '../../base/networks.ts'
import type { Context } from '../../context.ts'
import { attempts } from '../../db/attempts.ts'
import { lockUntilCommit } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { emailKey } from '../users/index.ts'

const windowMs = minutes(1)
/** After this many failures of an account or an address, further ones get 429. */
export const maxFailures = 5
/** One account from one network. */
const tightLimit = 5
/** An account from everywhere, or a network with all accounts. */
const looseLimit = 20

/** A rate limit: attempts per minute for a key. */
interface RateLimit {
  readonly key: string
  readonly max: number
}

/** An attempt, counted before anything is checked. */
export interface Reservation {
  readonly rows: readonly number[]
  /** How many attempts there were before, against the fullest limit. */
  readonly earlier: number
  /** Whether this attempt reaches a limit. */
  readonly closes: boolean
}

type Kind = 'sign-in' | 'reset'

/** A browser that signed in to this account before has its own limit, which other browsers can't exhaust. */
export const browserLimits = (kind: Kind, email: string, tokenHash: string): RateLimit[] => [
  { key: digest(`${kind} account ${emailKey(email)} browser ${tokenHash}`), max: tightLimit },
]

/** One account from one address is limited tightly; an account from everywhere, or a network as a whole, loosely. */
export function strangerLimits(kind: Kind, email: string, address: string): RateLimit[] {
  const account = `${kind} account ${emailKey(email)}`
  const networks = networksOf(address)
  return [
    { key: digest(`${account} address ${networks[0]}`), max: tightLimit },
    { key: digest(account), max: looseLimit },
    ...networks.map((network) => ({ key: digest(`${kind} address ${network}`), max: looseLimit })),
  ]
}

/** For the confirmation of a password in a session. */
export const userLimits = (userId: number): RateLimit[] => [
  { key: digest(`own password of ${userId}`), max: tightLimit },
]

/** For a signed-in user sending password links. */
export const senderLimits = (userId: number): RateLimit[] => [
  { key: digest(`links sent by ${userId}`), max: looseLimit },
]

/** Counts attempts in the database, so that the limits hold over all processes. */
export const throttle = ({ db, clock }: Context) => {
  // Rows further in the future come from a wrong clock and must not lock out an account.
  const currentWindow = () => ({ since: instant(clock, -windowMs), until: instant(clock, windowMs) })

  async function countsOf(handle: Db, limits: readonly RateLimit[]): Promise<number[]> {
    const counts = await attempts(handle).counts(
      limits.map(({ key }) => key),
      currentWindow(),
    )
    const used = limits.map(({ key }) => counts.get(key) ?? 0)
    if (limits.some(({ max }, index) => (used[index] ?? 0) >= max)) throw tooMany()
    return used
  }

  return {
    /** A cheap check before queueing for the hash. */
    async rejectWhenExhausted(limits: readonly RateLimit[]): Promise<void> {
      await countsOf(db, limits)
    },

    /**
     * Counts an attempt before it is made, under a lock, so that concurrent attempts can't exceed the limit. A rejected
     * attempt is not counted, so persistent attempts do not extend the lockout.
     */
    reserve: (limits: readonly RateLimit[]): Promise<Reservation> =>
      db.transaction().execute(async (tx) => {
        await lockUntilCommit(tx, 'failed_attempt')
        const store = attempts(tx)
        const used = await countsOf(tx, limits)
        await store.forget(currentWindow())
        const rows = await store.add(
          limits.map(({ key }) => key),
          instant(clock),
        )
        return {
          rows,
          earlier: Math.max(...used),
          closes: limits.some(({ max }, index) => used[index] === max - 1),
        }
      }),

    /** Removes the attempt after a success. */
    async release(tx: Db, { rows }: Reservation): Promise<void> {
      await attempts(tx).remove(rows)
    },
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
