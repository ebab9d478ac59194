import { once } from 'node:events'
import { request } from 'node:http'
import fastify, { type FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { createDisconnectSignal, type ServerEvent, sendEvents } from './mount.ts'

/** Calls a server with this handler, and disconnects as soon as the request has arrived. */
async function callAndDisconnect(
  handle: (reply: FastifyReply, disconnected: Promise<unknown>) => Promise<unknown>,
) {
  const app = fastify()
  app.get('/', (_, reply) => {
    const disconnected = once(reply.raw, 'close')
    client.destroy()
    return handle(reply, disconnected)
  })
  const client = request(await app.listen()).on('error', () => undefined)
  client.end()
  return { [Symbol.asyncDispose]: () => app.close() }
}

test('ends an event stream when the client disconnects before the first event', async () => {
  const ended = Promise.withResolvers<void>()
  async function* streamEvents(disconnected: Promise<unknown>): AsyncGenerator<ServerEvent> {
    try {
      await disconnected
      yield { event: 'progress', data: 1 }
      yield { event: 'progress', data: 2 }
    } finally {
      ended.resolve()
    }
  }
  await using _server = await callAndDisconnect((reply, disconnected) =>
    sendEvents(reply, streamEvents(disconnected)),
  )
  await expect(ended.promise).resolves.toBeUndefined()
})

test('reports a request closed before it is handled as cancelled, not as a failure', async () => {
  const received = Promise.withResolvers<AbortSignal>()
  await using _server = await callAndDisconnect(async (reply, disconnected) => {
    await disconnected
    received.resolve(createDisconnectSignal(reply))
  })
  expect(await received.promise).toMatchObject({ aborted: true, reason: { status: 499 } })
})
