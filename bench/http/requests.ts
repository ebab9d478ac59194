import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api, factsheetPrefix, toPublicNumber } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { createDrawing, createPictureFile } from '../../apps/server/test/media-files.ts'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { sendOnce } from '../driver/connection.ts'
import {
  type MeasuredProcess,
  startMeasuredProcess,
  startVitrine,
} from '../driver/measured-process.ts'
import { prepareRequest } from '../driver/requests.ts'
import type { Row } from '../report.ts'
import {
  type BenchTarget,
  brotliHeaders,
  createCommentCase,
  createDetailsCase,
  createListCase,
} from './calls.ts'
import { type BenchCase, type CaseFigures, createRequestCase, measureCase } from './measure.ts'

const floorServer = fileURLToPath(new URL('floor-server.ts', import.meta.url))
const itemCount = 1_000
const pictureHeaders = { accept: 'image/avif,image/webp,*/*' }

interface Requests {
  readonly rows: Row[]
  /** CPU in multiples of `/api/health`, which varies less between days than milliseconds. */
  readonly againstHealth: Row[]
}

/** Measures every frequent request, its floor and its ratio to `/api/health`. */
export async function measureRequests(folder: string): Promise<Requests> {
  await mkdir(folder, { recursive: true })
  const ids = await fillCollection(
    { kind: 'sqlite', file: join(folder, 'vitrine.sqlite') },
    itemCount,
  )
  await using vitrine = await startVitrine(folder)
  const staff = await new Client(vitrine.url).signInWithPassword(benchUser)
  const target = { ids, token: staff.token ?? '' }
  const first = ids[0] ?? 0
  const photograph = createDrawing({ width: 3_000, height: 2_000 }).jpeg()
  await staff.call(api.media.uploadImage, {
    body: { itemId: first },
    file: await createPictureFile(photograph),
  })

  const page = factsheetPrefix('car') + toPublicNumber('car', first)
  await using floor = await startFloor(join(folder, 'floor'), {
    list: await fetchBody(staff, '/api/inventory/cars', brotliHeaders),
    item: await fetchBody(staff, `/api/inventory/details/${first}`),
    page: await fetchBody(staff, page, brotliHeaders),
    thumbnail: await fetchBody(staff, `/api/image/thumbnail/${first}`, pictureHeaders),
    picture: await fetchBody(staff, `/api/image/${first}`, pictureHeaders),
  })
  const etag = (await staff.fetch(page)).headers.get('etag') ?? ''
  const cases = [
    ...(await listStaffCases(staff, target)),
    ...listPictureCases(first),
    ...listPageCases(page, etag, ids),
    createSignInCase(),
  ]
  const rows: Row[] = []
  const againstHealth: Row[] = []
  for (const { what, vitrineCase, floorCase, atMost, timesHealth } of cases) {
    const figures = await measureCase(vitrine, vitrineCase)
    const floorFigures = await measureCase(floor, floorCase)
    rows.push(toRow(what, figures, { floor: floorFigures, atMost }))
    const ratio = figures.cpu / (await measureCase(vitrine, healthCase)).cpu
    againstHealth.push({
      what,
      figure: ratio,
      unit: 'times',
      target: timesHealth ? { atMost: timesHealth } : undefined,
    })
    console.log(`${what}: ${figures.cpu.toFixed(3)} ms, ${ratio.toFixed(2)} times /api/health`)
  }
  rows.push(...(await measureMemory(vitrine, floor)))
  return { rows, againstHealth }
}

/** A request to Vitrine, and a request to the floor server with the same answer. */
interface ComparedCase {
  readonly what: string
  readonly vitrineCase: BenchCase
  readonly floorCase: BenchCase
  readonly atMost?: number
  readonly timesHealth?: number
}

const healthCase = createRequestCase(prepareRequest('/api/health'))
const slowLoad = { connections: 4, seconds: 3, atLeast: 60 }
const comment = { itemId: 1, comment: 'The bonnet was opened and closed.' }

const createFloorCase = (path: string, status?: number) =>
  createRequestCase(prepareRequest(path), status)

