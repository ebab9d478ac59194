import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { createQueryClient } from './query-client.ts'

const answerBusy = () =>
  Response.json({ statusCode: 503, message: 'Please try again.' }, { status: 503 })

/** The answers to the next requests; afterwards the server is busy. */
let answers: (() => Response)[] = []
let requestCount = 0

/** The library waits one second before the first retry, two before the second. */
const longerThanRetriesMs = 30_000

beforeEach(() => {
  vi.useFakeTimers()
  answers = []
  requestCount = 0
  vi.stubGlobal('fetch', async () => {
    requestCount++
    return (answers.shift() ?? answerBusy)()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('retries a query twice if the server is busy', async () => {
  answers = [answerBusy, answerBusy, () => Response.json({ name: 'here' })]
  const result = createQueryClient().fetchQuery({
    queryKey: ['settings'],
    queryFn: () => call('GET /settings'),
  })
  await vi.advanceTimersByTimeAsync(longerThanRetriesMs)
  expect(await result).toEqual({ name: 'here' })
  expect(requestCount).toBe(3)
})

it('fails a query with the message of the server after two retries', async () => {
  const client = createQueryClient()
  const observer = new QueryObserver(client, {
    queryKey: ['settings'],
    queryFn: () => call('GET /settings'),
  })
  const unsubscribe = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(longerThanRetriesMs)
  expect(observer.getCurrentResult().error).toMatchObject({
    status: 503,
    message: 'Please try again.',
  })
  expect(requestCount).toBe(3)
  unsubscribe()
})

it('does not retry a mutation', async () => {
  const client = createQueryClient()
  const send = () => call('POST /auth/request-reset', { body: { email: 'anna@example.org' } })
  const sending = client.getMutationCache().build(client, { mutationFn: send }).execute(undefined)
  const rejection = expect(sending).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(longerThanRetriesMs)
  await rejection
  expect(requestCount).toBe(1)
})
