import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRecord } from './call.ts'

/** The idempotency key of each request. */
const keys: (string | null)[] = []
let answers: (() => Response)[] = []

beforeEach(() => {
  keys.length = 0
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return (answers.shift() ?? noAnswer)()
  })
})
afterEach(() => vi.unstubAllGlobals())

const noAnswer = (): never => {
  throw new TypeError('fetch failed')
}
const failure = (status: number) => () =>
  Response.json({ statusCode: status, message: 'No.' }, { status })
const addTag = (name: string) =>
  createRecord('POST /journal/tags', { body: { name } }).catch(() => undefined)

it('repeats an unanswered call with the same idempotency key', async () => {
  answers = [
    noAnswer,
    failure(502),
    () => new Response('{"id":'),
    () => Response.json({ id: 1, name: 'a' }),
  ]
  for (const _ of [...answers]) await addTag('a')

  expect(keys[0]).toMatch(/^[\d-]{20,}$/)
  expect(new Set(keys).size).toBe(1)
  expect(sessionStorage.length).toBe(0)
})

it('uses a new key for other content, and after a success or a rejection', async () => {
  answers = [noAnswer, noAnswer, () => Response.json({ id: 1, name: 'a' }), failure(409), noAnswer]
  for (const name of ['a', 'b', 'a', 'a', 'a']) await addTag(name)

  const [unanswered, otherContent, retry, afterSuccess, afterRejection] = keys
  expect(retry).toBe(unanswered)
  expect(new Set([retry, otherContent, afterSuccess, afterRejection]).size).toBe(4)
})
