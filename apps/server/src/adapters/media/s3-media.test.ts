import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { s3Media } from './s3-media.ts'

test('a store that does not answer is not waited for, and much gets the time that a slow line takes', async () => {
  await using slow = createServer(async (request, response) => {
    await request.resume().toArray()
    if (request.method === 'PUT') await setTimeout(3_000)
    response.end()
  })
  await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening))
  const endpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const account = { bucket: 'media', region: 'r', accessKeyId: 'a', secretAccessKey: 's' }
  const store = await s3Media({ endpoint, ...account }, 2_000)

  await expect(store.put('little', Buffer.from('x'))).rejects.toThrow('did not answer in time')
  await store.put('much', Buffer.alloc(2_000_000))
})
