// @module-tag postgres-with-all

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { addItem } from '../../test/inventory.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { compareProjections, fillProjections } from './index.ts'

const findDifferences = (server: TestServer) =>
  server.inDatabase((db) => compareProjections(db, server.clock))

/** Reads the derived rows of all projections. */
const readDerivedRows = (server: TestServer) =>
  server.inDatabase(async (db) => ({
    gaps: await db.selectFrom('item_gap').selectAll().orderBy('item_id').orderBy('rule').execute(),
    textStates: await db.selectFrom('item').select(['id', 'text_states']).orderBy('id').execute(),
    mentions: await db
      .selectFrom('entry_mention')
      .selectAll()
      .orderBy('entry_id')
      .orderBy('word')
      .execute(),
    searchEntries: await db
      .selectFrom('search_entry')
      .select(['subject', 'subject_id', 'words'])
      .where('words', '!=', '')
      .orderBy('subject')
      .orderBy('subject_id')
      .execute(),
    revisionNames: await db.selectFrom('revision').select('name').orderBy('name').execute(),
  }))

/** Deletes all derived rows, as if the projections had never been filled. */
const deleteDerivedRows = (server: TestServer) =>
  server.inDatabase(async (db) => {
    for (const table of ['item_gap', 'search_entry', 'revision', 'search_version'] as const)
      await db.deleteFrom(table).execute()
    await db.updateTable('item').set({ text_states: '' }).execute()
  })

/** Adds, changes and removes journal entries that mention items, some before they exist. */
async function writeJournal(root: Client): Promise<void> {
  const [changed, removed] = (await root.call(api.journal.list)).data
  const entry = { comment: 'ZZ-001 und ZZ-002 geprüft', date: '2026-05-31', tags: [] }
  await root.call(api.journal.add, { body: entry })
  await root.call(api.journal.change, {
    params: { id: changed?.id ?? 0 },
    body: { ...entry, comment: 'Nur ZZ-001' },
  })
  await root.call(api.journal.remove, { params: { id: removed?.id ?? 0 } })
}

/** Changes, uploads, undoes and archives items. */
async function writeItems(root: Client, itemId: number): Promise<void> {
  await root.call(api.inventory.saveInfo, {
    body: {
      itemId,
      data: {
        identifier: 'ZZ-002',
        name: 'Schiffe',
        description: 'Die Schiffe sind auf dem See.',
      },
    },
  })
  await root.call(api.inventory.saveTags, { body: { itemId, tags: { year: '9999' } } })
  await root.call(api.inventory.setPublic, { body: { itemId, public: false } })
  const upload = (...identifiers: string[]) =>
    root.call(api.imports.uploadArt, {
      body: { data: identifiers.map((identifier) => ({ identifier, name: 'Alpha' })) },
    })
  await upload('ZZ-10', 'ZZ-002')
  const { importId } = await upload('ZZ-20', 'ZZ-21')
  await root.call(api.imports.undo, { body: { importId: importId ?? 0 } })
  await root.call(api.inventory.setArchived, { body: { itemIds: [1], archived: true } })
}

/** Writes comments, removes a user and retires an attribute. */
async function writeOtherRecords(root: Client, itemId: number): Promise<void> {
  await root.call(api.comments.add, { body: { itemId, comment: 'Marille' } })
  const { id } = await root.call(api.comments.add, { body: { itemId, comment: 'Kumquat' } })
  await root.call(api.comments.edit, { body: { commentId: id, comment: 'Quitte' } })
  const employee = (await root.call(api.users.list)).find(({ role }) => role === 'employee')
  await root.call(api.users.remove, { params: { id: employee?.id ?? 0 } })
  const attributes = await root.call(api.attributes.list, { params: { type: 'art' } })
  const location = attributes.find(({ tag_key }) => tag_key === 'location')
  await root.call(api.attributes.retire, { body: { id: location?.id ?? 0, retired: true } })
}

test('maintains derived data in every write path as a rebuild would', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root, {
    identifier: 'ZZ-001',
    name: 'Bateaux',
    description: 'Les bateaux sont au lac.',
  })
  await writeJournal(root)
  await writeItems(root, itemId)
  await writeOtherRecords(root, itemId)
  expect(await findDifferences(server)).toEqual([])

  const maintained = await readDerivedRows(server)
  await deleteDerivedRows(server)
  // Projections that are not filled yet are no fault.
  expect(await findDifferences(server)).toEqual([])
  await server.inDatabase((db) => fillProjections(db, server.clock))
  expect(await readDerivedRows(server)).toEqual(maintained)
  expect(await findDifferences(server)).toEqual([])
})
