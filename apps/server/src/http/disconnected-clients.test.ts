import { once } from 'node:events'
import { request } from 'node:http'
import fastify, { type FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { createDisconnectSignal, type ServerEvent, sendEvents } from './mount.ts'

/** Calls a server that answers like this, and disconnects once the request has arrived. */
async function callAndDisconnect(
  answer: (reply: FastifyReply, disconnected: Promise<unknown>) => Promise<unknown>,
) {
  const app = fastify()
  app.get('/', (_, reply) => {
    const disconnected = once(reply.raw, 'close')
    visitor.destroy()
    return answer(reply, disconnected)
  })
  const visitor = request(await app.listen()).on('error', () => undefined)
  visitor.end()
  return { [Symbol.asyncDispose]: () => app.close() }
}

test('ends an event stream when the client disconnects before the first event', async () => {
  const ended = Promise.withResolvers<string>()
  async function* events(disconnected: Promise<unknown>): AsyncGenerator<ServerEvent> {
    try {
      await disconnected
      yield { event: 'progress', data: 1 }
      yield { event: 'progress', data: 2 }
    } finally {
      ended.resolve('ended')
    }
  }
  await using _ = await callAndDisconnect((reply, disconnected) =>
    sendEvents(reply, events(disconnected)),
  )
  expect(await ended.promise).toBe('ended')
})

test('reports a request closed before it is handled as cancelled, not as a failure', async () => {
  const signalled = Promise.withResolvers<AbortSignal>()
  await using _ = await callAndDisconnect(async (reply, disconnected) => {
    await disconnected
    signalled.resolve(createDisconnectSignal(reply))
  })
  expect(await signalled.promise).toMatchObject({ aborted: true, reason: { status: 499 } })
})
