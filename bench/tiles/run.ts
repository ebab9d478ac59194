import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { toFile } from '../../apps/server/test/media-files.ts'
import { createPhotograph } from '../../apps/server/test/photograph.ts'
import { build } from '../../scripts/build.mjs'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { computePercentile, runLoad } from '../driver/drive.ts'
import { startVitrine } from '../driver/measured-process.ts'
import { prepareRequest } from '../driver/requests.ts'
import { createRequestCase, measureCase } from '../http/measure.ts'
import { type Row, report } from '../report.ts'

/** Requests the tiles of large pictures as viewers do, and crawls pictures as robots do. */
const scale = 7
const megapixels = (1_600 * scale * 1_200 * scale) / 1e6
const manyPictureCount = 449
const crawlerCount = 200
const crawledPictureCount = 8

const createPicture = async (pictureScale: number, index: number): Promise<File> =>
  toFile(await createPhotograph(index, pictureScale), `${index}.jpg`)

build()
await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-bench-tiles-'))
const ids = await fillCollection({ kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') }, 20)
await using server = await startVitrine(folder.path, {
  OPEN_COLLECTION: 'on',
  TEXT_LICENCE: 'CC0-1.0',
  PICTURE_LICENCE: 'CC-BY-4.0',
})
const staff = await new Client(server.url).signInWithPassword(benchUser)
const upload = async (itemId: number, file: File) =>
  (await staff.call(api.media.addPicture, { body: { itemId }, file })).picture.name
const [first = 0, second = 0, ...others] = ids
const largeName = await upload(first, await createPicture(scale, 1))
for (let number = 0; number < manyPictureCount; number++)
  await upload(second, await createPicture(0.06, 100 + number))
const names = await Promise.all(
  others
    .slice(0, crawledPictureCount)
    .map(async (id, index) => upload(id, await createPicture(2.5, 1_000 + index))),
)
const measureRequest = async (path: string) => {
  const startedAt = performance.now()
  const response = await fetch(server.url + path)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return performance.now() - startedAt
}

const tile = (name: string, column: number, row: number, side = 512) =>
  `/iiif/3/${name}/${column * side},${row * side},${side},${side}/max/0/default.jpg`
const pyramidMs = await measureRequest(tile(largeName, 0, 0))
const freshTimesMs: number[] = []
for (let row = 1; row < 14; row++)
  for (let column = 1; column < 20; column++)
    freshTimesMs.push(await measureRequest(tile(largeName, column, row)))
freshTimesMs.sort((a, b) => a - b)

const cachedTile = await measureCase(
  server,
  createRequestCase(prepareRequest(tile(largeName, 3, 3))),
)
const thumbnail = await measureCase(
  server,
  createRequestCase(prepareRequest(`/api/image/thumbnail/${first}`)),
)

const manifestTimesMs: number[] = []
for (let count = 0; count < 60; count++)
  manifestTimesMs.push(await measureRequest(`/iiif/manifest/car/${second}`))
manifestTimesMs.sort((a, b) => a - b)

const nextStaffRequest = () =>
  prepareRequest(`/api/inventory/details/${ids[Math.floor(Math.random() * 10) + 2]}`, {
    token: staff.token,
  })
const quietLoad = await runLoad({ ...server, connections: 2, seconds: 6, next: nextStaffRequest })
const random = (max: number) => Math.floor(Math.random() * max)
const nextCrawlRequest = () => {
  const name = names[random(names.length)] ?? largeName
  if (random(4) === 0) return prepareRequest(`/car/${others[random(others.length)]}`)
  return prepareRequest(tile(name, random(7), random(5)))
}
const [crawlLoad, staffLoad] = await Promise.all([
  runLoad({ ...server, connections: crawlerCount, seconds: 12, next: nextCrawlRequest }),
  runLoad({ ...server, connections: 2, seconds: 12, next: nextStaffRequest }),
])
const faults = [...crawlLoad.statuses, ...staffLoad.statuses].filter(([status]) => status >= 500)
const rows: Row[] = [
  {
    what: 'kept tile, CPU',
    figure: cachedTile.cpu,
    unit: 'ms',
    target: { atMost: 0.15 },
    beside: { 'a cached thumbnail, ms': thumbnail.cpu },
  },
  {
    what: `new tile of ${megapixels} megapixels, p95`,
    figure: computePercentile(freshTimesMs, 0.95),
    unit: 'ms',
    target: { atMost: 60 },
    beside: {
      median: computePercentile(freshTimesMs, 0.5),
      'the first of all, with the pyramid, ms': pyramidMs,
    },
  },
  {
    what: `manifest of ${manyPictureCount} pictures, p95`,
    figure: computePercentile(manifestTimesMs, 0.95),
    unit: 'ms',
    target: { atMost: 50 },
  },
]
const stormRows: Row[] = [
  {
    what: 'staff reads an item, quiet, p99',
    figure: computePercentile(quietLoad.timesMs, 0.99),
    unit: 'ms',
  },
  {
    what: `the same while ${crawlerCount} crawl, p99`,
    figure: computePercentile(staffLoad.timesMs, 0.99),
    unit: 'ms',
    target: { atMost: 2 * computePercentile(quietLoad.timesMs, 0.99) },
    beside: { median: computePercentile(staffLoad.timesMs, 0.5) },
  },
  {
    what: 'answers 5xx',
    figure: faults.reduce((sum, [, count]) => sum + count, 0),
    unit: '',
    target: { atMost: 0 },
    beside: { 'answers in all': crawlLoad.requests, '429': crawlLoad.statuses.get(429) ?? 0 },
  },
]
report({
  title: 'Tiles',
  text: `A picture of ${megapixels} megapixels is looked at tile by tile; CPU is that of the server’s process alone. Then ${crawlerCount} clients fetch random tiles and pages of ${crawledPictureCount} pictures without a pause, while two of the staff read items.`,
  tables: [
    { title: 'One client', rows },
    { title: 'A storm', rows: stormRows },
  ],
})
