import { fork } from 'node:child_process'
import { once } from 'node:events'
import { api, importLimits, maxChangedAtOnce } from '@vitrine/contract'
import type { Client } from '../../apps/server/test/client.ts'
import { addItem } from '../../apps/server/test/inventory.ts'
import type { Row } from '../report.ts'

type Measure = <T>(what: string, work: () => Promise<T>) => Promise<T>

/** The largest files in rows, and in letters. */
const largestFiles = [
  { rowCount: importLimits.rows, letters: 200 },
  { rowCount: 1_500, letters: 20_000 },
]

/** Measures the largest writes of many items, while a colleague adds comments and others read. */
export async function measureImportAttacks(root: Client): Promise<Row[]> {
  await using watchers = await startWatchers(root)
  const rows: Row[] = []
  const measure: Measure = async (what, work) => {
    await watchers.tell('begin')
    const startedAt = performance.now()
    const result = await work()
    const durationMs = performance.now() - startedAt
    const [commentMs = Number.NaN, readMs = Number.NaN, healthMs = Number.NaN] =
      await watchers.tell('end')
    const beside = {
      'a read, ms': readMs,
      '/api/health, ms': healthMs,
      'the request itself, s': durationMs / 1_000,
    }
    rows.push({ what, figure: commentMs, unit: 'ms', target: { atMost: 5_000 }, beside })
    return result
  }

  for (const file of largestFiles) await measureFile(root, file, measure)
  return rows
}

/** Starts processes that repeat a comment, a read of the imports, and a health check. */
async function startWatchers(root: Client) {
  const itemId = await addItem(root)
  const headers = { authorization: `Bearer ${root.token}`, 'content-type': 'application/json' }
  const startWatcher = (path: string, init: object) =>
    fork(new URL('watcher.ts', import.meta.url), [
      `${root.url}${path}`,
      JSON.stringify({ ...init, headers }),
    ])
  const comment = JSON.stringify({ itemId, comment: 'Meanwhile' })
  const watchers = [
    startWatcher(`/api${api.comments.add.path}`, { method: 'POST', body: comment }),
    startWatcher(`/api${api.imports.list.path}`, {}),
    startWatcher('/api/health', {}),
  ]
  return {
    /** Sends a message to all watchers; resolves to their answers. */
    tell: (message: 'begin' | 'end'): Promise<number[]> =>
      Promise.all(
        watchers.map(async (watcher) => {
          const answered = once(watcher, 'message')
          watcher.send(message)
          return (await answered)[0]
        }),
      ),
    async [Symbol.asyncDispose]() {
      for (const watcher of watchers) watcher.kill()
    },
  }
}

/** Uploads a file as new items, then with changes, and undoes each. */
async function measureFile(
  root: Client,
  { rowCount, letters }: (typeof largestFiles)[number],
  measure: Measure,
): Promise<void> {
  const title = `${rowCount} rows of ${letters} letters`
  const prefix = `B-${letters}-`
  const createRows = (text: string) =>
    Array.from({ length: rowCount }, (_, row) => ({
      identifier: `${prefix}${row}`,
      description: `${text} ${row}. `.repeat(letters).slice(0, letters),
      artist: `Artist ${row % 300}`,
      year: String(1700 + (row % 320)),
    }))
  const upload = (data: Record<string, string>[]) =>
    root.call(api.imports.uploadArt, { body: { data } })
  const undo = (importId: number | null) =>
    root.call(api.imports.undo, { body: { importId: importId ?? 0 } })

  const created = await measure(`upload of new items: ${title}`, () =>
    upload(createRows('Vue du lac')),
  )
  const changed = await measure(`upload of changed items: ${title}`, () =>
    upload(createRows('View of the lake')),
  )
  await measure(`undo of changed items: ${title}`, () => undo(changed.importId))

  const list = await root.call(api.inventory.art)
  const ids = list
    .filter(({ identifier }) => identifier.startsWith(prefix))
    .slice(0, maxChangedAtOnce)
    .map(({ id }) => id)
  const change = { what: 'attribute', key: 'location', value: 'Depot' } as const
  const moved = await measure(`change of ${ids.length} items`, () =>
    root.call(api.imports.changeMany, { body: { type: 'art', ids, change } }),
  )
  await undo(moved.importId)
  await measure(`undo of new items: ${title}`, () => undo(created.importId))
}
