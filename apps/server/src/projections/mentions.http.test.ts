// @module-tag postgres-with-all

import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import type { Client } from '../../test/client.ts'
import { addItem } from '../../test/inventory.ts'
import { startTestServer, type TestServer, test } from '../../test/server.ts'
import { itemStore, writeItems } from '../features/items/index.ts'
import { emptyItem } from '../items/item.ts'
import { mentionProjection } from './mentions.ts'

const text = (changes: { comment: string; date?: string }) => ({
  date: '2026-05-31',
  tags: [],
  ...changes,
})

const findEntry = async (client: Client, id: number) =>
  (await client.call(api.journal.list)).data.find((candidate) => candidate.id === id)

const listMentioning = (client: Client, itemId: number) =>
  client.call(api.journal.mentions, { params: { id: itemId } })

const changeIdentifier = (client: Client, itemId: number, identifier: string) =>
  client.call(api.inventory.saveInfo, {
    body: { itemId, data: { identifier, name: 'Alpha', description: '' } },
  })

const checkMentions = (server: TestServer) =>
  server.inDatabase((db) => mentionProjection.compare(db, server.clock))

/** Adds two items and an entry that names both. */
async function addMentioningEntry(client: Client, prefix: string) {
  const [first, second] = [
    await addItem(client, { identifier: `${prefix}-013`, type_id: 1 }),
    await addItem(client, { identifier: `${prefix}-014` }),
  ]
  const lower = prefix.toLowerCase()
  const comment = `Bremsen von ${lower}-013/${prefix}-014 geprüft, 12 Stunden, ${prefix}-999.`
  const entry = await client.call(api.journal.add, {
    body: text({ comment: `${'Lange Einleitung. '.repeat(30)}${comment}` }),
  })
  const mentions = [
    { word: `${lower}-013`, itemId: first },
    { word: `${prefix}-014`, itemId: second },
  ]
  return { entry, mentions, first, second }
}

test('links the identifiers in an entry to their items', async ({ root, admin }) => {
  const { entry, mentions, first } = await addMentioningEntry(admin, 'ZZ')
  expect(entry.mentions).toEqual(mentions)
  expect((await findEntry(root, entry.id))?.mentions).toEqual(mentions)
  expect(await listMentioning(admin, first)).toEqual({
    data: [
      {
        id: entry.id,
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
})

test('keeps the link of a word whose identifier another item has got', async ({ root, admin }) => {
  const { entry, first, second } = await addMentioningEntry(admin, 'ZA')
  await changeIdentifier(root, first, 'ZA-113')
  const newcomer = await addItem(root, { identifier: 'ZA-013', type_id: 1 })
  const changed = await root.call(api.journal.change, {
    params: { id: entry.id },
    body: text({ comment: 'za-013, ZA-013' }),
  })
  expect(changed.mentions).toEqual([
    { word: 'za-013', itemId: first },
    { word: 'ZA-013', itemId: newcomer },
  ])
  expect((await listMentioning(admin, second)).total).toBe(0)
})

test('links what the text names after an undo, a removal and a restore', async ({
  root,
  admin,
}) => {
  const { entry, mentions, first } = await addMentioningEntry(admin, 'ZB')
  const params = { id: entry.id }
  await root.call(api.journal.change, { params, body: text({ comment: 'ZB-014' }) })
  const { changes } = await root.call(api.history.of, {
    params: { subject: 'journal', id: entry.id },
    query: {},
  })
  await root.call(api.history.undo, {
    body: { subject: 'journal', id: entry.id, changeId: changes[0]?.id ?? 0 },
  })
  expect((await findEntry(root, entry.id))?.mentions).toEqual(mentions)

  await root.call(api.journal.remove, { params })
  expect(await listMentioning(admin, first)).toEqual({ data: [], total: 0 })
  expect((await root.call(api.journal.restore, { body: params })).mentions).toEqual(mentions)
})

test('rebuilds lost links, from the item’s history if its identifier is unused now', async ({
  server,
  root,
  admin,
}) => {
  const { entry, first, second } = await addMentioningEntry(admin, 'ZC')
  await changeIdentifier(root, first, 'ZC-213')
  expect(await checkMentions(server)).toEqual([])

  await server.inDatabase((db) =>
    db.deleteFrom('entry_mention').where('entry_id', '=', entry.id).execute(),
  )
  expect(await checkMentions(server)).toEqual([
    `Journal entry ${entry.id} does not lead to the items that it mentions.`,
  ])
  await server.inDatabase((db) =>
    db.transaction().execute((tx) => mentionProjection.rebuild(tx, server.clock)),
  )
  expect(await checkMentions(server)).toEqual([])
  expect((await listMentioning(admin, second)).total).toBe(1)
  expect((await listMentioning(admin, first)).total).toBe(1)
})

test('links an older entry as soon as its item is added, uploaded or renamed', async ({
  server,
  root,
  admin,
}) => {
  const comment = 'Angeboten: YY-001, yy-002, YY-003; nicht YY-0011.'
  const added = await admin.call(api.journal.add, { body: text({ comment }) })
  await admin.call(api.journal.list)
  const mentions = async () => (await findEntry(admin, added.id))?.mentions ?? []
  expect(await mentions()).toEqual([])

  const first = await addItem(root, { identifier: 'YY-001' })
  expect(await mentions()).toEqual([{ word: 'YY-001', itemId: first }])
  const second = await addItem(root, { identifier: 'XX-002' })
  await changeIdentifier(root, second, 'YY-002')
  // More items at once than are looked up one by one.
  const data = Array.from({ length: 30 }, (_, index) => ({
    identifier: `YY-${String(index + 3).padStart(3, '0')}`,
  }))
  await root.call(api.imports.uploadArt, {
    body: { data: data.map((row) => ({ ...row, name: 'Alpha' })) },
  })
  const words = (await mentions()).map(({ word }) => word)
  expect(words.toSorted()).toEqual(['YY-001', 'YY-003', 'yy-002'])
  expect(await checkMentions(server)).toEqual([])

  // A word that is linked already stays as it is.
  await changeIdentifier(root, first, 'XX-001')
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
