import { days, instant } from '../../base/clock.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { createCookieReader, formatHttpOnlyCookie } from '../../http/cookies.ts'
import { generateSecret, hashSecret } from './hashing.ts'
import { browserStore } from './store.ts'

const retentionMs = days(180)
const cookieName = 'known-browser'

/** Reads the token of a known browser from the Cookie header. */
export const readBrowserToken = createCookieReader(cookieName)

/** The cookie is sent to `/api/auth` only. It grants a separate rate limit, but no access. */
export const browserCookie = (token: string, isSecure: boolean): string =>
  formatHttpOnlyCookie(cookieName, token, {
    path: '/api/auth',
    maxAgeMs: retentionMs,
    secure: isSecure,
  })

export const knownBrowsers = ({ db, clock }: Context) => ({
  /**
   * Returns the token's hash if the user with this e-mail address has signed in with it before;
   * otherwise null.
   */
  async recognise(token: string | undefined, email: string): Promise<string | null> {
    if (token === undefined) return null
    const hash = hashSecret(token)
    return (await browserStore(db).isKnown(hash, email, instant(clock, -retentionMs))) ? hash : null
  },

  /** Remembers the browser of a sign-in; returns the token for its cookie. */
  async remember(tx: Db, userId: number, token: string | undefined): Promise<string> {
    const store = browserStore(tx)
    await store.forgetUnused(instant(clock, -retentionMs))
    // A token that was not issued here may have been planted to share its rate limit.
    const isIssuedHere = token !== undefined && (await store.isIssued(hashSecret(token)))
    const secret = isIssuedHere ? token : generateSecret().secret
    await store.remember(hashSecret(secret), userId, instant(clock))
    return secret
  },
})

// The first match counts, because most browsers also name others that are further down.
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
  [/^(?:curl|Wget|node|undici|python-requests|PostmanRuntime)\b/i, 'A script'],
]

// The first match counts: Android also names Linux, and an iPhone also names Mac OS X.
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bWindows NT\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser in words, such as 'Firefox on Windows'; empty if unknown. */
export function formatBrowserName(userAgent: string): string {
  const browser = findName(browsers, userAgent)
  const system = findName(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser || system
}

const findName = (names: typeof browsers, userAgent: string): string =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
