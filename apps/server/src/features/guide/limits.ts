import { createHmac, randomBytes } from 'node:crypto'
import { toDay } from '@vitrine/contract'
import type { Clock } from '../../base/clock.ts'
import { enclosingNetworks } from '../../base/networks.ts'
import { isSameSecret } from '../../base/secrets.ts'
import type { Context } from '../../context.ts'
import { lockUntilCommit } from '../../db/dialect.ts'
import { type RateLimit, rateLimiter } from '../../db/rate-limits.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { guideDayStore } from './store.ts'

/**
 * For each visitor; for all questions without one from an address, or the smallest network around
 * it, and from each wider one; and for all questions from any of these networks.
 */
const perMinute = { visitor: 6, address: 6, widerNetwork: 20, all: 120 }

/** Where a question comes from. */
export interface Asker {
  readonly address: string
  /** From the visitor's token; null without one that was issued today. */
  readonly visitorId: string | null
}

/**
 * How much visitors may ask, over all processes. Visitors and networks are hashed with a salt that
 * is thrown away with the day, and are forgotten after a minute. A token is signed with the salt,
 * so that a made-up one counts as none.
 */
export const questionLimits = ({ db, clock, config }: Context) => ({
  /**
   * Counts a question, and does what belongs to it in the same transaction, told whether it is one
   * of the day's number. One that is refused is neither counted nor answered.
   */
  async count(
    { address, visitorId }: Asker,
    then: (tx: Tx, isWithinDay: boolean) => Promise<void>,
  ): Promise<void> {
    const day = toDay(clock.now())
    const salt = await getSalt(db, day)
    const limit = (who: string, max: number): RateLimit => ({ key: `${salt} ${who}`, max })
    const networks = enclosingNetworks(address)
    const limits = [
      ...networks.map((network) => limit(`all ${network}`, perMinute.all)),
      ...(visitorId === null
        ? networks.map((network, index) =>
            limit(network, index === 0 ? perMinute.address : perMinute.widerNetwork),
          )
        : [limit(`visitor ${visitorId}`, perMinute.visitor)]),
    ]
    await db.transaction().execute(async (tx) => {
      if (!(await rateLimiter(clock).reserve(tx, limits))) return
      await then(
        tx,
        await guideDayStore(tx).increment(day, 'questions', config.guide.dailyQuestions),
      )
    })
  },

  /** For a visitor's cookie. */
  async issueToken(): Promise<string> {
    return signToken(randomBytes(12).toString('base64url'), await getSalt(db, toDay(clock.now())))
  },

  /**
   * The visitor's id in a token; null unless it is, to the last character, one that was issued here
   * today.
   */
  async verifyToken(token: string): Promise<string | null> {
    const [id = ''] = token.split('.', 1)
    return isSameSecret(token, signToken(id, await getSalt(db, toDay(clock.now())))) ? id : null
  },

  /** Takes an answer of a model out of the day's budget; false once that is used up. */
  spendModelAnswer: (budget: number): Promise<boolean> =>
    guideDayStore(db).increment(toDay(clock.now()), 'model_answers', budget),
})

export type QuestionLimits = ReturnType<typeof questionLimits>

const signToken = (id: string, salt: string) =>
  `${id}.${createHmac('sha256', salt).update(id).digest('base64url')}`

/** The salt of a day, which begins with its first question. */
async function getSalt(db: Db, day: string): Promise<string> {
  const known = await guideDayStore(db).salt(day)
  if (known) return known
  return db.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, 'failed_attempt')
    const begun = await guideDayStore(tx).salt(day)
    if (begun) return begun
    const salt = randomBytes(32).toString('base64url')
    await guideDayStore(tx).begin(day, salt)
    return salt
  })
}

/** Deletes the salt of an earlier day after which no question came. */
export const purgeSalts = (tx: Tx, clock: Clock): Promise<number> =>
  guideDayStore(tx).purge(toDay(clock.now()))
