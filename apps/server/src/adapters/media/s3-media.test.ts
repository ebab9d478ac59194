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

test('times out on a silent store, with more time for larger files', async () => {
  await using slow = createServer(async (request, response) => {
    await request.resume().toArray()
    if (request.method === 'PUT') await setTimeout(3_000)
    response.end()
  })
  const store = await openS3MediaStore(await startListening(slow), { timeoutMs: 2_000 })

  await expect(store.put('little', Buffer.from('x'))).rejects.toThrow('did not answer in time')
  await store.put('much', Buffer.alloc(2_000_000))
})

test('times out on a silent store, even after a garbage collection', {
  timeout: 20_000,
}, async () => {
  let isSilent = false
  await using silent = createServer((_, response) => {
    if (!isSilent) response.end()
  })
  const store = await openS3MediaStore(await startListening(silent), { timeoutMs: 500 })
  isSilent = true
  const pinged = expect(store.ping()).rejects.toThrow('did not answer in time')
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  await setTimeout(100)
  collectGarbage()
  await pinged
  silent.closeAllConnections()
})

test('retries a few times if the store is busy', async () => {
  const answers = [200, 503, 429, 500, 200, 503, 503, 503, 503]
  await using busy = createServer((_, response) => {
    response.writeHead(answers.shift() ?? 200).end()
  })
  const store = await openS3MediaStore(await startListening(busy), { timeoutMs: 5_000 })
  await store.ping()
  await expect(store.ping()).rejects.toThrow('answered 503')
  expect(answers).toEqual([])
})

test('rejects an unreachable store at the start, unless it may be unreachable', async () => {
  const settings = {
    endpoint: 'http://127.0.0.1:1',
    bucket: 'media',
    region: 'main',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  }
  await expect(openS3MediaStore(settings)).rejects.toThrow('nothing answers at http://127.0.0.1:1')
  const store = await openS3MediaStore(settings, { mayBeUnreachable: true })
  await expect(store.ping()).rejects.toMatchObject({ problem: 'unreachable' })
})
