import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import type { Client } from '../../apps/server/test/client.ts'
import { startFlood } from '../../apps/server/test/flood.ts'
import { addItem } from '../../apps/server/test/inventory.ts'
import { noise, pictureFile } from '../../apps/server/test/media-files.ts'
import type { Row } from '../report.ts'

const unreadImages = 57
/** A send without progress is ended after 20 to 40 seconds. */
const stalledMs = 45_000

/** Images that visitors request together, and never read. */
export async function measureImageAttacks(
  root: Client,
  memory: () => Promise<number>,
): Promise<Row[]> {
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, {
    body: { itemId },
    file: await pictureFile(noise(2_000).jpeg()),
  })
  const { picture } = await root.call(api.inventory.details, { params: { id: itemId } })
  const part = (left: number, width: number, file = 'default.jpg') =>
    `/iiif/3/${picture?.name}/${left},${left},${width},${width}/max/0/${file}`
  const [one, other] = [root.from('192.0.2.1'), root.from('192.0.2.2')]
  await one.fetch(part(0, 200))

  const together = await timed(() =>
    Promise.all([one.fetch(part(1, 200)), one.fetch(part(2, 1_500)), other.fetch(part(3, 1_500))]),
  )
  const requests = Array.from({ length: 100 }, (_, index) => ({
    client: one,
    path: part(100 + index, 1_500),
  }))
  const crowd = startFlood(requests)
  while (crowd.answered() === 0) await setTimeout(10)
  const meanwhile = await timed(() => other.fetch(part(4, 200)))
  const joined = await timed(() => other.fetch(requests.at(-1)?.path ?? ''))
  await crowd[Symbol.asyncDispose]()

  const before = await memory()
  const unread: IncomingMessage[] = []
  let peak = before
  for (let index = 0; index < unreadImages; index++) {
    const request = get(`${root.url}${part(200 + index, 1_600, 'default.png')}`)
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    // It will be reset.
    for (const end of [request, answer]) end.on('error', () => {})
    unread.push(answer)
    peak = Math.max(peak, await memory())
  }
  await setTimeout(stalledMs)
  await Promise.all(
    unread.map((answer) => new Promise((resolve) => answer.once('close', resolve).resume())),
  )
  const whole = unread.filter(({ complete }) => complete).length

  return [
    {
      what: 'a tile and two large images of two addresses: all answered after',
      figure: together,
      unit: 'ms',
      target: { atMost: 5_000 },
    },
    {
      what: 'a tile, while another address waits for 100 large images',
      figure: meanwhile,
      unit: 'ms',
      target: { atMost: 5_000 },
    },
    {
      what: 'the last of these images, for an address that wants nothing else',
      figure: joined,
      unit: 'ms',
      target: { atMost: 5_000 },
    },
    {
      what: `${unreadImages} images of 7 MB that are never read: memory beyond what it was`,
      figure: peak - before,
      unit: 'MB',
      target: { atMost: 150 },
      beside: { 'still sent 45 s later': String(whole) },
    },
  ]
}

async function timed(work: () => Promise<Response | Response[]>): Promise<number> {
  const started = performance.now()
  for (const { ok, status, url } of [await work()].flat())
    if (!ok) throw new Error(`${url}: ${status}`)
  return performance.now() - started
}
