import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { startVitrine } from '../driver/measured-process.ts'
import { computeMedian, type Row } from '../report.ts'
import { brotliHeaders } from './calls.ts'

/** Number of items that Vitrine is designed for. */
export const largeItemCount = 20_000
const rounds = 9
const listPaths = ['/api/inventory/cars', '/api/inventory/cars/columns']

/** Measures the first list after a change of an item, while another process polls `/api/health`. */
export async function measureLarge(folder: string): Promise<Row[]> {
  await mkdir(folder)
  const [itemId = 0] = await fillCollection(
    { kind: 'sqlite', file: join(folder, 'vitrine.sqlite') },
    largeItemCount,
  )
  await using server = await startVitrine(folder)
  const staff = await new Client(server.url).signInWithPassword(benchUser)
  const { identifier, description } = await staff.call(api.inventory.details, {
    params: { id: itemId },
  })
  const watcher = fork(new URL('../attack/watcher.ts', import.meta.url), [
    `${server.url}/api/health`,
  ])
  const rows: Row[] = []
  for (const list of listPaths) {
    const wallTimesMs: number[] = []
    const cpuTimesMs: number[] = []
    const waitsMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      const data = { identifier, description, name: `Renamed ${round} for ${list}` }
      await staff.call(api.inventory.saveInfo, { body: { itemId, data } })
      watcher.send('begin')
      await once(watcher, 'message')
      const before = await server.usage()
      const sentAt = performance.now()
      const response = await staff.fetch(list, { headers: brotliHeaders })
      await response.arrayBuffer()
      wallTimesMs.push(performance.now() - sentAt)
      cpuTimesMs.push((await server.usage()).cpuMs - before.cpuMs)
      watcher.send('end')
      const [waitMs] = await once(watcher, 'message')
      waitsMs.push(waitMs)
    }
    const beside = {
      'CPU ms': computeMedian(cpuTimesMs),
      '/api/health meanwhile, longest ms': Math.max(...waitsMs),
    }
    rows.push({
      what: `${list}, made anew`,
      figure: computeMedian(wallTimesMs),
      unit: 'ms',
      target: { atMost: 1_000 },
      beside,
    })
  }
  watcher.kill()
  return [...rows, { what: 'most memory', figure: (await server.usage()).peak / 1e6, unit: 'MB' }]
}
