import { createHash, randomBytes } from 'node:crypto'
import { dayOf } from '@vitrine/contract'
import { type Clock, instant, minutes } from '../../base/clock.ts'
import { networksOf } from '../../base/networks.ts'
import { attempts } from '../../db/attempts.ts'
import { lockUntilCommit } from '../../db/dialect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { dayStore } from './store.ts'

const perMinute = 6

/** Which limit is used up. */
export type UsedUp = 'minute' | 'day'

/**
 * How much visitors may ask, over all processes. A visitor is a hash of their network with a salt that is thrown away with the day,
 * and is forgotten after a minute.
 */
export const questionLimits = (db: Db, clock: Clock, perDay: number) => ({
  /** Counts a question, and writes what belongs to it in the same transaction; one that is refused does not count. */
  count: (address: string, write?: (tx: Tx) => Promise<void>): Promise<UsedUp | null> =>
    db.transaction().execute(async (tx) => {
      // Sign-ins are counted in the same table: two who clear it at once would wait for each other.
      await lockUntilCommit(tx, 'failed_attempt')
      const day = dayOf(clock.now())
      const visitor = createHash('sha256')
        .update(`${await saltOf(tx, day)} ${networksOf(address)[0]}`)
        .digest('base64url')
      // Rows further in the future come from a wrong clock.
      const lastMinute = { since: instant(clock, -minutes(1)), until: instant(clock, minutes(1)) }
      const recent = attempts(tx)
      const asked = (await recent.counts([visitor], lastMinute)).get(visitor) ?? 0
      if (asked >= perMinute) return 'minute'
      if (!(await dayStore(tx).count(day, 'questions', perDay))) return 'day'
      await recent.forget(lastMinute)
      await recent.add([visitor], instant(clock))
      await write?.(tx)
      return null
    }),

  /** Takes an answer of a model out of the day's budget; false once that is used up. */
  spend: (budget: number): Promise<boolean> => dayStore(db).count(dayOf(clock.now()), 'model_answers', budget),
})

export type QuestionLimits = ReturnType<typeof questionLimits>

async function saltOf(tx: Tx, day: string): Promise<string> {
  const known = await dayStore(tx).salt(day)
  if (known) return known
  const salt = randomBytes(32).toString('base64url')
  await dayStore(tx).begin(day, salt)
  return salt
}

/** Throws away the salt of an earlier day on which nobody has asked since. */
export const purgeGuide = (tx: Tx, clock: Clock): Promise<number> => dayStore(tx).purge(dayOf(clock.now()))
