// @module-tag postgres

import { api, type CallInput, type ListedChange, toDay } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem, addPlace, newFact } from '../../../test/inventory.ts'
import { startTestServer, test } from '../../../test/server.ts'
import { days, minutes } from '../../base/clock.ts'
import { splitIntoBatches } from '../../db/batches.ts'
import { cutAroundDifference, cutContextLength, maxCutLength } from './all-changes.ts'

type Filter = CallInput<typeof api.history.all>['query']

const changesPerPage = 30

const listPage = async (client: Client, query: Filter = {}) =>
  (await client.call(api.history.all, { query })).changes

/** Lists the changes of all pages. */
async function listAll(client: Client): Promise<ListedChange[]> {
  const changes: ListedChange[] = []
  let before: string | undefined
  do {
    const page = await client.call(api.history.all, { query: before ? { before } : {} })
    expect(page.changes.length).toBeLessThanOrEqual(changesPerPage)
    changes.push(...page.changes)
    before = page.next ?? undefined
  } while (before)
  return changes
}

const summarise = ({ subject, by, title, did, change, screen }: ListedChange) =>
  [subject, by, did ?? change?.kind, title, screen].join(' | ')

test('lists changes of all kinds of records newest first, with links', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  // Each change gets a time of its own, because those of the same time are sorted by their source.
  const moveToNextMinute = () => server.clock.advance(minutes(1))
  const itemId = await addItem(clerk, { identifier: 'LG-A1', name: 'Étude' })
  moveToNextMinute()
  await clerk.call(api.inventory.saveTags, { body: { itemId, tags: { year: '1911' } } })
  moveToNextMinute()
  const comment = { itemId, comment: 'Rahmen prüfen' }
  const { id: commentId } = await clerk.call(api.comments.add, { body: comment })
  moveToNextMinute()
  await root.call(api.comments.setTask, { body: { commentId, task: {} } })
  moveToNextMinute()
  const entry = { comment: 'Ölwechsel', date: '2026-05-31', tags: [] }
  const { id: entryId } = await root.call(api.journal.add, { body: entry })
  moveToNextMinute()
  const place = await addPlace(root, 'Depot')
  moveToNextMinute()
  const data = Array.from({ length: 40 }, (_, row) => ({ identifier: `H-${row}`, artist: 'Anker' }))
  await root.call(api.imports.uploadArt, { body: { data, fileName: 'anker.csv' } })

  const itemScreen = `/inventory-detail/${itemId}`
  const expected = [
    'import | Claire Aebischer | La Grange: 40 items added | anker.csv | /inventory/art',
    `place | Claire Aebischer | created | ${place.name} (${place.code}) | /places/${place.id}`,
    `journal | Claire Aebischer | created | Journal entry of Sunday, 31 May 2026 | /journal?entry=${entryId}`,
    `comment | Claire Aebischer | task | Comment on LG-A1 Étude | ${itemScreen}`,
    `comment | Noémie Chappuis | Rahmen prüfen | Comment on LG-A1 Étude | ${itemScreen}`,
    `item | Noémie Chappuis | attributes | LG-A1 Étude | ${itemScreen}`,
    `item | Noémie Chappuis | created | LG-A1 Étude | ${itemScreen}`,
  ]
  const changes = await listPage(root)
  expect(changes.slice(0, expected.length).map(summarise)).toEqual(expected)
  const savedYear = changes.find(({ change }) => change?.kind === 'attributes')
  expect(savedYear).toMatchObject({
    part: 'history',
    change: { state: 'undoable', fields: [{ field: 'Year', before: '', after: '1911' }] },
  })
})

test('omits changes of a deleted comment', async ({ root, employee: clerk }) => {
  const itemId = await addItem(clerk, { identifier: 'LG-A5', name: 'Étude' })
  const comment = { itemId, comment: 'Rahmen prüfen' }
  const { id: commentId } = await clerk.call(api.comments.add, { body: comment })
  await root.call(api.comments.setTask, { body: { commentId, task: {} } })
  const listTitles = async () => (await listPage(root)).map(({ title }) => title)
  expect(await listTitles()).toContain('Comment on LG-A5 Étude')
  await clerk.call(api.comments.remove, { body: { commentId } })
  expect(await listTitles()).not.toContain('Comment on LG-A5 Étude')
})

