import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api, factsheetPrefix, publicNumber } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { drawing, pictureFile } from '../../apps/server/test/media-files.ts'
import { fillCollection, person } from '../driver/collection.ts'
import { ask } from '../driver/connection.ts'
import { type Measured, start, startVitrine } from '../driver/measured-process.ts'
import { prepare } from '../driver/requests.ts'
import type { Row } from '../report.ts'
import { brotli, commentOn, detailsOf, listOf, type Visited } from './calls.ts'
import { asking, type Case, type Figures, measure } from './measure.ts'

const floorServer = fileURLToPath(new URL('floor-server.ts', import.meta.url))
const items = 1_000
const accepts = { accept: 'image/avif,image/webp,*/*' }

interface Requests {
  readonly rows: Row[]
  /** How many times the CPU of a bare `/api/health` each takes: steadier than a figure from one day to another. */
  readonly againstHealth: Row[]
}

/** Every frequent kind of request, beside its floor and beside `/api/health`. */
export async function measureRequests(folder: string): Promise<Requests> {
  await mkdir(folder, { recursive: true })
  const ids = await fillCollection({ kind: 'sqlite', file: join(folder, 'vitrine.sqlite') }, items)
  await using vitrine = await startVitrine(folder)
  const staff = await new Client(vitrine.url).signInWithPassword(person)
  const visited = { ids, token: staff.token ?? '' }
  const first = ids[0] ?? 0
  const photograph = drawing({ width: 3_000, height: 2_000 }).jpeg()
  await staff.call(api.media.uploadImage, {
    body: { itemId: first },
    file: await pictureFile(photograph),
  })

  const page = factsheetPrefix('car') + publicNumber('car', first)
  await using floor = await startFloor(join(folder, 'floor'), {
    list: await bytesOf(staff, '/api/inventory/cars', brotli),
    item: await bytesOf(staff, `/api/inventory/details/${first}`),
    page: await bytesOf(staff, page, brotli),
    thumbnail: await bytesOf(staff, `/api/image/thumbnail/${first}`, accepts),
    picture: await bytesOf(staff, `/api/image/${first}`, accepts),
  })
  const [rows, againstHealth]: [Row[], Row[]] = [[], []]
  const health = asking(prepare('/api/health'))
  const add = async (
    what: string,
    ours: Case,
    bare: Case,
    { atMost, timesHealth }: Targets = {},
  ) => {
    const figures = await measure(vitrine, ours)
    rows.push(rowOf(what, figures, await measure(floor, bare), atMost))
    const times = figures.cpu / (await measure(vitrine, health)).cpu
    againstHealth.push({
      what,
      figure: times,
      unit: 'times',
      target: timesHealth ? { atMost: timesHealth } : undefined,
    })
    console.log(`${what}: ${figures.cpu.toFixed(3)} ms, ${times.toFixed(2)} times /api/health`)
  }
  const slowly = { connections: 4, seconds: 3, atLeast: 60 }
  await add('list, brotli', await listOf(staff), asking(prepare('/body/list')), { atMost: 0.15 })
  await add(
    'list, not changed (304)',
    await listOf(staff, 'known'),
    asking(prepare('/unchanged'), 304),
    {
      atMost: 0.1,
    },
  )
  await add('one item', detailsOf(visited), asking(prepare('/body/item')), {
    atMost: 0.2,
    timesHealth: 3.5,
  })
  await add('one item, brotli', detailsOf(visited, brotli), asking(prepare('/body/item')), {
    timesHealth: 3.5,
  })
  await add(
    'Home',
    asking(prepare('/api/home', { token: visited.token })),
    asking(prepare('/body/item')),
  )
  await add(
    'comment added, flushed to disk',
    commentOn(visited),
    asking(prepare('/insert', { body: comment })),
    {
      atMost: 0.5,
    },
  )
  await add(
    'thumbnail',
    asking(prepare(`/api/image/thumbnail/${first}`, { headers: accepts })),
    asking(prepare('/body/thumbnail')),
    { atMost: 0.15, timesHealth: 3 },
  )
  await add(
    'picture',
    asking(prepare(`/api/image/${first}`, { headers: accepts })),
    asking(prepare('/file/picture')),
  )
  await add(
    'public page, brotli',
    asking(prepare(page, { headers: brotli })),
    asking(prepare('/body/page')),
    {
      timesHealth: 3,
    },
  )
  const known = { 'if-none-match': (await staff.fetch(page)).headers.get('etag') ?? '' }
  await add(
    'public page, not changed (304)',
    asking(prepare(page, { headers: { ...brotli, ...known } }), 304),
    asking(prepare('/unchanged'), 304),
  )
  await add(
    'public page, made anew',
    { ...neverAsked(ids), ...slowly },
    asking(prepare('/body/page')),
  )
  await add(
    'sign-in',
    { ...asking(prepare('/api/auth/', { body: person })), ...slowly },
    {
      ...asking(prepare('/hash')),
      ...slowly,
    },
  )
  rows.push(...(await memoryRows(vitrine, floor)))
  return { rows, againstHealth }
}

interface Targets {
  readonly atMost?: number
  readonly timesHealth?: number
}

const comment = { itemId: 1, comment: 'The bonnet was opened and closed.' }

/** More pages than the server caches, one after the other, so each one is rendered for its request. */
function neverAsked(ids: Visited['ids']): Case {
  let next = 0
  return {
    ...asking(prepare('/')),
    next: () =>
      prepare(`/car/${publicNumber('car', ids[next++ % ids.length] ?? 0)}`, { headers: brotli }),
  }
}

async function memoryRows(vitrine: Measured, floor: Measured): Promise<Row[]> {
  const megabytes = async (server: Measured) => (await server.usage()).peak / 1e6
  return [
    {
      what: 'most memory during all of these',
      figure: await megabytes(vitrine),
      unit: 'MB',
      floor: await megabytes(floor),
    },
  ]
}

export const rowOf = (what: string, figures: Figures, floor?: Figures, atMost?: number): Row => ({
  what,
  figure: figures.cpu,
  unit: 'ms CPU',
  floor: floor?.cpu,
  target: atMost === undefined ? undefined : { atMost },
  beside: {
    'per second': figures.perSecond,
    ...(floor && { 'floor per second': floor.perSecond }),
    'p50 ms': figures.p50,
    'p99 ms': figures.p99,
  },
})

/** As transferred: `fetch` would decompress it. */
async function bytesOf(
  { url, token }: Client,
  path: string,
  headers: Record<string, string> = {},
): Promise<Buffer> {
  const { body } = await ask(Number(new URL(url).port), prepare(path, { token, headers }))
  return body
}

async function startFloor(folder: string, bodies: Record<string, Buffer>): Promise<Measured> {
  await mkdir(folder)
  for (const [name, body] of Object.entries(bodies)) await writeFile(join(folder, name), body)
  return start(floorServer, '/', join(folder, 'floor.log'), { FOLDER: folder })
}
