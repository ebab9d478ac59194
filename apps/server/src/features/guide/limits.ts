import { createHmac, randomBytes } from 'node:crypto'
import { toDay } from '@vitrine/contract'
import type { Clock } from '../../base/clock.ts'
import { listEnclosingNetworks } from '../../base/networks.ts'
import { isSameSecret } from '../../base/secrets.ts'
import type { Context } from '../../context.ts'
import { lockUntilCommit } from '../../db/dialect.ts'
import { type RateLimit, rateLimiter } from '../../db/rate-limits.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { guideDayStore } from './store.ts'

/** Maximum questions per minute. A visitor without a cookie is limited by address and network. */
const limitsPerMinute = {
  /** From one visitor with a cookie. */
  visitor: 6,
  /** From one address (one /64 network for IPv6), without a cookie. */
  address: 6,
  /** From each wider network, without a cookie. */
  widerNetwork: 20,
  /** From each network, with or without cookies. */
  networkTotal: 120,
}

/** The origin of a question. */
export interface QuestionOrigin {
  readonly address: string
  /** From the visitor's token; null without a token issued today. */
  readonly visitorId: string | null
}

/**
 * Rate limits of visitors' questions, shared by all processes. Their keys contain a salt that is
 * deleted with the day; the rate limiter stores only their hashes, for a minute. Tokens are signed
 * with the salt, so forged ones are ignored.
 */
export const questionLimits = ({ db, clock, config }: Context) => ({
  /**
   * Counts a question and calls `work` in the same transaction, with whether it is within the day's
   * limit. If a limit per minute is exceeded, the question is not counted and `work` not called.
   */
  async countQuestion(
    origin: QuestionOrigin,
    work: (tx: Tx, isWithinDay: boolean) => Promise<void>,
  ): Promise<void> {
    const day = toDay(clock.now())
    const salt = await getSalt(db, day)
    const limits = listLimits(origin, salt)
    await db.transaction().execute(async (tx) => {
      if (!(await rateLimiter(clock).reserve(tx, limits))) return
      const { questionsPerDay } = config.limits
      const isWithinDay = await guideDayStore(tx).increment(day, 'questions', questionsPerDay)
      await work(tx, isWithinDay)
    })
  },

  /** Issues a token for a visitor's cookie. */
  async issueToken(): Promise<string> {
    const id = randomBytes(12).toString('base64url')
    return signToken(id, await getSalt(db, toDay(clock.now())))
  },

  /** The visitor's id in a token; null unless the token was issued here today. */
  async verifyToken(token: string): Promise<string | null> {
    const [id = ''] = token.split('.', 1)
    const validToken = signToken(id, await getSalt(db, toDay(clock.now())))
    return isSameSecret(token, validToken) ? id : null
  },

  /** Takes one answer of the model from the day's budget; false if the budget is used up. */
  spendModelAnswer: (budget: number): Promise<boolean> =>
    guideDayStore(db).increment(toDay(clock.now()), 'model_answers', budget),
})

export type QuestionLimits = ReturnType<typeof questionLimits>

function listLimits({ address, visitorId }: QuestionOrigin, salt: string): RateLimit[] {
  const createLimit = (subject: string, max: number) => ({ key: `${salt} ${subject}`, max })

  const networks = listEnclosingNetworks(address)
  const limits = networks.map((network) =>
    createLimit(`all ${network}`, limitsPerMinute.networkTotal),
  )
  if (visitorId !== null)
    return [...limits, createLimit(`visitor ${visitorId}`, limitsPerMinute.visitor)]

  const [smallestNetwork, ...widerNetworks] = networks
  return [
    ...limits,
    createLimit(smallestNetwork, limitsPerMinute.address),
    ...widerNetworks.map((network) => createLimit(network, limitsPerMinute.widerNetwork)),
  ]
}

const signToken = (id: string, salt: string) =>
  `${id}.${createHmac('sha256', salt).update(id).digest('base64url')}`

/** Returns the salt of a day, which the first question of the day creates. */
async function getSalt(db: Db, day: string): Promise<string> {
  const existing = await guideDayStore(db).findSalt(day)
  if (existing) return existing
  return db.transaction().execute(async (tx) => {
    // The rate limiter's lock, so that processes that start a day together agree on one salt.
    await lockUntilCommit(tx, 'failed_attempt')
    const createdMeanwhile = await guideDayStore(tx).findSalt(day)
    if (createdMeanwhile) return createdMeanwhile
    const salt = randomBytes(32).toString('base64url')
    await guideDayStore(tx).begin(day, salt)
    return salt
  })
}

/** Deletes the salts of earlier days; also runs on days without questions. */
export const purgeSalts = (tx: Tx, clock: Clock): Promise<number> =>
  guideDayStore(tx).purge(toDay(clock.now()))