test('lists new and changed condition checks with a link to their part of the page', async ({
  root,
}) => {
  const itemId = await addItem(root, { identifier: 'LG-A3', name: 'Étude' })
  const check = { day: '2026-05-31', occasion: 'inspection', remark: 'Riss im Firnis' } as const
  const { id } = await root.call(api.conditions.add, { body: { ...check, itemId, state: 'watch' } })
  await root.call(api.conditions.edit, { body: { ...check, id, version: 1, state: 'urgent' } })

  const changes = await listPage(root, { what: 'condition' })
  const changesOfCheck = changes.filter(({ part }) => part === `condition-${id}`)
  const link = `Condition of LG-A3 Étude | /inventory-detail/${itemId}`
  expect(changesOfCheck.map(summarise)).toEqual([
    `condition | Claire Aebischer | changed | ${link}`,
    // A new check is described in its current state, like a comment.
    `condition | Claire Aebischer | Urgent: Riss im Firnis | ${link}`,
  ])
})

test('names and links the item when a change of many items affected only one', async ({ root }) => {
  const id = await addItem(root, { identifier: 'LG-A4', name: 'Étude' })
  const { id: to } = await addPlace(root, 'Depot')
  await root.call(api.places.move, { body: { ids: [id], to, reason: 'store' } })
  const [moved] = await listPage(root, { what: 'import' })
  expect(moved).toMatchObject({
    title: 'LG-A4 Étude',
    did: 'Moved to Depot',
    screen: `/inventory-detail/${id}`,
  })
})

test('lists an undone change as such, with the change that undid it', async ({
  root,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk, { identifier: 'LG-A2', name: 'Étude' })
  await clerk.call(api.inventory.saveTags, { body: { itemId, tags: { year: '1911' } } })
  const listChangesOfItem = async () =>
    (await listPage(root)).filter(({ subject, id }) => subject === 'item' && id === itemId)
  const [savedYear] = await listChangesOfItem()
  expect(savedYear?.change?.state).toBe('undoable')
  await undoChange(root, 'item', itemId, savedYear?.change)

  const changes = await listChangesOfItem()
  expect(changes.map(({ change }) => [change?.kind, change?.state])).toEqual([
    ['undone', 'undoable'],
    ['attributes', 'taken-back'],
    ['created', 'beginning'],
  ])
  const history = await listChanges(root, 'item', itemId)
  expect(changes.map(({ change }) => change?.id)).toEqual(history.map(({ id }) => id))
})

test('offers to undo the deletion of a journal entry', async ({ root }) => {
  const entry = { comment: 'Ölwechsel', date: '2026-05-31', tags: [] }
  const { id } = await root.call(api.journal.add, { body: entry })
  await root.call(api.journal.remove, { params: { id } })
  const [deletion] = await listPage(root, { what: 'journal' })
  expect(deletion).toMatchObject({ id, change: { kind: 'deleted', state: 'undoable' } })
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

  const listToday = async (filter: Filter) =>
    (await listPage(root, { from: today, ...filter })).map(
      ({ subject, by }) => `${subject} by ${by.split(' ')[0]}`,
    )
  const [upload, edit, comment, addition] = [
    'import by Claire',
    'item by Claire',
    'comment by Noémie',
    'item by Noémie',
  ]
  expect(await listToday({})).toEqual([upload, edit, comment, addition])
  expect(await listToday({ person })).toEqual([comment, addition])
  expect(await listToday({ what: 'item' })).toEqual([upload, edit, addition])
  expect(await listToday({ what: 'import' })).toEqual([upload])
  expect(await listToday({ what: 'comment', person })).toEqual([comment])
  expect(await listToday({ what: 'museum' })).toEqual([])
  // The demo alone fills the first page up to today.
  expect(await listPage(root, { to: today })).toHaveLength(changesPerPage)
  const tomorrow = toDay(new Date(server.clock.now().getTime() + days(1)))
  expect(await listPage(root, { from: tomorrow })).toEqual([])
})

