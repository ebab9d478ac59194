import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { limitUnreadAnswers } from './overload.ts'
import { sendFinished } from './send-finished.ts'

// More than the kernel buffers of an unread answer. A client may leave one such answer unread, but
// not two.
const largeContent = Buffer.alloc(12 * 1024 * 1024)
const largeAnswer = {
  type: 'text/plain',
  etag: 'large',
  cache: 'revalidate',
  content: { plain: largeContent },
} as const

/** Starts listening; returns the port. */
async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return port
}

/** Sends a request and never reads the answer. */
async function requestWithoutReading(port: number, path: string): Promise<Socket> {
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
  app.get('/large', (_request, reply) => reply.send(largeContent))
  app.get('/slow', async () => {
    await setTimeout(2 * stalledMs)
    return 'rendered'
  })
  const port = await listen(app)
  const connected = once(app.server, 'connection')
  const unread = await requestWithoutReading(port, '/large')
  const [connection] = (await connected) as [Socket]
  await once(connection, 'close')
  unread.destroy()

  const slow = await fetch(`http://127.0.0.1:${port}/slow`)
  expect(await slow.text()).toBe('rendered')
  const read = await fetch(`http://127.0.0.1:${port}/large`)
  expect((await read.arrayBuffer()).byteLength).toBe(largeContent.length)
})

test('rejects only the client with too many unread answers, until it disconnects', async () => {
  await using app = fastify({ trustProxy: true })
  limitUnreadAnswers(app)
  app.get('/large', (request, reply) => sendFinished(request, reply, largeAnswer))
  const port = await listen(app)
  const getStatus = async (clientAddress: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/large`, {
      headers: { 'x-forwarded-for': clientAddress },
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const unread = await requestWithoutReading(port, '/large')
  await expect.poll(() => getStatus('127.0.0.1'), { timeout: 20_000 }).toBe(429)
  expect(await getStatus('192.0.2.1')).toBe(200)
  unread.destroy()
  await expect.poll(() => getStatus('127.0.0.1'), { timeout: 20_000 }).toBe(200)
})
