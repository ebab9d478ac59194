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

/** Measures images that visitors request at the same time, or never read. */
export async function measureImageAttacks(
  root: Client,
  measureMemory: () => Promise<number>,
): Promise<Row[]> {
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(createNoise(2_000).jpeg()),
  })
  const { picture } = await root.call(api.inventory.details, { params: { id: itemId } })
  const part = (left: number, width: number, file = 'default.jpg') =>
    `/iiif/3/${picture?.name}/${left},${left},${width},${width}/max/0/${file}`
  const [visitor, otherVisitor] = [root.from('192.0.2.1'), root.from('192.0.2.2')]
  await visitor.fetch(part(0, 200))

  const concurrentMs = await measureMs(() =>
    Promise.all([
      visitor.fetch(part(1, 200)),
      visitor.fetch(part(2, 1_500)),
      otherVisitor.fetch(part(3, 1_500)),
    ]),
  )
  const requests = Array.from({ length: 100 }, (_, index) => ({
    client: visitor,
    path: part(100 + index, 1_500),
  }))
  const flood = startFlood(requests)
  while (flood.answered() === 0) await setTimeout(10)
  const tileMs = await measureMs(() => otherVisitor.fetch(part(4, 200)))
  const sharedImageMs = await measureMs(() => otherVisitor.fetch(requests.at(-1)?.path ?? ''))
  await flood[Symbol.asyncDispose]()

  const memoryBefore = await measureMemory()
  const unreadAnswers: IncomingMessage[] = []
  let peakMemory = memoryBefore
  for (let index = 0; index < unreadImages; index++) {
    const request = get(`${root.url}${part(200 + index, 1_600, 'default.png')}`)
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

  return [
    {
      what: 'a tile and two large images, requested by two addresses at once: until all are answered',
      figure: concurrentMs,
      unit: 'ms',
      target: { atMost: 5_000 },
    },
    {
      what: 'a tile, while another address waits for 100 large images',
      figure: tileMs,
      unit: 'ms',
      target: { atMost: 5_000 },
    },
    {
      what: 'the last of these images, for an address that wants nothing else',
      figure: sharedImageMs,
      unit: 'ms',
      target: { atMost: 5_000 },
    },
    {
      what: `${unreadImages} images of 7 MB that are never read: memory added`,
      figure: peakMemory - memoryBefore,
      unit: 'MB',
      target: { atMost: 150 },
      beside: { 'still sent 45 s later': String(completeCount) },
    },
  ]
}

async function measureMs(work: () => Promise<Response | Response[]>): Promise<number> {
  const startedAt = performance.now()
  for (const { ok, status, url } of [await work()].flat())
    if (!ok) throw new Error(`${url}: ${status}`)
  return performance.now() - startedAt
}
