import { fail, rateLimited } from '../../base/failure.ts'
import { listEnclosingNetworks } from '../../base/networks.ts'
import type { Context } from '../../context.ts'
import { type AttemptReservation, type RateLimit, rateLimiter } from '../../db/rate-limits.ts'
import type { Db } from '../../db/tables.ts'
import { toEmailKey } from '../users/index.ts'

/** After this many failures, further ones get 429. */
export const maxSignInFailures = 5
/** Attempts for one account from one network. */
const tightLimit = 5
/** Attempts for one account from everywhere, or from one network for all accounts. */
const looseLimit = 20

type ThrottledAction = 'sign-in' | 'reset'

/** Limits a known browser separately, so that other browsers can't exhaust its limit. */
export const listKnownBrowserLimits = (
  action: ThrottledAction,
  email: string,
  tokenHash: string,
): RateLimit[] => [
  { key: `${action} account ${toEmailKey(email)} browser ${tokenHash}`, max: tightLimit },
]

/**
 * Limits an account from one network tightly; an account from everywhere, and a whole network,
 * loosely.
 */
export function listStrangerLimits(
  action: ThrottledAction,
  email: string,
  address: string,
): RateLimit[] {
  const account = `${action} account ${toEmailKey(email)}`
  const networks = listEnclosingNetworks(address)
  const [smallestNetwork] = networks
  return [
    { key: `${account} address ${smallestNetwork}`, max: tightLimit },
    { key: account, max: looseLimit },
    ...networks.map((network) => ({ key: `${action} address ${network}`, max: looseLimit })),
  ]
}

/** Limits how often a signed-in user may confirm the password. */
export const listPasswordConfirmationLimits = (userId: number): RateLimit[] => [
  { key: `own password of ${userId}`, max: tightLimit },
]

/** Limits how often a user sends password links to others. */
export const listLinkSenderLimits = (userId: number): RateLimit[] => [
  { key: `links sent by ${userId}`, max: looseLimit },
]

/** Counts attempts, and rejects those over a limit with 429. */
export const signInThrottle = ({ db, clock }: Context) => {
  const limiter = rateLimiter(clock)

  return {
    /** A cheap check before queueing for a hash. */
    async rejectIfExhausted(limits: readonly RateLimit[]): Promise<void> {
      if (await limiter.isExhausted(db, limits)) throw rateLimited()
    },

    reserve: async (limits: readonly RateLimit[]): Promise<AttemptReservation> =>
      (await db.transaction().execute((tx) => limiter.reserve(tx, limits))) ?? fail(rateLimited()),

    release: (tx: Db, reservation: AttemptReservation): Promise<void> =>
      limiter.release(tx, reservation),
  }
}
