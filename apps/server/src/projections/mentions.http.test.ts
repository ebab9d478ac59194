// @module-tag postgres-with-all

import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client } from '../../test/client.ts'
import { isOnPostgres } from '../../test/database.ts'
import { listChanges, undoChange } from '../../test/history.ts'
import { addItem } from '../../test/inventory.ts'
import { startTestServer, type TestServer, test } from '../../test/server.ts'
import type { Tx } from '../db/tables.ts'
import { itemStore, writeItems } from '../features/items/index.ts'
import { emptyItem } from '../items/item.ts'
import { mentionProjection } from './mentions.ts'

const newEntry = (comment: string, date = '2026-05-31') => ({ comment, date, tags: [] })

const findEntry = async (client: Client, id: number) =>
  (await client.call(api.journal.list)).data.find((candidate) => candidate.id === id)

const listMentioning = (client: Client, itemId: number) =>
  client.call(api.journal.mentions, { params: { id: itemId } })

const changeIdentifier = (client: Client, itemId: number, identifier: string) =>
  client.call(api.inventory.saveInfo, {
    body: { itemId, data: { identifier, name: 'Alpha', description: '' } },
  })

const findWrongMentions = (server: TestServer) =>
  server.inDatabase((db) => mentionProjection.compare(db, server.clock))

/** Adds a car and an artwork, and an entry that names both. */
async function addMentioningEntry(client: Client, prefix: string) {
  const carId = await addItem(client, { identifier: `${prefix}-013`, type_id: 1 })
  const artworkId = await addItem(client, { identifier: `${prefix}-014` })
  const lowerPrefix = prefix.toLowerCase()
  const comment = `Bremsen von ${lowerPrefix}-013/${prefix}-014 geprüft, 12 Stunden, ${prefix}-999.`
  const entry = await client.call(api.journal.add, {
    body: newEntry(`${'Lange Einleitung. '.repeat(30)}${comment}`),
  })
  const mentions = [
    { word: `${lowerPrefix}-013`, itemId: carId },
    { word: `${prefix}-014`, itemId: artworkId },
  ]
  return { entry, mentions, carId, artworkId }
}

