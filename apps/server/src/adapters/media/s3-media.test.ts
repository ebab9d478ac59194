import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openS3MediaStore } from './s3-media.ts'

const account = { bucket: 'media', region: 'r', accessKeyId: 'a', secretAccessKey: 's' }

async function startListening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...account }
}

test('times out on a slow store, with more time for larger files', async () => {
  const timeoutMs = 1_500
  await using slow = createServer(async (request, response) => {
    await request.resume().toArray()
    if (request.method === 'PUT') await setTimeout(1.5 * timeoutMs)
    response.end()
  })
  const store = await openS3MediaStore(await startListening(slow), { timeoutMs })

  // Each megabyte adds eight seconds to the timeout.
  const largeUpload = store.put('large', Buffer.alloc(1_000_000))
  await expect(store.put('small', Buffer.from('x'))).rejects.toThrow('did not answer in time')
  await largeUpload
  slow.closeAllConnections()
})

test('times out on a silent store, even after a garbage collection', {
  // Without the timeout of the store, the request would never end.
  timeout: 20_000,
}, async () => {
  let isSilent = false
  await using silent = createServer((_, response) => {
    if (!isSilent) response.end()
  })
  const store = await openS3MediaStore(await startListening(silent), { timeoutMs: 500 })
  isSilent = true
  const ping = expect(store.ping()).rejects.toThrow('did not answer in time')
  // Lets the request be sent, so that it waits for its answer.
  await setTimeout(100)
  collectGarbage()
  await ping
  silent.closeAllConnections()
})

test('retries a few times if the store is busy', async () => {
  const forOpening = [200]
  const forSuccessfulPing = [503, 429, 500, 200]
  const forFailedPing = [503, 503, 503, 503]
  const statuses = [...forOpening, ...forSuccessfulPing, ...forFailedPing]
  await using busy = createServer((_, response) => {
    response.writeHead(statuses.shift() ?? 200).end()
  })
  const store = await openS3MediaStore(await startListening(busy), { timeoutMs: 5_000 })
  await store.ping()
  await expect(store.ping()).rejects.toThrow('answered 503')
  expect(statuses).toEqual([])
})

test('fails to open an unreachable store, unless it may be unreachable', async () => {
  // Nothing listens there.
  const settings = { endpoint: 'http://127.0.0.1:1', ...account }
  await expect(openS3MediaStore(settings)).rejects.toThrow('nothing answers at http://127.0.0.1:1')
  const store = await openS3MediaStore(settings, { mayBeUnreachable: true })
  await expect(store.ping()).rejects.toMatchObject({ problem: 'unreachable' })
})

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
}
