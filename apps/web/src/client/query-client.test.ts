import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { createQueryClient } from './query-client.ts'

const busy = () => Response.json({ statusCode: 503, message: 'Please try again.' }, { status: 503 })

let answers: (() => Response)[] = []
let requestCount = 0

beforeEach(() => {
  vi.useFakeTimers()
  requestCount = 0
  vi.stubGlobal('fetch', async () => {
    requestCount++
    return (answers.shift() ?? busy)()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('retries twice if the server is busy', async () => {
  answers = [busy, busy, () => Response.json({ name: 'here' })]
  const result = createQueryClient().fetchQuery({
    queryKey: ['settings'],
    queryFn: () => call('GET /settings'),
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await result).toEqual({ name: 'here' })
  expect(requestCount).toBe(3)
})

it('fails with the message of the server after two retries', async () => {
  answers = []
  const client = createQueryClient()
  const observer = new QueryObserver(client, {
    queryKey: ['settings'],
    queryFn: () => call('GET /settings'),
  })
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(observer.getCurrentResult().error).toMatchObject({
    status: 503,
    message: 'Please try again.',
  })
  expect(requestCount).toBe(3)
  stop()
})

it('does not retry mutations', async () => {
  answers = []
  const client = createQueryClient()
  const send = () => call('POST /auth/request-reset', { body: { email: 'anna@example.org' } })
  const sending = client.getMutationCache().build(client, { mutationFn: send }).execute(undefined)
  const rejection = expect(sending).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(30_000)
  await rejection
  expect(requestCount).toBe(1)
})
