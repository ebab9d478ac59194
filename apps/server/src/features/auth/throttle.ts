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

/** A known browser has a limit of its own, which other browsers can't exhaust. */
export const listKnownBrowserLimits = (
  kind: ThrottledAction,
  email: string,
  tokenHash: string,
): RateLimit[] => [
  { key: `${kind} account ${toEmailKey(email)} browser ${tokenHash}`, max: tightLimit },
]

/**
 * Limits an account from one network tightly; an account from everywhere, and a whole network,
 * loosely.
 */
export function listStrangerLimits(
  kind: ThrottledAction,
  email: string,
  address: string,
): RateLimit[] {
  const account = `${kind} account ${toEmailKey(email)}`
  const networks = listEnclosingNetworks(address)
  return [
    { key: `${account} address ${networks[0]}`, max: tightLimit },
    { key: account, max: looseLimit },
    ...networks.map((network) => ({ key: `${kind} address ${network}`, max: looseLimit })),
  ]
}

/** Limits for confirming the own password during a session. */
export const listPasswordConfirmationLimits = (userId: number): RateLimit[] => [
  { key: `own password of ${userId}`, max: tightLimit },
]

/** Limits for users who send password links to others. */
export const linkSenderLimits = (userId: number): RateLimit[] => [
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
