import { once } from 'node:events'
import { request } from 'node:http'
import fastify, { type FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { disconnectSignal, type ServerEvent, sendEvents } from './mount.ts'

/** Calls a server that answers like this, and aborts once the request has arrived. */
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

test('a stream of events ends when the client closed the request before the first event', async () => {
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

test('a request closed before it is handled is reported as gone, not as a failure', async () => {
  const gone = Promise.withResolvers<AbortSignal>()
  await using _ = await leaving(async (reply, left) => {
    await left
    gone.resolve(disconnectSignal(reply))
  })
  expect(await gone.promise).toMatchObject({ aborted: true, reason: { status: 499 } })
})