test('pages all changes without gap or repeat, also at one instant', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  const at = '2026-01-05T10:00:00.000Z'
  // More than two pages of comments, and more than one of changes.
  const [commentCount, changeCount] = [70, 40]
  const comments = Array.from({ length: commentCount }, (_, number) => ({
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
    const firstIds = db.selectFrom('change').select('id').orderBy('id').limit(changeCount)
    await db.updateTable('change').set({ at }).where('id', 'in', firstIds).execute()
  })

  const changes = await listAll(root)
  const keys = changes.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(changes.filter(({ did }) => did?.startsWith('Wert '))).toHaveLength(commentCount)
  const times = changes.map((change) => change.at)
  expect(times).toEqual(times.toSorted().toReversed())

  const ungroupedChanges = await server.inDatabase((db) =>
    db.selectFrom('change').select('id').where('import_id', 'is', null).execute(),
  )
  const listedCount = keys.filter((key) => key.startsWith('change')).length
  // The others are of deleted records, or scans of stocktakes, which are listed as one change.
  expect(listedCount).toBeGreaterThan(ungroupedChanges.length / 2)
})

test('lists the scans of a stocktake as one change', async ({ server, root, employee: clerk }) => {
  const place = await addPlace(root, 'Depot')
  const ids = [await addItem(root), await addItem(root)]
  await root.call(api.places.move, { body: { ids, to: place.id, reason: 'store' } })
  const params = await root.call(api.stocktake.open, {
    body: { name: 'Depot 2026', scope: { places: [place.id] } },
  })
  const facts = ids.map((itemId) => newFact({ itemId, placeId: place.id }))
  await clerk.call(api.stocktake.send, { params, body: { since: '', facts } })
  // Later than the scans, so that it is listed before them.
  server.clock.advance(minutes(1))
  await root.call(api.inventory.setChecked, { body: { itemId: ids[0] ?? 0 } })

  const changes = await listAll(root)
  const isCheckOfItem = ({ id, change }: ListedChange) =>
    ids.includes(id) && change?.kind === 'checked'
  expect(changes.filter(isCheckOfItem)).toMatchObject([{ by: 'Claire Aebischer' }])
  expect(changes.filter(({ title }) => title === 'Depot 2026')).toMatchObject([
    {
      subject: 'stocktake',
      by: 'Noémie',
      did: '2 items scanned',
      screen: `/stocktake?campaign=${params.id}`,
    },
  ])
})

test('refuses unknown filters and positions', async ({ root }) => {
  for (const query of ['what=user', 'before=5', 'person=x', 'from=2026-02-31', 'day=2026-01-01'])
    expect((await root.fetch(`/api/history?${query}`)).status, query).toBe(400)
})

test('cuts the equal beginning and end off long texts, except for a few letters', () => {
  const [start, end] = ['a'.repeat(1000), 'z'.repeat(1000)]
  const [startContext, endContext] = ['a'.repeat(cutContextLength), 'z'.repeat(cutContextLength)]
  const cutStart = `${'a'.repeat(maxCutLength)}…`
  expect(cutAroundDifference('short', 'text')).toEqual({ before: 'short', after: 'text' })
  expect(cutAroundDifference('', start)).toEqual({ before: '', after: cutStart })
  expect(cutAroundDifference(`${start}b${end}`, `${start}${end}`)).toEqual({
    before: `…${startContext}b${endContext}…`,
    after: `…${startContext}${endContext}…`,
  })
  expect(cutAroundDifference(start, end)).toEqual({
    before: cutStart,
    after: `${'z'.repeat(maxCutLength)}…`,
  })
})
