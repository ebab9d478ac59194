import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import type { Client } from '../../apps/server/test/client.ts'
import { startFlood } from '../../apps/server/test/flood.ts'
import { addItem } from '../../apps/server/test/inventory.ts'
import { createNoise, createPictureFile } from '../../apps/server/test/media-files.ts'
import type { Row } from '../report.ts'

const unreadImages = 57
// The server ends a connection that makes no progress for 20 to 40 seconds.
const stalledMs = 45_000

/** Returns the path of a square part of the picture, as a visitor's viewer requests it. */
type ToPartPath = (left: number, width: number, file?: string) => string

/** Measures images that visitors request at the same time, or never read. */
export async function measureImageAttacks(
  root: Client,
  measureMemory: () => Promise<number>,
): Promise<Row[]> {
  const name = await uploadPicture(root)
  const toPartPath: ToPartPath = (left, width, file = 'default.jpg') =>
    `/iiif/3/${name}/${left},${left},${width},${width}/max/0/${file}`
  const [visitor, otherVisitor] = [root.from('192.0.2.1'), root.from('192.0.2.2')]
  // The first request also starts the process that renders images.
  await visitor.fetch(toPartPath(0, 200))

  return [
    await measureConcurrentVisitors(visitor, otherVisitor, toPartPath),
    ...(await measureBesideFlood(visitor, otherVisitor, toPartPath)),
    await measureUnreadImages(root, toPartPath, measureMemory),
  ]
}

async function uploadPicture(root: Client): Promise<string> {
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(createNoise(2_000).jpeg()),
  })
  const { picture } = await root.call(api.inventory.details, { params: { id: itemId } })
  return picture?.name ?? ''
}

const toTimeRow = (what: string, figure: number): Row => ({
  what,
  figure,
  unit: 'ms',
  target: { atMost: 5_000 },
})

// Each request has its own position, so that none is answered from the cache.
async function measureConcurrentVisitors(
  visitor: Client,
  otherVisitor: Client,
  toPartPath: ToPartPath,
): Promise<Row> {
  const durationMs = await measureMs(() =>
    Promise.all([
      visitor.fetch(toPartPath(1, 200)),
      visitor.fetch(toPartPath(2, 1_500)),
      otherVisitor.fetch(toPartPath(3, 1_500)),
    ]),
  )
  return toTimeRow(
    'a tile and two large images, requested by two addresses at once: until all are answered',
    durationMs,
  )
}

async function measureBesideFlood(
  visitor: Client,
  otherVisitor: Client,
  toPartPath: ToPartPath,
): Promise<Row[]> {
  const requests = Array.from({ length: 100 }, (_, index) => ({
    client: visitor,
    path: toPartPath(100 + index, 1_500),
  }))
  const lastPath = requests.at(-1)?.path ?? ''
  await using flood = startFlood(requests)
  while (flood.answered() === 0) await setTimeout(10)
  const tileMs = await measureMs(() => otherVisitor.fetch(toPartPath(4, 200)))
  const sharedImageMs = await measureMs(() => otherVisitor.fetch(lastPath))
  return [
    toTimeRow('a tile, while another address waits for 100 large images', tileMs),
    toTimeRow('the last of these images, for an address that wants nothing else', sharedImageMs),
  ]
}

async function measureUnreadImages(
  root: Client,
  toPartPath: ToPartPath,
  measureMemory: () => Promise<number>,
): Promise<Row> {
  const memoryBefore = await measureMemory()
  let peakMemory = memoryBefore
  const unreadAnswers: IncomingMessage[] = []
  for (let index = 0; index < unreadImages; index++) {
    const request = get(`${root.url}${toPartPath(200 + index, 1_600, 'default.png')}`)
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    // The server resets the connection.
    for (const emitter of [request, answer]) emitter.on('error', () => {})
    unreadAnswers.push(answer)
    peakMemory = Math.max(peakMemory, await measureMemory())
  }

  await setTimeout(stalledMs)
  await Promise.all(
    unreadAnswers.map((answer) => new Promise((resolve) => answer.once('close', resolve).resume())),
  )
  const completeCount = unreadAnswers.filter(({ complete }) => complete).length
  return {
    what: `${unreadImages} images of 7 MB that are never read: memory added`,
    figure: peakMemory - memoryBefore,
    unit: 'MB',
    target: { atMost: 150 },
    beside: { 'still sent 45 s later': String(completeCount) },
  }
}

async function measureMs(work: () => Promise<Response | Response[]>): Promise<number> {
  const startedAt = performance.now()
  for (const { ok, status, url } of [await work()].flat())
    if (!ok) throw new Error(`${url}: ${status}`)
  return performance.now() - startedAt
}
