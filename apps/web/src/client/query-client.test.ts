import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { createQueryClient } from './query-client.ts'

const busy = () => Response.json({ statusCode: 503, message: 'Please try again.' }, { status: 503 })

let answers: (() => Response)[] = []
let asked = 0

beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked++
    return (answers.shift() ?? busy)()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('retries twice when the server is busy, then fails', async () => {
  answers = [busy, busy, () => Response.json({ name: 'here' })]
  const asking = createQueryClient().fetchQuery({
    queryKey: ['settings'],
    queryFn: () => call('GET /settings'),
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await asking).toEqual({ name: 'here' })
  expect(asked).toBe(3)
})

it('gives up then and says what the server said', async () => {
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
  expect(asked).toBe(3)
  stop()
})

it('never sends a change twice by itself', async () => {
  answers = []
  const client = createQueryClient()
  const send = () => call('POST /auth/request-reset', { body: { email: 'anna@example.org' } })
  const sending = client.getMutationCache().build(client, { mutationFn: send }).execute(undefined)
  const refused = expect(sending).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(30_000)
  await refused
  expect(asked).toBe(1)
})
