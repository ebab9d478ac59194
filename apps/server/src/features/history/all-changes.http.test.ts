// @module-tag postgres

import { api, type CallInput, type ListedChange, toDay } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem, addPlace, newFact } from '../../../test/inventory.ts'
import { startTestServer } from '../../../test/server.ts'
import { days, minutes } from '../../base/clock.ts'
import { splitIntoBatches } from '../../db/batches.ts'
import { cutAroundDifference } from './all-changes.ts'

type Filter = CallInput<typeof api.history.all>['query']

const list = async (client: Client, query: Filter = {}) =>
  (await client.call(api.history.all, { query })).changes

async function listAll(client: Client, query: Filter = {}): Promise<ListedChange[]> {
  const all: ListedChange[] = []
  let before: string | undefined
  do {
    const page = await client.call(api.history.all, {
      query: before ? { ...query, before } : query,
    })
    expect(page.changes.length).toBeLessThanOrEqual(30)
    all.push(...page.changes)
    before = page.next ?? undefined
  } while (before)
  return all
}

const summarise = ({ subject, by, title, did, change, screen }: ListedChange) =>
  [subject, by, did ?? change?.kind, title, screen].join(' | ')

test('lists changes of all kinds of records newest first, with links', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const itemId = await addItem(clerk, { identifier: 'LG-A1', name: 'Étude' })
  server.clock.advance(minutes(1))
  await clerk.call(api.inventory.saveTags, { body: { itemId, tags: { year: '1911' } } })
  server.clock.advance(minutes(1))
  const { id: commentId } = await clerk.call(api.comments.add, {
    body: { itemId, comment: 'Rahmen prüfen' },
  })
  server.clock.advance(minutes(1))
  await root.call(api.comments.setTask, { body: { commentId, task: {} } })
  server.clock.advance(minutes(1))
  const entry = { comment: 'Ölwechsel', date: '2026-05-31', tags: [] }
  const { id: entryId } = await root.call(api.journal.add, { body: entry })
  server.clock.advance(minutes(1))
  const place = await addPlace(root, 'Depot')
  server.clock.advance(minutes(1))
  const data = Array.from({ length: 40 }, (_, row) => ({ identifier: `H-${row}`, artist: 'Anker' }))
  await root.call(api.imports.uploadArt, { body: { data, fileName: 'anker.csv' } })

  const changes = (await list(root)).slice(0, 7)
  const item = `/inventory-detail/${itemId}`
  expect(changes.map(summarise)).toEqual([
    'import | Claire Aebischer | La Grange: 40 items added | anker.csv | /inventory/art',
    `place | Claire Aebischer | created | ${place.name} (${place.code}) | /places/${place.id}`,
    `journal | Claire Aebischer | created | Journal entry of Sunday, 31 May 2026 | /journal?entry=${entryId}`,
    `comment | Claire Aebischer | task | Comment on LG-A1 Étude | ${item}`,
    `comment | Noémie Chappuis | Rahmen prüfen | Comment on LG-A1 Étude | ${item}`,
    `item | Noémie Chappuis | attributes | LG-A1 Étude | ${item}`,
    `item | Noémie Chappuis | created | LG-A1 Étude | ${item}`,
  ])
  expect(changes[5]).toMatchObject({
    part: 'history',
    change: { state: 'undoable', fields: [{ field: 'Year', before: '', after: '1911' }] },
  })
  await clerk.call(api.comments.remove, { body: { commentId } })
  expect((await list(root)).filter(({ subject }) => subject === 'comment')).not.toContainEqual(
    expect.objectContaining({ title: 'Comment on LG-A1 Étude' }),
  )
})

test('lists new and changed condition checks with a link to their part of the page', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root, { identifier: 'LG-A3', name: 'Étude' })
  const { id } = await root.call(api.conditions.add, {
    body: { itemId, state: 'watch', remark: 'Riss im Firnis' },
  })
  server.clock.advance(minutes(1))
  const today = toDay(server.clock.now())
  await root.call(api.conditions.edit, {
    body: {
      ...{ id, version: 1, day: today, occasion: 'inspection' },
      state: 'urgent',
      remark: 'Riss im Firnis',
    },
  })

  const listed = (await list(root, { what: 'condition' })).slice(0, 2)
  const link = `Condition of LG-A3 Étude | /inventory-detail/${itemId}`
  expect(listed.map(summarise)).toEqual([
    `condition | Claire Aebischer | changed | ${link}`,
    // As it is now, like a comment.
    `condition | Claire Aebischer | Urgent: Riss im Firnis | ${link}`,
  ])
  expect(listed.map(({ part }) => part)).toEqual([`condition-${id}`, `condition-${id}`])
})

test('names and links the item of a change of many that concerned only one', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const id = await addItem(root, { identifier: 'LG-A4', name: 'Étude' })
  const { id: to } = await addPlace(root, 'Depot')
  server.clock.advance(minutes(1))
  await root.call(api.places.move, { body: { ids: [id], to, reason: 'store' } })
  const [moved] = await list(root, { what: 'import' })
  expect(moved).toMatchObject({
    title: 'LG-A4 Étude',
    did: 'Moved to Depot',
    screen: `/inventory-detail/${id}`,
  })
})

