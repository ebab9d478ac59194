import { fork } from 'node:child_process'
import { once } from 'node:events'
import { api, importLimits, maxChangedAtOnce } from '@vitrine/contract'
import type { Client } from '../../apps/server/test/client.ts'
import { addItem } from '../../apps/server/test/inventory.ts'
import type { Row } from '../report.ts'

/** Measures the largest writes of many items, while a colleague adds comments and others read. */
export async function measureImportAttacks(root: Client): Promise<Row[]> {
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
  const tellWatchers = (message: string): Promise<number[]> =>
    Promise.all(
      watchers.map(async (watcher) => {
        const answered = once(watcher, 'message')
        watcher.send(message)
        return (await answered)[0]
      }),
    )
  const rows: Row[] = []
  async function measure<T>(what: string, work: () => Promise<T>): Promise<T> {
    await tellWatchers('begin')
    const startedAt = performance.now()
    const result = await work()
    const durationMs = performance.now() - startedAt
    const [figure = Number.NaN, read = Number.NaN, health = Number.NaN] = await tellWatchers('end')
    const beside = {
      'a read, ms': read,
      '/api/health, ms': health,
      'the request itself, s': durationMs / 1_000,
    }
    rows.push({ what, figure, unit: 'ms', target: { atMost: 5_000 }, beside })
    return result
  }

  const upload = (data: Record<string, string>[]) =>
    root.call(api.imports.uploadArt, { body: { data } })
  const undo = (importId: number | null) =>
    root.call(api.imports.undo, { body: { importId: importId ?? 0 } })
  const files = {
    [`${importLimits.rows} rows of 200 letters`]: { count: importLimits.rows, letters: 200 },
    '1500 rows of 20000 letters': { count: 1_500, letters: 20_000 },
  }
  for (const [title, { count, letters }] of Object.entries(files)) {
    const createRows = (text: string) =>
      Array.from({ length: count }, (_, row) => ({
        identifier: `B-${letters}-${row}`,
        description: `${text} ${row}. `.repeat(letters).slice(0, letters),
        artist: `Artist ${row % 300}`,
        year: String(1700 + (row % 320)),
      }))
    const created = await measure(`upload of new items: ${title}`, () =>
      upload(createRows('Vue du lac')),
    )
    const changed = await measure(`upload of changed items: ${title}`, () =>
      upload(createRows('View of the lake')),
    )
    await measure(`undo of changed items: ${title}`, () => undo(changed.importId))
    const list = await root.call(api.inventory.art)
    const ids = list
      .filter(({ identifier }) => identifier.startsWith(`B-${letters}-`))
      .map(({ id }) => id)
    const change = { what: 'attribute', key: 'location', value: 'Depot' } as const
    const body = { type: 'art', ids: ids.slice(0, maxChangedAtOnce), change } as const
    const moved = await measure(`change of ${body.ids.length} items`, () =>
      root.call(api.imports.changeMany, { body }),
    )
    await undo(moved.importId)
    await measure(`undo of new items: ${title}`, () => undo(created.importId))
  }
  for (const watcher of watchers) watcher.kill()
  return rows
}
