import { hash } from 'node:crypto'
import { type Clock, instant, minutes } from '../base/clock.ts'
import { lockUntilCommit } from './dialect.ts'
import { prepareQuery } from './prepared.ts'
import type { Db, Tx } from './tables.ts'

const windowMs = minutes(1)

/** A limit of attempts per minute for a key, which is stored as a hash. */
export interface RateLimit {
  readonly key: string
  readonly max: number
}

/** An attempt, counted before it is made. */
export interface AttemptReservation {
  readonly attemptIds: readonly number[]
  /** Number of earlier attempts counted against the fullest limit. */
  readonly earlierAttempts: number
  /** Whether this attempt reaches a limit. */
  readonly reachesLimit: boolean
}

const deleteOutsideWindow = prepareQuery((db, since: string, until: string) =>
  db
    .deleteFrom('failed_attempt')
    .where((eb) => eb.or([eb('at', '<', since), eb('at', '>', until)])),
)

const countPerKey = prepareQuery((db, since: string, until: string, ...keys: string[]) =>
  db
    .selectFrom('failed_attempt')
    .select(({ fn }) => ['key', fn.countAll<number>().as('count')])
    .where('key', 'in', keys)
    .where('at', '>', since)
    .where('at', '<=', until)
    .groupBy('key'),
)

const insertAttempts = prepareQuery((db, at: string, ...keys: string[]) =>
  db
    .insertInto('failed_attempt')
    .values(keys.map((key) => ({ key, at })))
    .returning('id'),
)

/** Counts attempts in the database, so that the limits hold over all processes. */
export const rateLimiter = (clock: Clock) => {
  // Rows further in the future come from a wrong clock and must not lock anyone out.
  const getCurrentWindow = () => [instant(clock, -windowMs), instant(clock, windowMs)] as const

  /** Reads the earlier attempts, one count per limit; null if a limit is exhausted. */
  async function readCounts(db: Db, limits: readonly RateLimit[]): Promise<number[] | null> {
    const rows = await countPerKey(db, ...getCurrentWindow(), ...limits.map(hashKey))
    const countByKey = new Map(rows.map(({ key, count }) => [key, count]))
    const counts = limits.map((limit) => countByKey.get(hashKey(limit)) ?? 0)
    const isAnyExhausted = limits.some(({ max }, index) => (counts[index] ?? 0) >= max)
    return isAnyExhausted ? null : counts
  }

  return {
    isExhausted: async (db: Db, limits: readonly RateLimit[]): Promise<boolean> =>
      (await readCounts(db, limits)) === null,

    /**
     * Counts an attempt before it is made, under a lock, so that concurrent attempts can't exceed
     * the limits. Null if one is exhausted: a rejected attempt is not counted, so persistent
     * attempts do not extend the lockout.
     */
    async reserve(tx: Tx, limits: readonly RateLimit[]): Promise<AttemptReservation | null> {
      await lockUntilCommit(tx, 'failed_attempt')
      const counts = await readCounts(tx, limits)
      if (!counts) return null

      await deleteOutsideWindow(tx, ...getCurrentWindow())
      const insertedRows = await insertAttempts(tx, instant(clock), ...limits.map(hashKey))
      return {
        attemptIds: insertedRows.map(({ id }) => id),
        earlierAttempts: Math.max(...counts),
        reachesLimit: limits.some(({ max }, index) => counts[index] === max - 1),
      }
    },

    /** Removes an attempt after a success. */
    async release(db: Db, { attemptIds }: AttemptReservation): Promise<void> {
      await db.deleteFrom('failed_attempt').where('id', 'in', attemptIds).execute()
    },
  }
}

const hashKey = ({ key }: RateLimit): string => hash('sha256', key, 'base64url')
