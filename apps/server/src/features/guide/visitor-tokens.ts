import { cookieReader, httpOnlyCookie } from '../../http/cookies.ts'
import type { QuestionLimits } from './limits.ts'

const name = 'visitor'
const tokenIn = cookieReader(name)

/**
 * Tells visitors of one network apart, by a random cookie that is sent only to the pages to ask on and ends with the browser, at
 * midnight at the latest.
 */
export const visitorTokens = (
  limits: Pick<QuestionLimits, 'newToken' | 'visitorIdIn'>,
  secure: boolean,
) => ({
  /** The visitor's id in these cookies, or null; then a new token is set. */
  async read(
    cookies: string | undefined,
    setCookie: (cookie: string) => unknown,
  ): Promise<string | null> {
    const token = tokenIn(cookies)
    const id = token === undefined ? null : await limits.visitorIdIn(token)
    if (id !== null) return id
    setCookie(
      httpOnlyCookie(name, await limits.newToken(), { path: '/ask', sameSite: 'Lax', secure }),
    )
    return null
  },
})

export type VisitorTokens = ReturnType<typeof visitorTokens>
