import { fail, tooManyRequests } from '../../base/failure.ts'
import { enclosingNetworks } from '../../base/networks.ts'
import type { Context } from '../../context.ts'
import { type RateLimit, type Reservation, rateLimiter } from '../../db/rate-limits.ts'
import type { Db } from '../../db/tables.ts'
import { emailKey } from '../users/index.ts'

/** After this many failures of an account or an address, further ones get 429. */
export const maxSignInFailures = 5
/** One account from one network. */
const tightLimit = 5
/** An account from everywhere, or a network with all accounts. */
const looseLimit = 20

type ThrottledAction = 'sign-in' | 'reset'

/**
 * A browser that signed in to this account before has its own limit, which other browsers can't
 * exhaust.
 */
export const knownBrowserLimits = (
  kind: ThrottledAction,
  email: string,
  tokenHash: string,
): RateLimit[] => [
  { key: `${kind} account ${emailKey(email)} browser ${tokenHash}`, max: tightLimit },
]

/**
 * One account from one address is limited tightly; an account from everywhere, or a network as a
 * whole, loosely.
 */
export function strangerLimits(kind: ThrottledAction, email: string, address: string): RateLimit[] {
  const account = `${kind} account ${emailKey(email)}`
  const networks = enclosingNetworks(address)
  return [
    { key: `${account} address ${networks[0]}`, max: tightLimit },
    { key: account, max: looseLimit },
    ...networks.map((network) => ({ key: `${kind} address ${network}`, max: looseLimit })),
  ]
}

/** For the confirmation of a password in a session. */
export const passwordConfirmationLimits = (userId: number): RateLimit[] => [
  { key: `own password of ${userId}`, max: tightLimit },
]

/** For a signed-in user sending password links. */
export const linkSenderLimits = (userId: number): RateLimit[] => [
  { key: `links sent by ${userId}`, max: looseLimit },
]

/** Rejects attempts over a limit with 429. */
export const signInThrottle = ({ db, clock }: Context) => {
  const limiter = rateLimiter(clock)

  return {
    /** A cheap check before queueing for the hash. */
    async rejectIfExhausted(limits: readonly RateLimit[]): Promise<void> {
      if (await limiter.isExhausted(db, limits)) throw tooManyRequests()
    },

    reserve: async (limits: readonly RateLimit[]): Promise<Reservation> =>
      (await db.transaction().execute((tx) => limiter.reserve(tx, limits))) ??
      fail(tooManyRequests()),

    release: (tx: Db, reservation: Reservation): Promise<void> => limiter.release(tx, reservation),
  }
}
