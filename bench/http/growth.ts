import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { fillCollection, person } from '../driver/collection.ts'
import { type Measured, startVitrine } from '../driver/measured-process.ts'
import { median } from '../median.ts'
import type { Row } from '../report.ts'
import { brotli, commentOn, detailsOf, listOf } from './calls.ts'
import { type Case, measure } from './measure.ts'

const sizes = [100, 1_000, 10_000, 100_000] as const
// Sorting takes n log n; anything that grows faster is a fault.
const linear = 1.1

type Figures = Record<string, number>

/** The same in collections of very different size. */
export async function measureGrowth(folder: string): Promise<Row[]> {
  const bySize: Figures[] = []
  for (const size of sizes) {
    const figures = await measureSize(join(folder, `items-${size}`), size)
    console.log(`${size} items: ${JSON.stringify(figures)}`)
    bySize.push(figures)
  }
  return Object.keys(bySize[0] ?? {}).map((what) => {
    const values = bySize.map((figures) => figures[what] ?? 0)
    return {
      what,
      figure: exponentOf(values),
      unit: '',
      target: { atMost: linear },
      beside: Object.fromEntries(
        sizes.map((size, index) => [`${size.toLocaleString('en')} items`, values[index] ?? 0]),
      ),
    }
  })
}

/** How cost grows where the collection is largest: 0 not at all, 1 in proportion. */
const exponentOf = (values: readonly number[]) => Math.log10((values.at(-1) ?? 0) / (values.at(-2) ?? 1))

async function measureSize(folder: string, size: number): Promise<Figures> {
  await mkdir(folder)
  const database = join(folder, 'vitrine.sqlite')
  const ids = await fillCollection({ kind: 'sqlite', file: database }, size)
  const bytes = (await stat(database)).size
  // Discarded: the first start after an installation compiles the sources.
  await (await startVitrine(folder)).end('SIGTERM')
  await using server = await startVitrine(folder)
  await setTimeout(1_000)
  const idle = (await server.usage()).rss
  const staff = await new Client(server.url).signInWithPassword(person)
  const visited = { ids, token: staff.token ?? '' }
  const list = await listOf(staff)
  const short = (one: Case): Case => ({ ...one, seconds: 2 })
  const cpu = async (one: Case) => (await measure(server, short(one))).cpu
  const made = await afterChange(server, staff, ids)
  const response = await staff.fetch('/api/inventory/cars', { headers: brotli })
  await response.arrayBuffer()
  return {
    'list, KB sent (brotli)': Number(response.headers.get('content-length')) / 1_000,
    'list, ms CPU': await cpu(list),
    'list not changed, ms CPU': await cpu(await listOf(staff, 'known')),
    'first list after a change, ms until it is there': made.wall,
    'change and list made anew, ms CPU': made.cpu,
    'one item, ms CPU': await cpu(detailsOf(visited)),
    'comment added, ms CPU': await cpu(commentOn(visited)),
    'ready after the start, ms': server.readyAfter,
    'memory when idle, MB': idle / 1e6,
    'most memory, MB': (await server.usage()).peak / 1e6,
    'database, MB': bytes / 1e6,
  }
}

/** Somebody renames an item; somebody else then asks for the list. */
async function afterChange(server: Measured, staff: Client, ids: readonly number[]) {
  // The same number for each size: code that has just been loaded is slower.
  const rounds = 9
  const [walls, cpus]: [number[], number[]] = [[], []]
  const [itemId = 0] = ids
  const { identifier, description } = await staff.call(api.inventory.details, { params: { id: itemId } })
  await (await staff.fetch('/api/inventory/cars', { headers: brotli })).arrayBuffer()
  for (let round = 0; round < rounds; round++) {
    const before = await server.usage()
    const data = { identifier, description, name: `Renamed ${round}` }
    await staff.call(api.inventory.saveInfo, { body: { itemId, data } })
    const asked = performance.now()
    const response = await staff.fetch('/api/inventory/cars', { headers: brotli })
    const there = performance.now()
    if (!(await response.text()).includes(data.name)) throw new Error('the list does not show the change')
    walls.push(there - asked)
    cpus.push((await server.usage()).cpuMs - before.cpuMs)
  }
  return { wall: median(walls), cpu: median(cpus) }
}