test('undoes a listed change by the history, and shows that it was undone', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const itemId = await addItem(clerk, { identifier: 'LG-A2', name: 'Étude' })
  await clerk.call(api.inventory.saveTags, { body: { itemId, tags: { year: '1911' } } })
  const find = async () =>
    (await list(root)).filter(({ subject, id }) => subject === 'item' && id === itemId)
  const [newest] = await find()
  expect(newest?.change?.state).toBe('undoable')
  await undoChange(root, 'item', itemId, newest?.change)
  expect((await find()).map(({ change }) => [change?.kind, change?.state])).toEqual([
    ['undone', 'undoable'],
    ['attributes', 'taken-back'],
    ['created', 'beginning'],
  ])
  expect((await find()).map(({ change }) => change?.id)).toEqual(
    (await listChanges(root, 'item', itemId)).map(({ id }) => id),
  )

  const entry = { comment: 'Ölwechsel', date: '2026-05-31', tags: [] }
  const { id } = await root.call(api.journal.add, { body: entry })
  await root.call(api.journal.remove, { params: { id } })
  const [deleted] = await list(root, { what: 'journal' })
  expect(deleted).toMatchObject({ id, change: { kind: 'deleted', state: 'undoable' } })
})

test('filters by person, kind of record and day', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  server.clock.advance(days(2))
  const today = toDay(server.clock.now())
  const people = await root.call(api.tasks.people)
  const person = people.find(({ name }) => name.startsWith('Noémie'))?.id ?? 0
  const itemId = await addItem(clerk)
  await clerk.call(api.comments.add, { body: { itemId, comment: 'Schön' } })
  await root.call(api.inventory.saveTags, { body: { itemId, tags: { year: '1911' } } })
  await root.call(api.imports.uploadArt, { body: { data: [{ identifier: 'F-1' }] } })

  const kindsOf = async (query: Filter) =>
    (await list(root, { from: today, ...query })).map(({ subject, by }) => `${subject} ${by[0]}`)
  expect(await kindsOf({})).toEqual(['import C', 'item C', 'comment N', 'item N'])
  expect(await kindsOf({ person })).toEqual(['comment N', 'item N'])
  expect(await kindsOf({ what: 'item' })).toEqual(['import C', 'item C', 'item N'])
  expect(await kindsOf({ what: 'import' })).toEqual(['import C'])
  expect(await kindsOf({ what: 'comment', person })).toEqual(['comment N'])
  expect(await kindsOf({ what: 'museum' })).toEqual([])
  expect((await list(root, { to: today })).length).toBe(30)
  server.clock.advance(days(1))
  const later = await server.signIn('root')
  expect(await list(later, { from: toDay(server.clock.now()) })).toEqual([])
})

test('pages all changes without gap or repeat, also at one instant', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  const at = '2026-01-05T10:00:00.000Z'
  const comments = Array.from({ length: 70 }, (_, number) => ({
    item_id: itemId,
    user_id: 1,
    first_name: 'A',
    last_name: 'B',
    comment: `Wert ${number}`,
    created_at: at,
    deleted_at: null,
  }))
  await server.inDatabase(async (db) => {
    for (const batch of splitIntoBatches(comments))
      await db.insertInto('item_comment').values(batch).execute()
    const firstChanges = db.selectFrom('change').select('id').orderBy('id').limit(40)
    await db.updateTable('change').set({ at }).where('id', 'in', firstChanges).execute()
  })
  const all = await listAll(root)
  const counts = await server.inDatabase(async (db) => {
    const { count } = await db
      .selectFrom('change')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('import_id', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  })
  const keys = all.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => key.startsWith('change')).length).toBeGreaterThan(counts * 0.5)
  expect(all.filter(({ did }) => did?.startsWith('Wert '))).toHaveLength(70)
  const times = all.map((change) => change.at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('lists the scans of a stocktake as one change', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const place = await addPlace(root, 'Depot')
  const ids = [await addItem(root), await addItem(root)]
  await root.call(api.places.move, { body: { ids, to: place.id, reason: 'store' } })
  const params = await root.call(api.stocktake.open, {
    body: { name: 'Depot 2026', scope: { places: [place.id] } },
  })
  server.clock.advance(minutes(1))
  const facts = ids.map((itemId) => newFact({ itemId, placeId: place.id }))
  await clerk.call(api.stocktake.send, { params, body: { since: '', facts } })
  server.clock.advance(minutes(1))
  await root.call(api.inventory.setChecked, { body: { itemId: ids[0] ?? 0 } })
  expect((await list(root)).slice(0, 2)).toMatchObject([
    { subject: 'item', by: 'Claire Aebischer', change: { kind: 'checked' } },
    {
      subject: 'stocktake',
      by: 'Noémie',
      title: 'Depot 2026',
      did: '2 items scanned',
      screen: `/stocktake?campaign=${params.id}`,
    },
  ])
  const checked = (await listAll(root)).filter(
    ({ id, change }) => ids.includes(id) && change?.kind === 'checked',
  )
  expect(checked).toHaveLength(1)
})

test('refuses unknown filters and positions', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  for (const query of ['what=user', 'before=5', 'person=x', 'from=2026-02-31', 'day=2026-01-01'])
    expect((await root.fetch(`/api/history?${query}`)).status, query).toBe(400)
})

test('cuts what long texts share, except for a few letters', () => {
  const [start, end] = ['a'.repeat(1000), 'z'.repeat(1000)]
  expect(cutAroundDifference('short', 'text')).toEqual({ before: 'short', after: 'text' })
  expect(cutAroundDifference('', start)).toEqual({ before: '', after: `${'a'.repeat(200)}…` })
  expect(cutAroundDifference(`${start}b${end}`, `${start}${end}`)).toEqual({
    before: `…${'a'.repeat(40)}b${'z'.repeat(40)}…`,
    after: `…${'a'.repeat(40)}${'z'.repeat(40)}…`,
  })
  expect(cutAroundDifference(start, end)).toEqual({
    before: `${'a'.repeat(200)}…`,
    after: `${'z'.repeat(200)}…`,
  })
})
