// @module-tag postgres-with-all

import { api } from '@vitrine/contract'
import { expect } from 'vitest'
import { addItem } from '../../test/inventory.ts'
import { startTestServer, type TestServer, test } from '../../test/server.ts'
import { compareProjections, fillProjections } from './index.ts'

const compare = (server: TestServer) =>
  server.inDatabase((db) => compareProjections(db, server.clock))

/** The derived rows that write paths maintain. */
const readDerived = (server: TestServer) =>
  server.inDatabase(async (db) => ({
    gaps: await db.selectFrom('item_gap').selectAll().orderBy('item_id').orderBy('rule').execute(),
    texts: await db.selectFrom('item').select(['id', 'text_states']).orderBy('id').execute(),
    mentions: await db
      .selectFrom('entry_mention')
      .selectAll()
      .orderBy('entry_id')
      .orderBy('word')
      .execute(),
    index: await db
      .selectFrom('search_entry')
      .select(['subject', 'subject_id', 'words'])
      .where('words', '!=', '')
      .orderBy('subject')
      .orderBy('subject_id')
      .execute(),
    lists: await db.selectFrom('revision').select('name').orderBy('name').execute(),
  }))

test('maintains derived data in every write path as a rebuild would', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const [first, second] = (await root.call(api.journal.list)).data
  const itemId = await addItem(root, {
    identifier: 'ZZ-001',
    name: 'Bateaux',
    description: 'Les bateaux sont au lac.',
  })
  const entry = { comment: 'ZZ-001 und ZZ-002 geprüft', date: '2026-05-31', tags: [] }
  await root.call(api.journal.add, { body: entry })
  await root.call(api.journal.change, {
    params: { id: first?.id ?? 0 },
    body: { ...entry, comment: 'Nur ZZ-001' },
  })
  await root.call(api.journal.remove, { params: { id: second?.id ?? 0 } })

  const renamed = {
    identifier: 'ZZ-002',
    name: 'Schiffe',
    description: 'Die Schiffe sind auf dem See.',
  }
  await root.call(api.inventory.saveInfo, { body: { itemId, data: renamed } })
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

  await root.call(api.comments.add, { body: { itemId, comment: 'Marille' } })
  const { id } = await root.call(api.comments.add, { body: { itemId, comment: 'Kumquat' } })
  await root.call(api.comments.edit, { body: { commentId: id, comment: 'Quitte' } })
  const employee = (await root.call(api.users.list)).find(({ role }) => role === 'employee')
  await root.call(api.users.remove, { params: { id: employee?.id ?? 0 } })
  const attributes = await root.call(api.attributes.list, { params: { type: 'art' } })
  const location = attributes.find(({ tag_key }) => tag_key === 'location')
  await root.call(api.attributes.retire, { body: { id: location?.id ?? 0, retired: true } })
  expect(await compare(server)).toEqual([])

  const before = await readDerived(server)
  await server.inDatabase(async (db) => {
    for (const table of ['item_gap', 'search_entry', 'revision', 'search_version'] as const)
      await db.deleteFrom(table).execute()
    await db.updateTable('item').set({ text_states: '' }).execute()
  })
  // Projections that are not filled yet are no fault.
  expect(await compare(server)).toEqual([])
  await server.inDatabase((db) => fillProjections(db, server.clock))
  expect(await readDerived(server)).toEqual(before)
  expect(await compare(server)).toEqual([])
})
