import { hash } from 'node:crypto'
import { type Clock, instant, minutes } from '../base/clock.ts'
import { lockUntilCommit } from './dialect.ts'
import { preparedQuery } from './prepared.ts'
import type { Db, Tx } from './tables.ts'

const windowMs = minutes(1)

/** Attempts per minute for a key, which is stored as a hash. */
export interface RateLimit {
  readonly key: string
  readonly max: number
}

/** An attempt, counted before anything is checked. */
export interface Reservation {
  readonly attemptIds: readonly number[]
  /** How many attempts there were before, against the fullest limit. */
  readonly earlierAttempts: number
  /** Whether this attempt reaches a limit. */
  readonly reachesLimit: boolean
}

const removeOutside = preparedQuery((db, since: string, until: string) =>
  db
    .deleteFrom('failed_attempt')
    .where((is) => is.or([is('at', '<', since), is('at', '>', until)])),
)

const countPerKey = preparedQuery((db, since: string, until: string, ...keys: string[]) =>
  db
    .selectFrom('failed_attempt')
    .select(({ fn }) => ['key', fn.countAll<number>().as('count')])
    .where('key', 'in', keys)
    .where('at', '>', since)
    .where('at', '<=', until)
    .groupBy('key'),
)

const addAll = preparedQuery((db, at: string, ...keys: string[]) =>
  db
    .insertInto('failed_attempt')
    .values(keys.map((key) => ({ key, at })))
    .returning('id'),
)

/** Counts attempts in the database, so that the limits hold over all processes. */
export const rateLimiter = (clock: Clock) => {
  // Rows further in the future come from a wrong clock and must not lock anyone out.
  const currentWindow = () => [instant(clock, -windowMs), instant(clock, windowMs)] as const

  /** Earlier attempts, one count per limit; null if a limit is exhausted. */
  async function countsOf(db: Db, limits: readonly RateLimit[]): Promise<number[] | null> {
    const rows = await countPerKey(db, ...currentWindow(), ...limits.map(hashedKey))
    const counts = new Map(rows.map(({ key, count }) => [key, count]))
    const used = limits.map((limit) => counts.get(hashedKey(limit)) ?? 0)
    return limits.some(({ max }, index) => (used[index] ?? 0) >= max) ? null : used
  }

  return {
    isExhausted: async (db: Db, limits: readonly RateLimit[]): Promise<boolean> =>
      (await countsOf(db, limits)) === null,

    /**
     * Counts an attempt before it is made, under a lock, so that concurrent attempts can't exceed the limits. Null if one is
     * exhausted: a rejected attempt is not counted, so persistent attempts do not extend the lockout.
     */
    async reserve(tx: Tx, limits: readonly RateLimit[]): Promise<Reservation | null> {
      await lockUntilCommit(tx, 'failed_attempt')
      const used = await countsOf(tx, limits)
      if (!used) return null
      await removeOutside(tx, ...currentWindow())
      const added = await addAll(tx, instant(clock), ...limits.map(hashedKey))
      return {
        attemptIds: added.map(({ id }) => id),
        earlierAttempts: Math.max(...used),
        reachesLimit: limits.some(({ max }, index) => used[index] === max - 1),
      }
    },

    /** Removes an attempt after a success. */
    async release(db: Db, { attemptIds }: Reservation): Promise<void> {
      await db.deleteFrom('failed_attempt').where('id', 'in', attemptIds).execute()
    },
  }
}

const hashedKey = ({ key }: RateLimit): string => hash('sha256', key, 'base64url')
