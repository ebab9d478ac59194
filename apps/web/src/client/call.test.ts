import { signInStorageKey } from '@vitrine/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../session/session.ts'
import { ApiError, getFieldErrors, unreachableMessage } from './api-error.ts'
import { call } from './call.ts'

const signInInfo = { token: 'secret', user: { email: 'anna@example.org', role: 'root' as const } }

interface SentRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | null
}
const sentRequests: SentRequest[] = []

/** Answers each request with a new response, and records the request. */
function answerWith(createResponse: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sentRequests.push({
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : null,
    })
    return createResponse()
  })
}

beforeEach(() => {
  sentRequests.length = 0
  session.end()
  // biome-ignore lint/suspicious/noDocumentCookie: the server sets it like this, percent-encoded
  document.cookie = 'XSRF-TOKEN=a%2Fb'
})
afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('fills the path and sends the session token', async () => {
    answerWith(() => Response.json({ id: 7 }))
    session.start(signInInfo)
    await call('GET /admin/employees/:id', { params: { id: 7 } })
    expect(sentRequests[0]).toMatchObject({
      url: '/api/admin/employees/7',
      method: 'GET',
      body: null,
    })
    expect(sentRequests[0]?.headers.get('authorization')).toBe('Bearer secret')
  })

  it('sends the XSRF cookie as a header, except with GET', async () => {
    answerWith(() => Response.json({ ok: true }))
    await call('GET /settings')
    await call('POST /auth/request-reset', { body: { email: 'anna@example.org' } })
    expect(sentRequests.map(({ headers }) => headers.get('x-xsrf-token'))).toEqual([null, 'a/b'])
    expect(sentRequests[1]?.body).toBe('{"email":"anna@example.org"}')
    expect(sentRequests[1]?.headers.has('authorization')).toBe(false)
  })

  it('throws the message and the field errors of the server', async () => {
    answerWith(() =>
      Response.json(
        { statusCode: 409, message: 'emailexists', obj: { fields: { email: 'taken' } } },
        { status: 409 },
      ),
    )
    const error = await call('GET /admin/employees').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 409, message: 'emailexists' })
    expect(getFieldErrors(error)).toEqual({ email: 'taken' })
  })

  it('throws its own message if the server sent none', async () => {
    answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(call('GET /health')).rejects.toMatchObject({
      status: 502,
      message: 'The server did not answer. Please try again in a moment.',
    })
  })

  it('throws its own message, with the status 0, if the server cannot be reached', async () => {
    answerWith(() => Promise.reject(new TypeError('fetch failed')))
    await expect(call('GET /health')).rejects.toMatchObject({
      status: 0,
      message: unreachableMessage,
    })
  })

  it('ends the session after a 401', async () => {
    session.start(signInInfo)
    answerWith(() =>
      Response.json({ statusCode: 401, message: 'Please sign in.' }, { status: 401 }),
    )
    await expect(call('GET /admin/employees')).rejects.toMatchObject({ status: 401 })
    expect(session.current()).toBeNull()
    expect(localStorage.getItem(signInStorageKey)).toBeNull()
  })

  it('keeps a session that started before the old one got its 401', async () => {
    session.start(signInInfo)
    answerWith(() => {
      session.start({ ...signInInfo, token: 'fresh' })
      return Response.json({ statusCode: 401, message: 'Please sign in.' }, { status: 401 })
    })
    await expect(call('GET /admin/employees')).rejects.toMatchObject({ status: 401 })
    expect(session.current()?.token).toBe('fresh')
  })
})

// Never called: for the type check only.
export const listWrongCalls = () => [
  // @ts-expect-error there is no such address
  call('GET /nowhere'),
  // @ts-expect-error the body is missing
  call('POST /auth/request-reset'),
  // @ts-expect-error the body has another shape
  call('POST /admin/users/send-password-link', { body: { id: 1 } }),
]
