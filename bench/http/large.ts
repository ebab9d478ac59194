import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { startVitrine } from '../driver/measured-process.ts'
import { median, type Row } from '../report.ts'
import { brotliHeaders } from './calls.ts'

/** The size that Vitrine is designed for. */
export const largeItemCount = 20_000
const rounds = 9
const lists = ['/api/inventory/cars', '/api/inventory/cars/columns']

/** A colleague renames an item; then the list is asked for, while another process asks for `/api/health`. */
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
  for (const list of lists) {
    const [walls, cpus, waits]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      const data = { identifier, description, name: `Renamed ${round} for ${list}` }
      await staff.call(api.inventory.saveInfo, { body: { itemId, data } })
      watcher.send('begin')
      await once(watcher, 'message')
      const [before, asked] = [await server.usage(), performance.now()]
      const response = await staff.fetch(list, { headers: brotliHeaders })
      await response.arrayBuffer()
      walls.push(performance.now() - asked)
      cpus.push((await server.usage()).cpuMs - before.cpuMs)
      watcher.send('end')
      const [waited] = await once(watcher, 'message')
      waits.push(waited)
    }
    const beside = {
      'CPU ms': median(cpus),
      '/api/health meanwhile, longest ms': Math.max(...waits),
    }
    rows.push({
      what: `${list}, made anew`,
      figure: median(walls),
      unit: 'ms',
      target: { atMost: 1_000 },
      beside,
    })
  }
  watcher.kill()
  return [...rows, { what: 'most memory', figure: (await server.usage()).peak / 1e6, unit: 'MB' }]
}
