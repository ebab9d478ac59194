// @module-tag sqlite
// @module-tag only-with-all

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { api } from '@vitrine/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFlood } from '../../../test/flood.ts'
import { addItem } from '../../../test/inventory.ts'
import { createNoise, createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { seconds } from '../../base/clock.ts'

let server: TestServer
let image = ''

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'loopback' })
  const employee = await server.signIn('employee')
  const itemId = await addItem(employee)
  await employee.call(api.media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(createNoise(1_850).jpeg()),
  })
  await employee.call(api.inventory.setPublic, { body: { itemId, public: true } })
  const { picture } = await employee.call(api.inventory.details, { params: { id: itemId } })
  image = `/iiif/3/${picture?.name}`
  // Renders the pyramid beforehand.
  await server.fetch(tilePath(0))
})
afterAll(() => server[Symbol.asyncDispose]())

const tilePath = (left: number) => `${image}/${left},1,200,200/max/0/default.jpg`
const largeImagePath = (index: number, side = 1_100, format = 'jpg') =>
  `${image}/${index},${index},${side},${side}/max/0/default.${format}`

test('answers two clients with large images while a tile is being rendered', async () => {
  const [one, other] = [server.from('192.0.2.1'), server.from('192.0.2.2')]
  const signal = AbortSignal.timeout(seconds(60))
  for (let round = 1; round <= 4; round++) {
    const sent = [
      one.fetch(tilePath(round), { signal }),
      one.fetch(largeImagePath(round), { signal }),
    ]
    sent.push(other.fetch(largeImagePath(100 + round), { signal }))
    for (const answer of await Promise.all(sent)) {
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
  }
})

// Counts on, so that a second attempt does not get its images from the cache.
let nextIndex = 200

test.each([
  ['one address', () => '192.0.2.3', '192.0.2.4'],
  ['the networks of one IPv6 site', (index: number) => `2001:db8:1:${index}::1`, '2001:db8:2::1'],
])('serves others in turn, however many images %s requests', async (_from, addressOf, other) => {
  const requests = Array.from({ length: 90 }, (_, index) => ({
    client: server.from(addressOf(index)),
    path: largeImagePath(nextIndex++),
  }))
  await using crowd = startFlood(requests)
  await expect.poll(crowd.answered, { timeout: seconds(30) }).toBeGreaterThan(0)
  const before = crowd.answered()
  const visitor = server.from(other)
  const last = requests.at(-1)?.path ?? ''
  const answers = await Promise.all(
    [...[1, 2, 3, 4].map((left) => tilePath(nextIndex + left)), last].map((path) =>
      visitor.fetch(path),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(crowd.answered() - before).toBeLessThan(20)
})

test('limits unread images per client, and completes those that it sends', async () => {
  const answers: IncomingMessage[] = []
  for (let index = 0; index < 6; index++) {
    const [answer] = (await once(
      get(`${server.url}${largeImagePath(300 + index, 1_500, 'png')}`),
      'response',
    )) as [IncomingMessage]
    answers.push(answer)
  }
  // Each image takes about 6 of 16 MB.
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 429, 429, 429])

  for (const unread of answers.slice(1)) unread.destroy()
  const chunks = await (answers[0] as IncomingMessage).toArray()
  const { info } = await sharp(Buffer.concat(chunks)).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1_500, 1_500])
})
