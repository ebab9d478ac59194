import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { addPlace, newPlace } from '../../apps/server/test/inventory.ts'
import { spawnProgram } from '../../apps/server/test/process.ts'
import { type Row, report } from '../report.ts'

const counts = { items: 20_000, places: 2_000, levels: 12, stocktake: 5_000, moved: 200 }
const tries = 15

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-places-'))
const server = spawnProgram('bin/vitrine', ['serve'], {
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'error',
})
try {
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  report({
    title: 'Places, movements and a stocktake',
    text:
      `${counts.items} items in ${counts.places} places, ${counts.levels} levels deep, on SQLite, over HTTP. ` +
      `Times of the clock, the median of ${tries}; a museum is moved and a stocktake opened once.`,
    tables: [{ title: 'Until the answer is there', rows: await measurePlaces(root) }],
  })
} finally {
  server.child.kill('SIGTERM')
  await server.waitForExit()
  await rm(dataDir, { recursive: true })
}

async function measurePlaces(root: Client): Promise<Row[]> {
  const { ids, deepest, museum, hall } = await addCollection(root)
  const healthMs = await measureMedian(() =>
    root.fetch('/api/health').then((answer) => answer.arrayBuffer()),
  )
  const listMuseum = () => root.call(api.places.contents, { params: { id: museum }, query: {} })
  const toRow = (what: string, figure: number, atMost: number): Row => ({
    what,
    figure,
    unit: 'ms',
    floor: healthMs,
    target: { atMost },
  })
  const listContents = (id: number, query = {}) =>
    root.call(api.places.contents, { params: { id }, query })
  const scope = { view: 'Bench', itemIds: await listStocktakeItems(root) }
  let isBack = false
  const moveMuseum = () =>
    root.call(api.places.save, { body: { id: museum, place: newPlace('Bench', { code: 'B' }) } })
  const move = async () => {
    isBack = !isBack
    await root.call(api.places.move, {
      body: { ids, to: isBack ? hall : deepest, reason: 'store' },
    })
  }
  return [
    toRow('the tree with its counts', await measureMedian(() => root.call(api.places.list)), 100),
    toRow(
      'the contents of a hall and all below',
      await measureMedian(() => listContents(hall)),
      50,
    ),
    toRow(`all ${counts.items} items of a museum`, await measureMedian(listMuseum), 1_000),
    toRow(
      'what was in the hall on a day',
      await measureMedian(() => listContents(hall, { day: '2026-01-01' })),
      50,
    ),
    toRow(
      'the movements of a hall',
      await measureMedian(() => root.call(api.places.movements, { query: { place: hall } })),
      50,
    ),
    toRow(`a box of ${counts.moved} items moved`, await measureMedian(move), 1_000),
    toRow(`a museum moved with its ${counts.items} items`, await measureMs(moveMuseum), 2_000),
    toRow(
      `a stocktake of ${counts.stocktake} items opened`,
      await measureMs(() => root.call(api.stocktake.open, { body: { name: 'Bench', scope } })),
      2_000,
    ),
  ]
}

async function listStocktakeItems(root: Client): Promise<number[]> {
  const items = await root.call(api.inventory.art)
  return items.slice(0, counts.stocktake).map(({ id }) => id)
}

/**
 * Adds a museum of halls, each with a branch of places down to the last level, and items in them.
 */
async function addCollection(root: Client) {
  const site = (await addPlace(root, 'Site')).id
  const museum = (await addPlace(root, 'Bench', { code: 'B', parent_id: site })).id
  const codes: string[] = []
  let [hall, deepest] = [0, 0]
  for (let count = 2; count < counts.places; ) {
    let parent = museum
    for (let level = 3; level <= counts.levels && count < counts.places; level++, count++) {
      const code = `B-${count}`
      parent = (await addPlace(root, `Place ${count}`, { code, parent_id: parent })).id
      if (level === 3) hall ||= parent
      codes.push(code)
      deepest = parent
    }
  }
  const data = Array.from({ length: counts.items }, (_, index) => ({
    identifier: `BENCH-${index}`,
    name: `Item ${index}`,
    location: codes[index % codes.length] ?? '',
  }))
  await root.call(api.imports.uploadArt, { body: { data } })
  const inHall = await root.call(api.places.contents, { params: { id: hall }, query: {} })
  return { museum, hall, deepest, ids: inHall.slice(0, counts.moved).map(({ id }) => id) }
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function measureMedian(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < tries; count++) times.push(await measureMs(work))
  return times.toSorted((a, b) => a - b)[Math.floor(tries / 2)] ?? 0
}