async function listStaffCases(staff: Client, target: BenchTarget): Promise<ComparedCase[]> {
  return [
    {
      what: 'list, brotli',
      vitrineCase: await createListCase(staff),
      floorCase: createFloorCase('/body/list'),
      atMost: 0.15,
    },
    {
      what: 'list, not changed (304)',
      vitrineCase: await createListCase(staff, 'current'),
      floorCase: createFloorCase('/unchanged', 304),
      atMost: 0.1,
    },
    {
      what: 'one item',
      vitrineCase: createDetailsCase(target),
      floorCase: createFloorCase('/body/item'),
      atMost: 0.2,
      timesHealth: 3.5,
    },
    {
      what: 'one item, brotli',
      vitrineCase: createDetailsCase(target, brotliHeaders),
      floorCase: createFloorCase('/body/item'),
      timesHealth: 3.5,
    },
    {
      what: 'Home',
      vitrineCase: createRequestCase(prepareRequest('/api/home', { token: target.token })),
      floorCase: createFloorCase('/body/item'),
    },
    {
      what: 'comment added, flushed to disk',
      vitrineCase: createCommentCase(target),
      floorCase: createRequestCase(prepareRequest('/insert', { body: comment })),
      atMost: 0.5,
    },
  ]
}

const listPictureCases = (itemId: number): ComparedCase[] => [
  {
    what: 'thumbnail',
    vitrineCase: createRequestCase(
      prepareRequest(`/api/image/thumbnail/${itemId}`, { headers: pictureHeaders }),
    ),
    floorCase: createFloorCase('/body/thumbnail'),
    atMost: 0.15,
    timesHealth: 3,
  },
  {
    what: 'picture',
    vitrineCase: createRequestCase(
      prepareRequest(`/api/image/${itemId}`, { headers: pictureHeaders }),
    ),
    floorCase: createFloorCase('/file/picture'),
  },
]

const listPageCases = (page: string, etag: string, ids: BenchTarget['ids']): ComparedCase[] => [
  {
    what: 'public page, brotli',
    vitrineCase: createRequestCase(prepareRequest(page, { headers: brotliHeaders })),
    floorCase: createFloorCase('/body/page'),
    timesHealth: 3,
  },
  {
    what: 'public page, not changed (304)',
    vitrineCase: createRequestCase(
      prepareRequest(page, { headers: { ...brotliHeaders, 'if-none-match': etag } }),
      304,
    ),
    floorCase: createFloorCase('/unchanged', 304),
  },
  {
    what: 'public page, made anew',
    vitrineCase: { ...createUncachedPageCase(ids), ...slowLoad },
    floorCase: createFloorCase('/body/page'),
  },
]

const createSignInCase = (): ComparedCase => ({
  what: 'sign-in',
  vitrineCase: {
    ...createRequestCase(prepareRequest('/api/auth/', { body: benchUser })),
    ...slowLoad,
  },
  floorCase: { ...createFloorCase('/hash'), ...slowLoad },
})

/**
 * Requests more pages than the server caches, in turn, so that each is rendered for its request.
 */
function createUncachedPageCase(ids: BenchTarget['ids']): BenchCase {
  let next = 0
  return {
    ...createRequestCase(prepareRequest('/')),
    next: () =>
      prepareRequest(`/car/${toPublicNumber('car', ids[next++ % ids.length] ?? 0)}`, {
        headers: brotliHeaders,
      }),
  }
}

async function measureMemory(vitrine: MeasuredProcess, floor: MeasuredProcess): Promise<Row[]> {
  const measurePeakMegabytes = async (server: MeasuredProcess) => (await server.usage()).peak / 1e6
  return [
    {
      what: 'most memory during all of these',
      figure: await measurePeakMegabytes(vitrine),
      unit: 'MB',
      floor: await measurePeakMegabytes(floor),
    },
  ]
}

interface Comparison {
  readonly floor?: CaseFigures
  readonly atMost?: number | undefined
}

export const toRow = (
  what: string,
  figures: CaseFigures,
  { floor, atMost }: Comparison = {},
): Row => ({
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

/** Fetches a body as transferred, because `fetch` would decompress it. */
async function fetchBody(
  { url, token }: Client,
  path: string,
  headers: Record<string, string> = {},
): Promise<Buffer> {
  const { body } = await sendOnce(
    Number(new URL(url).port),
    prepareRequest(path, { token, headers }),
  )
  return body
}

async function startFloor(
  folder: string,
  bodies: Record<string, Buffer>,
): Promise<MeasuredProcess> {
  await mkdir(folder)
  for (const [name, body] of Object.entries(bodies)) await writeFile(join(folder, name), body)
  return startMeasuredProcess({
    command: [process.execPath, floorServer],
    readyPath: '/',
    logFile: join(folder, 'floor.log'),
    variables: { FOLDER: folder },
  })
}
