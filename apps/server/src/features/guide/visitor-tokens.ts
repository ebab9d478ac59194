import { createCookieReader, formatHttpOnlyCookie } from '../../http/cookies.ts'
import type { QuestionLimits } from './limits.ts'

const cookieName = 'visitor'
const readToken = createCookieReader(cookieName)

/**
 * Tells visitors in one network apart by a random cookie, sent only to the question pages. It ends
 * with the browser session, at midnight at the latest.
 */
export const visitorTokens = (
  limits: Pick<QuestionLimits, 'issueToken' | 'verifyToken'>,
  secure: boolean,
) => ({
  /** The visitor's id in the cookies; if there is none, sets a new token and returns null. */
  async read(
    cookies: string | undefined,
    setCookie: (cookie: string) => unknown,
  ): Promise<string | null> {
    const token = readToken(cookies)
    const id = token === undefined ? null : await limits.verifyToken(token)
    if (id !== null) return id
    setCookie(
      formatHttpOnlyCookie(cookieName, await limits.issueToken(), {
        path: '/ask',
        sameSite: 'Lax',
        secure,
      }),
    )
    return null
  },
})

export type VisitorTokens = ReturnType<typeof visitorTokens>
