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

/** Contains all regions that the tests request. */
const pictureSide = 1_850

let server: TestServer
let imagePath = ''

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'loopback' })
  const employee = await server.signIn('employee')
  const itemId = await addItem(employee)
  await employee.call(api.media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(createNoise(pictureSide).jpeg()),
  })
  await employee.call(api.inventory.setPublic, { body: { itemId, public: true } })
  const { picture } = await employee.call(api.inventory.details, { params: { id: itemId } })
  imagePath = `/iiif/3/${picture?.name}`
  // Renders the pyramid beforehand.
  await server.fetch(tilePath(0))
})
afterAll(() => server[Symbol.asyncDispose]())

const tilePath = (left: number) => `${imagePath}/${left},1,200,200/max/0/default.jpg`
/** Each index moves the region by a pixel, so that the image is not cached yet. */
const largeImagePath = (index: number, side = 1_100, format = 'jpg') =>
  `${imagePath}/${index},${index},${side},${side}/max/0/default.${format}`

test('answers two clients with large images while a tile is being rendered', async () => {
  const [firstClient, secondClient] = [server.from('192.0.2.1'), server.from('192.0.2.2')]
  const signal = AbortSignal.timeout(seconds(60))
  for (let round = 1; round <= 4; round++) {
    const answers = await Promise.all([
      firstClient.fetch(tilePath(round), { signal }),
      firstClient.fetch(largeImagePath(round), { signal }),
      secondClient.fetch(largeImagePath(100 + round), { signal }),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
  }
})

// Never starts again, so that a second attempt does not get its images from the cache.
let nextIndex = 200

test.each([
  ['one address', () => '192.0.2.3', '192.0.2.4'],
  ['the networks of one IPv6 site', (index: number) => `2001:db8:1:${index}::1`, '2001:db8:2::1'],
])(
  'serves others in turn, however many images %s requests',
  async (_crowd, createAddress, visitorAddress) => {
    const requests = Array.from({ length: 90 }, (_, index) => ({
      client: server.from(createAddress(index)),
      path: largeImagePath(nextIndex++),
    }))
    await using crowd = startFlood(requests)
    await expect.poll(crowd.answered, { timeout: seconds(30) }).toBeGreaterThan(0)
    const answeredBefore = crowd.answered()
    const visitor = server.from(visitorAddress)
    const newTilePaths = [1, 2, 3, 4].map((offset) => tilePath(nextIndex + offset))
    const lastPathOfCrowd = requests.at(-1)?.path ?? ''
    const answers = await Promise.all(
      [...newTilePaths, lastPathOfCrowd].map((path) => visitor.fetch(path)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    // Of the crowd's 90 requests, most wait longer than the visitor's.
    expect(crowd.answered() - answeredBefore).toBeLessThan(20)
  },
)

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
