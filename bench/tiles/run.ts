import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { toFile } from '../../apps/server/test/media-files.ts'
import { photograph } from '../../apps/server/test/photograph.ts'
import { build } from '../../scripts/build.mjs'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { percentile, runLoad } from '../driver/drive.ts'
import { startVitrine } from '../driver/measured-process.ts'
import { prepareRequest } from '../driver/requests.ts'
import { createRequestCase, measureCase } from '../http/measure.ts'
import { type Row, report } from '../report.ts'

/** Requests large pictures as viewers do, and crawls them as robots do. */
const times = 7
const [wide, high] = [1_600 * times, 1_200 * times]
const manyPictures = 449
const crawlers = 200
const crawled = 8

const picture = async (scale: number, index: number): Promise<File> =>
  toFile(await photograph(index, scale), `${index}.jpg`)

build()
await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-bench-tiles-'))
const ids = await fillCollection({ kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') }, 20)
await using server = await startVitrine(folder.path, {
  OPEN_COLLECTION: 'on',
  TEXT_LICENCE: 'CC0-1.0',
  PICTURE_LICENCE: 'CC-BY-4.0',
})
const staff = await new Client(server.url).signInWithPassword(benchUser)
const add = async (itemId: number, file: File) =>
  (await staff.call(api.media.addPicture, { body: { itemId }, file })).picture.name
const [first = 0, second = 0, ...others] = ids
const large = await add(first, await picture(times, 1))
for (let number = 0; number < manyPictures; number++)
  await add(second, await picture(0.06, 100 + number))
const names = await Promise.all(
  others.slice(0, crawled).map(async (id, index) => add(id, await picture(2.5, 1_000 + index))),
)
const asked = async (path: string) => {
  const started = performance.now()
  const response = await fetch(server.url + path)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return performance.now() - started
}

const tile = (name: string, column: number, row: number, side = 512) =>
  `/iiif/3/${name}/${column * side},${row * side},${side},${side}/max/0/default.jpg`
const pyramid = await asked(tile(large, 0, 0))
const fresh: number[] = []
for (let row = 1; row < 14; row++)
  for (let column = 1; column < 20; column++) fresh.push(await asked(tile(large, column, row)))
fresh.sort((a, b) => a - b)

const kept = await measureCase(server, createRequestCase(prepareRequest(tile(large, 3, 3))))
const thumbnail = await measureCase(
  server,
  createRequestCase(prepareRequest(`/api/image/thumbnail/${first}`)),
)

const manifests: number[] = []
for (let count = 0; count < 60; count++) manifests.push(await asked(`/iiif/manifest/car/${second}`))
manifests.sort((a, b) => a - b)

const work = () =>
  prepareRequest(`/api/inventory/details/${ids[Math.floor(Math.random() * 10) + 2]}`, {
    token: staff.token,
  })
const quiet = await runLoad({ ...server, connections: 2, seconds: 6, next: work })
const random = (below: number) => Math.floor(Math.random() * below)
const crawl = () => {
  const name = names[random(names.length)] ?? large
  if (random(4) === 0) return prepareRequest(`/car/${others[random(others.length)]}`)
  return prepareRequest(tile(name, random(7), random(5)))
}
const [storm, during] = await Promise.all([
  runLoad({ ...server, connections: crawlers, seconds: 12, next: crawl }),
  runLoad({ ...server, connections: 2, seconds: 12, next: work }),
])
const faults = [...storm.statuses, ...during.statuses].filter(([status]) => status >= 500)
const rows: Row[] = [
  {
    what: 'kept tile, CPU',
    figure: kept.cpu,
    unit: 'ms',
    target: { atMost: 0.15 },
    beside: { 'a cached thumbnail, ms': thumbnail.cpu },
  },
  {
    what: `new tile of ${(wide * high) / 1e6} megapixels, p95`,
    figure: percentile(fresh, 0.95),
    unit: 'ms',
    target: { atMost: 60 },
    beside: { median: percentile(fresh, 0.5), 'the first of all, with the pyramid, ms': pyramid },
  },
  {
    what: `manifest of ${manyPictures} pictures, p95`,
    figure: percentile(manifests, 0.95),
    unit: 'ms',
    target: { atMost: 50 },
  },
]
const stormRows: Row[] = [
  { what: 'staff reads an item, quiet, p99', figure: percentile(quiet.timesMs, 0.99), unit: 'ms' },
  {
    what: `the same while ${crawlers} crawl, p99`,
    figure: percentile(during.timesMs, 0.99),
    unit: 'ms',
    target: { atMost: 2 * percentile(quiet.timesMs, 0.99) },
    beside: { median: percentile(during.timesMs, 0.5) },
  },
  {
    what: 'answers 5xx',
    figure: faults.reduce((sum, [, count]) => sum + count, 0),
    unit: '',
    target: { atMost: 0 },
    beside: { 'answers in all': storm.requests, '429': storm.statuses.get(429) ?? 0 },
  },
]
report({
  title: 'Tiles',
  text: `A picture of ${(wide * high) / 1e6} megapixels is looked at tile by tile; CPU is that of the server’s process alone. Then ${crawlers} clients fetch random tiles and pages of ${crawled} pictures without a pause, while two of the staff read items.`,
  tables: [
    { title: 'One client', rows },
    { title: 'A storm', rows: stormRows },
  ],
})
