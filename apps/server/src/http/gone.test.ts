import { once } from 'node:events'
import { request } from 'node:http'
import fastify, { type FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { disconnectSignal } from './disconnect-signal.ts'
import { type ServerEvent, sendEvents } from './events.ts'

/** Calls a server that answers like this, and leaves as soon as it is asked. */
async function leaving(answer: (reply: FastifyReply, left: Promise<unknown>) => Promise<unknown>) {
  const app = fastify()
  app.get('/', (_, reply) => {
    const left = once(reply.raw, 'close')
    visitor.destroy()
    return answer(reply, left)
  })
  const visitor = request(await app.listen()).on('error', () => undefined)
  visitor.end()
  return { [Symbol.asyncDispose]: () => app.close() }
}

test('events end for whoever left before the first one came', async () => {
  const ended = Promise.withResolvers<string>()
  async function* events(left: Promise<unknown>): AsyncGenerator<ServerEvent> {
    try {
      await left
      yield { event: 'progress', data: 1 }
      yield { event: 'progress', data: 2 }
    } finally {
      ended.resolve('ended')
    }
  }
  await using _ = await leaving((reply, left) => sendEvents(reply, events(left)))
  expect(await ended.promise).toBe('ended')
})

test('who left before anybody asked is gone, which is no failure of ours', async () => {
  const gone = Promise.withResolvers<AbortSignal>()
  await using _ = await leaving(async (reply, left) => {
    await left
    gone.resolve(disconnectSignal(reply))
  })
  expect(await gone.promise).toMatchObject({ aborted: true, reason: { status: 499 } })
})
