import { cookieReader, hiddenCookie } from '../../http/cookies.ts'
import type { QuestionLimits } from './limits.ts'

const name = 'visitor'
const tokenIn = cookieReader(name)

/**
 * Tells visitors of one network apart, by a random cookie that is sent only to the pages to ask on and ends with the browser, at
 * midnight at the latest.
 */
export const visitorTokens = (limits: Pick<QuestionLimits, 'newToken' | 'isIssued'>, secure: boolean) => ({
  /** The token in these cookies, or null; then a new one is set. */
  async read(cookies: string | undefined, setCookie: (cookie: string) => unknown): Promise<string | null> {
    const token = tokenIn(cookies)
    if (token !== undefined && (await limits.isIssued(token))) return token
    setCookie(hiddenCookie(name, await limits.newToken(), { path: '/ask', sameSite: 'Lax', secure }))
    return null
  },
})

export type VisitorTokens = ReturnType<typeof visitorTokens>
