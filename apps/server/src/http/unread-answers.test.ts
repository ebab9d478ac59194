import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { limitUnreadAnswers } from './overload.ts'
import { sendFinished } from './send-finished.ts'

const megabyte = 1024 * 1024
// More than the kernel buffers of an unread answer.
const large = Buffer.alloc(12 * megabyte)
const finished = {
  type: 'text/plain',
  etag: 'large',
  cache: 'revalidate',
  content: { plain: large },
} as const

async function serve(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Sends a request and never reads the answer. */
async function askWithoutReading(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause()
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: museum.example.org\r\n\r\n`)
  return socket
}

test('aborts an answer that is not read, but not one that is still being rendered', async () => {
  // Longer than a busy machine may suspend this process.
  const stalledMs = 400
  await using app = fastify()
  limitUnreadAnswers(app, stalledMs)
  app.get('/large', (_request, reply) => reply.send(large))
  app.get('/slow', async () => {
    await setTimeout(2 * stalledMs)
    return 'made'
  })
  const port = await serve(app)
  const connected = once(app.server, 'connection')
  const unread = await askWithoutReading(port, '/large')
  const [connection] = (await connected) as [Socket]
  await once(connection, 'close')
  unread.destroy()

  const slow = await fetch(`http://127.0.0.1:${port}/slow`)
  expect(await slow.text()).toBe('made')
  const read = await fetch(`http://127.0.0.1:${port}/large`)
  expect((await read.arrayBuffer()).byteLength).toBe(large.length)
})

test('rejects only the client with too many unread answers, until it disconnects', async () => {
  await using app = fastify({ trustProxy: true })
  limitUnreadAnswers(app)
  app.get('/large', (request, reply) => sendFinished(request, reply, finished))
  const port = await serve(app)
  const ask = async (address: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/large`, {
      headers: { 'x-forwarded-for': address },
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const unread = await askWithoutReading(port, '/large')
  await expect.poll(() => ask('127.0.0.1')).toBe(429)
  expect(await ask('192.0.2.1')).toBe(200)
  unread.destroy()
  await expect.poll(() => ask('127.0.0.1')).toBe(200)
})
