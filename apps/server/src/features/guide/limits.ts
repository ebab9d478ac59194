import { createHash, randomBytes } from 'node:crypto'
import { dayOf } from '@vitrine/contract'
import { type Clock, instant, minutes } from '../../base/clock.ts'
import { networksOf } from '../../base/networks.ts'
import { attempts } from '../../db/attempts.ts'
import { lockUntilCommit } from '../../db/dialect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { dayStore } from './store.ts'

/** From an address, or the smallest network around it; and from each wider one, in which many may ask at a time. */
const perMinute = { visitor: 6, network: 20 }

/**
 * How much visitors may ask, over all processes. A visitor is a hash of their network with a salt that is thrown away with the day,
 * and is forgotten after a minute.
 */
export const questionLimits = (db: Db, clock: Clock, perDay: number) => ({
  /**
   * Counts a question, and does what belongs to it in the same transaction, told whether it is one of the day's number. One that is
   * refused is neither counted nor answered.
   */
  count: (address: string, then: (tx: Tx, isWithinDay: boolean) => Promise<void>): Promise<void> =>
    db.transaction().execute(async (tx) => {
      // Sign-ins are counted in the same table: two who clear it at once would wait for each other.
      await lockUntilCommit(tx, 'failed_attempt')
      const day = dayOf(clock.now())
      const salt = await saltOf(tx, day)
      const networks = networksOf(address).map((network) =>
        createHash('sha256').update(`${salt} ${network}`).digest('base64url'),
      )
      // Rows further in the future come from a wrong clock.
      const lastMinute = { since: instant(clock, -minutes(1)), until: instant(clock, minutes(1)) }
      const recent = attempts(tx)
      const asked = await recent.counts(networks, lastMinute)
      const isFull = (network: string, at: number) =>
        (asked.get(network) ?? 0) >= (at === 0 ? perMinute.visitor : perMinute.network)
      if (networks.some(isFull)) return
      await recent.forget(lastMinute)
      await recent.add(networks, instant(clock))
      await then(tx, await dayStore(tx).count(day, 'questions', perDay))
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

/** Deletes the salt of an earlier day after which no question came. */
export const purgeGuide = (tx: Tx, clock: Clock): Promise<number> => dayStore(tx).purge(dayOf(clock.now()))
