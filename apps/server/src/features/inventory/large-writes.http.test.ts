import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { expect, inject, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { dump } from '../../../test/dump.ts'
import { changesOf } from '../../../test/history.ts'
import { addItem } from '../../../test/inventory.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { importStore } from './store-imports.ts'

// @module-tag postgres-with-all
// @module-tag only-with-all

/** On PostgreSQL an import is one transaction, of which others see nothing. */
const inBatches = !inject('postgresUrl')

const rows = (count: number, year: string) =>
  Array.from({ length: count }, (_, row) => ({ identifier: `L-${row}`, name: `Étude ${row}`, artist: 'Anker', year }))
const upload = (client: Client, data: Record<string, string>[]) =>
  client.call(api.imports.uploadArt, { body: { data } })
const undo = (client: Client, importId: number | null) =>
  client.call(api.imports.undo, { body: { importId: importId ?? 0 } })
const uploaded = async (client: Client) =>
  (await client.call(api.inventory.art)).filter(({ identifier }) => identifier.startsWith('L-'))

/** Waits until others see the first part of an import. */
async function untilPartIsSeen(server: TestServer): Promise<void> {
  while (!(await server.inDatabase((db) => importStore(db).running()))) await wait(1)
}

test('colleagues write in between while many items are uploaded, changed and undone', async () => {
  await using server = await startTestServer()
  const [clerk, colleague] = [await server.signIn('employee'), await server.signIn('admin')]
  const itemId = await addItem(clerk)

  /** How many saves of another item come between the first and the last item of one large write. */
  async function savesBetween<T>(work: Promise<T>): Promise<{ outcome: T; saves: number }> {
    const changes = () => server.inDatabase((db) => db.selectFrom('change').select('import_id').orderBy('id').execute())
    const earlier = (await changes()).length
    let isOver = false
    const over = work.finally(() => {
      isOver = true
    })
    for (let year = 1; !isOver; year++)
      await colleague.call(api.inventory.saveTags, { body: { itemId, tags: { year: `${year}` } } })
    const outcome = await over
    const isSave = (await changes()).slice(earlier).map(({ import_id }) => import_id === null)
    return { outcome, saves: isSave.slice(isSave.indexOf(false), isSave.lastIndexOf(false)).filter(Boolean).length }
  }

  const created = await savesBetween(upload(clerk, rows(2_000, '1880')))
  const ids = (await uploaded(clerk)).map(({ id }) => id)
  const change = { what: 'attribute', key: 'location', value: 'Depot' } as const
  const moved = await savesBetween(clerk.call(api.imports.changeMany, { body: { type: 'art', ids, change } }))
  const restored = await savesBetween(undo(clerk, moved.outcome.importId))
  const removed = await savesBetween(undo(clerk, created.outcome.importId))
  expect(removed.outcome).toEqual({ restored: 2_000, left: [] })
  for (const { saves } of [created, moved, restored, removed]) expect(saves).toBeGreaterThan(0)
})

test('an upload that fails near its end leaves nothing, and its items as they were', async ({ skip }) => {
  if (!inBatches) return skip('one transaction')
  await using server = await startTestServer()
  const [clerk, colleague] = [await server.signIn('employee'), await server.signIn('admin')]
  await upload(clerk, rows(300, '1880'))
  const last = (await uploaded(clerk)).find(({ identifier }) => identifier === 'L-299')
  server.clock.advance(60_000)

  // What others may have seen, and learn is gone; versions, so that an older form does not overwrite what it has not seen.
  const told = ['session', 'counter', 'revision', 'search_entry', 'exchange_change', 'media']
  const content = async () => {
    const { item = [], ...others } = await server.inDatabase((db) => dump(db, told))
    const versions = /"version":\d+/
    return { ...others, item: item.map((row) => row.replace(versions, '')) }
  }
  // Created ones come first, so that the last of those that change is in the last batch.
  const data = [...rows(300, '1900'), ...rows(1_500, '1900').slice(300)]
  const before = await content()
  const refused = upload(clerk, data).catch((error: unknown) => error)
  await untilPartIsSeen(server)
  await colleague.call(api.inventory.setArchived, { body: { itemIds: [last?.id ?? 0], archived: true } })
  expect(await refused).toMatchObject({
    status: 400,
    body: { message: 'One row was refused, so nothing was uploaded.' },
  })

  const isLast = (row: string) => row.includes(`"id":${last?.id},`) || row.includes(`_id":${last?.id},`)
  const withoutLast = (tables: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(tables).map(([name, some]) => [name, some.filter((row) => !isLast(row))]))
  expect(withoutLast(await content())).toEqual(withoutLast(before))
  expect(await clerk.call(api.imports.list)).toHaveLength(1)
  expect((await uploaded(clerk)).length).toBe(299)
})

test('an item that a colleague changes before its batch keeps that change: all of the upload is planned again', async () => {
  await using server = await startTestServer()
  const [clerk, colleague] = [await server.signIn('employee'), await server.signIn('admin')]
  await upload(clerk, rows(1_500, '1880'))
  const last = (await uploaded(clerk)).find(({ identifier }) => identifier === 'L-1499')?.id ?? 0

  const again = upload(clerk, rows(1_500, '1900'))
  if (inBatches) await untilPartIsSeen(server)
  await colleague.call(api.inventory.saveTags, { body: { itemId: last, tags: { technique: 'Oil' } } })
  expect((await again).changed).toHaveLength(1_500)
  expect(await clerk.call(api.inventory.details, { params: { id: last } })).toMatchObject({
    tags: { year: '1900', technique: 'Oil' },
  })
  const first = (await uploaded(clerk)).find(({ identifier }) => identifier === 'L-0')?.id ?? 0
  expect((await changesOf(clerk, 'item', first)).map(({ kind }) => kind)).toEqual(['import', 'import'])
  expect(await clerk.call(api.imports.list)).toMatchObject([{ changed: 1_500 }, { created: 1_500 }])
})

test('changes by colleagues to items of a failing upload stay', async () => {
  await using server = await startTestServer()
  const [clerk, colleague] = [await server.signIn('employee'), await server.signIn('admin')]
  const { importId } = await upload(clerk, rows(3, '1880'))
  const [commented, changed] = await uploaded(clerk)
  await colleague.call(api.comments.add, { body: { itemId: commented?.id ?? 0, comment: 'Schön' } })
  await colleague.call(api.inventory.saveTags, { body: { itemId: changed?.id ?? 0, tags: { technique: 'Oil' } } })
  await leaveUnfinished(server, importId)

  await upload(clerk, [{ identifier: 'M-1' }])
  const left = await uploaded(clerk)
  expect(left.map(({ id }) => id)).toEqual([commented?.id, changed?.id])
  expect(await changesOf(clerk, 'item', changed?.id ?? 0)).toMatchObject([{ kind: 'attributes' }, { kind: 'import' }])
})

test('items that an unfinished undo removed come back, unless a colleague has given their identifier to another', async () => {
  await using server = await startTestServer()
  const [clerk, colleague] = [await server.signIn('employee'), await server.signIn('admin')]
  const { importId } = await upload(clerk, rows(3, '1880'))
  const [first, ...others] = await uploaded(clerk)
  await undo(clerk, importId)
  const other = await addItem(colleague, { identifier: first?.identifier ?? '' })
  await leaveUnfinished(server, importId)

  await upload(clerk, [{ identifier: 'M-1' }])
  const [own, ...restored] = await uploaded(clerk)
  expect(own?.id).toBe(other)
  expect(restored).toEqual(others)
  expect(await clerk.call(api.imports.list)).toMatchObject([{ created: 1 }, { id: importId, undone: null }])
  expect(await undo(clerk, importId)).toMatchObject({ restored: 2 })
})

/** As if its process had been killed before the last batch, a minute ago. */
const leaveUnfinished = (server: TestServer, importId: number | null) =>
  server.inDatabase((db) =>
    db
      .updateTable('item_import')
      .set({ undone_at: null, lease_until: new Date(Date.now() - 60_000).toISOString() })
      .where('id', '=', importId ?? 0)
      .execute(),
  )

test('an unfinished import of another process is not listed, and taken back before the next upload', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const { importId } = await upload(clerk, rows(5, '1880'))
  await leaveUnfinished(server, importId)
  expect(await clerk.call(api.imports.list)).toEqual([])
  expect((await upload(clerk, rows(5, '1880'))).created).toHaveLength(5)
  expect(await uploaded(clerk)).toHaveLength(5)
})

test('a process that starts during an upload takes back what it sees of it, and the upload is planned again', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const upload2000 = upload(clerk, rows(2_000, '1880'))
  if (inBatches) await untilPartIsSeen(server)
  await using _ = await server.another()
  expect((await upload2000).created).toHaveLength(2_000)
  expect(await uploaded(clerk)).toHaveLength(2_000)
  expect(await clerk.call(api.imports.list)).toMatchObject([{ created: 2_000 }])
})

test('of two uploads of one large file at once, one writes it and the other finds nothing to do', async () => {
  await using server = await startTestServer()
  const [clerk, colleague] = [await server.signIn('employee'), await server.signIn('admin')]
  const outcomes = await Promise.all([upload(clerk, rows(1_000, '1880')), upload(colleague, rows(1_000, '1880'))])
  expect(outcomes.map(({ created, unchanged }) => [created.length, unchanged]).toSorted()).toEqual([
    [0, 1_000],
    [1_000, 0],
  ])
  expect(await uploaded(clerk)).toHaveLength(1_000)
})
