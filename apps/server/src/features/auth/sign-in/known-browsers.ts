import { type Clock, days, instant } from '../../../base/clock.ts'
import type { Db } from '../../../db/tables.ts'
import { cookieReader, hiddenCookie } from '../../../http/cookies.ts'
import { hashSecret, newSecret } from '../secrets.ts'
import { browserStore } from './browser-store.ts'

const rememberedFor = days(180)
const name = 'known-browser'

/** The token that a browser brings along, if it signed in before. */
export const browserTokenIn = cookieReader(name)

/** Goes along with the calls of the login page only, and opens nothing: it counts failures apart from other people's. */
export const browserCookie = (token: string, secure: boolean): string =>
  hiddenCookie(name, token, { path: '/api/auth', maxAgeMs: rememberedFor, secure })

export const knownBrowsers = (db: Db, clock: Clock) => ({
  /** The hash of the token, where the user of this address has signed in with it before. */
  async recognise(token: string | undefined, email: string): Promise<string | null> {
    if (token === undefined) return null
    const hash = hashSecret(token)
    return (await browserStore(db).isKnown(hash, email, instant(clock, -rememberedFor))) ? hash : null
  },

  /** Remembers the browser of a sign-in; returns the token that it is to keep. */
  async remember(tx: Db, userId: number, token: string | undefined): Promise<string> {
    const store = browserStore(tx)
    await store.forgetUnused(instant(clock, -rememberedFor))
    // A token that is not ours may have been planted by somebody who would then share the allowance.
    const isOurs = token !== undefined && (await store.isIssued(hashSecret(token)))
    const kept = isOurs ? token : newSecret().secret
    await store.remember(hashSecret(kept), userId, instant(clock))
    return kept
  },
})

export type KnownBrowsers = ReturnType<typeof knownBrowsers>
