// @module-tag postgres-with-all

import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import type { Client } from '../../test/client.ts'
import { addItem } from '../../test/inventory.ts'
import { startTestServer, test } from '../../test/server.ts'
import { itemStore, writeItems } from '../features/items/index.ts'
import { emptyItem } from '../items/item.ts'
import { mentionProjection } from './mentions.ts'

const text = (changes: { comment: string; date?: string }) => ({
  date: '2026-05-31',
  tags: [],
  ...changes,
})

const entry = async (client: Client, id: number) =>
  (await client.call(api.journal.list)).data.find((candidate) => candidate.id === id)

test('links an identifier in an entry to its item, also after a renaming', async ({
  server,
  root,
  admin,
}) => {
  const rename = (itemId: number, identifier: string) =>
    root.call(api.inventory.saveInfo, {
      body: { itemId, data: { identifier, name: 'Alpha', description: '' } },
    })
  const mentioned = (id: number) => admin.call(api.journal.mentions, { params: { id } })
  const [car, other] = [
    await addItem(root, { identifier: 'ZZ-013', type_id: 1 }),
    await addItem(root, { identifier: 'ZZ-014' }),
  ]
  const comment = `${'Lange Einleitung. '.repeat(30)}Bremsen von zz-013/ZZ-014 geprüft, 12 Stunden, ZZ-999.`
  const added = await admin.call(api.journal.add, { body: text({ comment }) })
  const mentions = [
    { word: 'zz-013', itemId: car },
    { word: 'ZZ-014', itemId: other },
  ]
  expect(added.mentions).toEqual(mentions)
  expect((await entry(root, added.id))?.mentions).toEqual(mentions)
  expect(await mentioned(car)).toEqual({
    data: [
      {
        id: added.id,
        date: '2026-05-31',
        first_name: 'Matthias',
        last_name: 'Zurbriggen',
        word: 'zz-013',
        excerpt: expect.stringMatching(
          /^… .*Einleitung\. Bremsen von zz-013\/ZZ-014 geprüft, 12 Stunden, ZZ-999\.$/,
        ),
      },
    ],
    total: 1,
  })

  // The item is renamed, and its identifier given to another.
  await rename(car, 'ZZ-113')
  const newcomer = await addItem(root, { identifier: 'ZZ-013', type_id: 1 })
  const changed = await root.call(api.journal.change, {
    params: { id: added.id },
    body: text({ comment: 'zz-013, ZZ-013' }),
  })
  expect(changed.mentions).toEqual([
    { word: 'zz-013', itemId: car },
    { word: 'ZZ-013', itemId: newcomer },
  ])
  expect((await mentioned(other)).total).toBe(0)

  // After an undo, a removal and a restore, it links to what its text names.
  const { changes } = await root.call(api.history.of, {
    params: { subject: 'journal', id: added.id },
    query: {},
  })
  await root.call(api.history.undo, {
    body: { subject: 'journal', id: added.id, changeId: changes[0]?.id ?? 0 },
  })
  expect((await entry(root, added.id))?.mentions).toEqual(mentions)
  await root.call(api.journal.remove, { params: { id: added.id } })
  expect(await mentioned(car)).toEqual({ data: [], total: 0 })
  expect((await root.call(api.journal.restore, { body: { id: added.id } })).mentions).toEqual(
    mentions,
  )

  // Lost mentions are restored, from the item's history if its identifier is unused now.
  await rename(newcomer, 'ZZ-213')
  const check = () => server.inDatabase((db) => mentionProjection.compare(db, server.clock))
  expect(await check()).toEqual([])
  await server.inDatabase((db) =>
    db.deleteFrom('entry_mention').where('entry_id', '=', added.id).execute(),
  )
  expect(await check()).toEqual([
    `Journal entry ${added.id} does not lead to the items that it mentions.`,
  ])
  await server.inDatabase((db) =>
    db.transaction().execute((tx) => mentionProjection.rebuild(tx, server.clock)),
  )
  expect(await check()).toEqual([])
  expect((await mentioned(other)).total).toBe(1)
  expect((await mentioned(newcomer)).total).toBe(1)
})