test('links the identifiers in an entry to their items', async ({ root, admin }) => {
  const { entry, mentions, carId } = await addMentioningEntry(admin, 'ZZ')
  expect(entry.mentions).toEqual(mentions)
  expect((await findEntry(root, entry.id))?.mentions).toEqual(mentions)
  expect(await listMentioning(admin, carId)).toEqual({
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
  const { entry, carId, artworkId } = await addMentioningEntry(admin, 'ZA')
  await changeIdentifier(root, carId, 'ZA-113')
  const newcomer = await addItem(root, { identifier: 'ZA-013', type_id: 1 })
  const changed = await root.call(api.journal.change, {
    params: { id: entry.id },
    body: newEntry('za-013, ZA-013'),
  })
  expect(changed.mentions).toEqual([
    { word: 'za-013', itemId: carId },
    { word: 'ZA-013', itemId: newcomer },
  ])
  expect((await listMentioning(admin, artworkId)).total).toBe(0)
})

test('follows the text of an entry through an undo, a removal and a restore', async ({
  root,
  admin,
}) => {
  const { entry, mentions, carId } = await addMentioningEntry(admin, 'ZB')
  const params = { id: entry.id }
  await root.call(api.journal.change, { params, body: newEntry('ZB-014') })
  const [newest] = await listChanges(root, 'journal', entry.id)
  await undoChange(root, 'journal', entry.id, newest)
  expect((await findEntry(root, entry.id))?.mentions).toEqual(mentions)

  await root.call(api.journal.remove, { params })
  expect(await listMentioning(admin, carId)).toEqual({ data: [], total: 0 })
  expect((await root.call(api.journal.restore, { body: params })).mentions).toEqual(mentions)
})

test('rebuilds lost links, from the item’s history if its identifier is unused now', async ({
  server,
  root,
  admin,
}) => {
  const { entry, carId, artworkId } = await addMentioningEntry(admin, 'ZC')
  await changeIdentifier(root, carId, 'ZC-213')
  expect(await findWrongMentions(server)).toEqual([])

  await server.inDatabase((db) =>
    db.deleteFrom('entry_mention').where('entry_id', '=', entry.id).execute(),
  )
  expect(await findWrongMentions(server)).toEqual([
    `Journal entry ${entry.id} does not lead to the items that it mentions.`,
  ])
  await server.inDatabase((db) =>
    db.transaction().execute((tx) => mentionProjection.rebuild(tx, server.clock)),
  )
  expect(await findWrongMentions(server)).toEqual([])
  expect((await listMentioning(admin, artworkId)).total).toBe(1)
  expect((await listMentioning(admin, carId)).total).toBe(1)
})

test('links an older entry as soon as its item is added, uploaded or renamed', async ({
  server,
  root,
  admin,
}) => {
  const comment = 'Angeboten: YY-001, yy-002, YY-003; nicht YY-0011.'
  const entry = await admin.call(api.journal.add, { body: newEntry(comment) })
  const readMentions = async () => (await findEntry(admin, entry.id))?.mentions ?? []
  expect(await readMentions()).toEqual([])

  const addedId = await addItem(root, { identifier: 'YY-001' })
  expect(await readMentions()).toEqual([{ word: 'YY-001', itemId: addedId }])
  const renamedId = await addItem(root, { identifier: 'XX-002' })
  await changeIdentifier(root, renamedId, 'YY-002')
  // YY-003 to YY-032: more items at once than are looked up one by one.
  const data = Array.from({ length: 30 }, (_, index) => ({
    identifier: `YY-${String(index + 3).padStart(3, '0')}`,
    name: 'Alpha',
  }))
  await root.call(api.imports.uploadArt, { body: { data } })
  const words = (await readMentions()).map(({ word }) => word)
  expect(words.toSorted()).toEqual(['YY-001', 'YY-003', 'yy-002'])
  expect(await findWrongMentions(server)).toEqual([])

  // A word that is linked already stays as it is.
  await changeIdentifier(root, addedId, 'XX-001')
  await addItem(root, { identifier: 'YY-001' })
  expect(await readMentions()).toContainEqual({ word: 'YY-001', itemId: addedId })
})

const writeMetadata = {
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

/** Waits until a statement in another transaction waits for this one. */
const waitUntilBlocking = (tx: Tx) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()
        `.execute(tx)
        return rows.length
      },
      { timeout: 20_000 },
    )
    .toBe(1)

// Only on PostgreSQL: SQLite blocks other writers meanwhile.
test.runIf(isOnPostgres()).for(['added', 'renamed'])(
  'links an entry that is written while its item is %s',
  async (change) => {
    await using server = await startTestServer()
    const admin = await server.signIn('admin')
    const existingId = await addItem(admin, { identifier: 'ZZ-001' })
    const { pendingEntry, itemId } = await server.inDatabase((db) =>
      db.transaction().execute(async (tx) => {
        const store = itemStore(tx)
        const before = change === 'added' ? null : ((await store.lock(existingId)) ?? null)
        const id = before?.id ?? (await store.reserveIds('art', 1))
        const after = { ...emptyItem, identifier: 'ZZ-777' }
        await writeItems(
          tx,
          [{ item: { id, type: 'art' }, kind: 'info', before, after }],
          writeMetadata,
        )
        const entry = admin.call(api.journal.add, { body: newEntry('ZZ-777, vorher ZZ-001') })
        await waitUntilBlocking(tx)
        return { pendingEntry: entry, itemId: id }
      }),
    )
    expect((await pendingEntry).mentions).toContainEqual({ word: 'ZZ-777', itemId })
  },
)

test('lists the newest entries that mention an item, and counts all of them', async ({ root }) => {
  const id = await addItem(root, { identifier: 'ZZ-020' })
  const [firstDay, lastDay] = [10, 31]
  for (let day = firstDay; day <= lastDay; day++)
    await root.call(api.journal.add, {
      body: newEntry('ZZ-020 zz-020', `2026-05-${day}`),
    })
  const { data, total } = await root.call(api.journal.mentions, { params: { id } })
  expect(total).toBe(lastDay - firstDay + 1)
  const shownCount = 20
  expect(data.map(({ date }) => date)).toEqual(
    Array.from({ length: shownCount }, (_, index) => `2026-05-${lastDay - index}`),
  )
})