test('links an older entry as soon as its item is added, uploaded or renamed', async ({
  server,
  root,
  admin,
}) => {
  const comment = 'Angeboten: YY-001, yy-002, YY-003; nicht YY-0011.'
  const added = await admin.call(api.journal.add, { body: text({ comment }) })
  await admin.call(api.journal.list)
  const mentions = async () => (await entry(admin, added.id))?.mentions ?? []
  expect(await mentions()).toEqual([])

  const first = await addItem(root, { identifier: 'YY-001' })
  expect(await mentions()).toEqual([{ word: 'YY-001', itemId: first }])
  const second = await addItem(root, { identifier: 'XX-002' })
  await root.call(api.inventory.saveInfo, {
    body: { itemId: second, data: { identifier: 'YY-002', name: 'Alpha', description: '' } },
  })
  // More items at once than are looked up one by one.
  const data = Array.from({ length: 30 }, (_, index) => ({
    identifier: `YY-${String(index + 3).padStart(3, '0')}`,
  }))
  await root.call(api.imports.uploadArt, {
    body: { data: data.map((row) => ({ ...row, name: 'Alpha' })) },
  })
  const words = (await mentions()).map(({ word }) => word)
  expect(words.toSorted()).toEqual(['YY-001', 'YY-003', 'yy-002'])
  expect(await server.inDatabase((db) => mentionProjection.compare(db, server.clock))).toEqual([])

  // A word that is linked already stays as it is.
  await root.call(api.inventory.saveInfo, {
    body: { itemId: first, data: { identifier: 'XX-001', name: 'Alpha', description: '' } },
  })
  await addItem(root, { identifier: 'YY-001' })
  expect((await mentions()).find(({ word }) => word === 'YY-001')).toEqual({
    word: 'YY-001',
    itemId: first,
  })
})

const someone = {
  actor: {
    userId: 1,
    sessionId: 0,
    email: '',
    firstName: 'Claire',
    lastName: '',
    role: 'root',
    address: '',
  },
  at: '2026-05-31T08:00:00.000Z',
} as const

// Only on PostgreSQL: SQLite blocks other writers meanwhile.
test.runIf(inject('postgresUrl')).for(['added', 'renamed'])(
  'links an entry that is written while its item is %s',
  async (what) => {
    await using server = await startTestServer()
    const admin = await server.signIn('admin')
    const existing = await addItem(admin, { identifier: 'ZZ-001' })
    const { sent, id } = await server.inDatabase((db) =>
      db.transaction().execute(async (tx) => {
        const before = what === 'added' ? null : ((await itemStore(tx).lock(existing)) ?? null)
        const itemId = before?.id ?? (await itemStore(tx).reserveIds('art', 1))
        const after = { ...emptyItem, identifier: 'ZZ-777' }
        await writeItems(
          tx,
          [{ item: { id: itemId, type: 'art' }, kind: 'info', before, after }],
          someone,
        )
        const entry = admin.call(api.journal.add, {
          body: text({ comment: 'ZZ-777, vorher ZZ-001' }),
        })
        const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        await expect
          .poll(async () => (await waiting.execute(tx)).rows.length, { timeout: 20_000 })
          .toBe(1)
        return { sent: entry, id: itemId }
      }),
    )
    expect((await sent).mentions).toContainEqual({ word: 'ZZ-777', itemId: id })
  },
)

test('lists the newest entries that mention an item, and counts all of them', async ({ root }) => {
  const id = await addItem(root, { identifier: 'ZZ-020' })
  for (let day = 10; day < 32; day++)
    await root.call(api.journal.add, {
      body: text({ comment: 'ZZ-020 zz-020', date: `2026-05-${day}` }),
    })
  const { data, total } = await root.call(api.journal.mentions, { params: { id } })
  expect(total).toBe(22)
  expect(data.map(({ date }) => date)).toEqual(
    Array.from({ length: 20 }, (_, index) => `2026-05-${31 - index}`),
  )
})
