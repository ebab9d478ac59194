// @module-tag postgres

import { addDays, api, type PlaceInput, toDay } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem, addPlace } from '../../../test/inventory.ts'
import { test } from '../../../test/server.ts'

const daysAhead = (count: number): string => addDays(toDay(new Date()), count)
const daysAgo = (count: number): string => daysAhead(-count)

const move = (client: Client, ids: number[], to: number | null, options = {}) =>
  client.call(api.places.move, { body: { ids, to, reason: 'display', ...options } })
const undo = async (client: Client, importIds: readonly number[]) => {
  for (const importId of importIds) await client.call(api.imports.undo, { body: { importId } })
}
const listMovements = async (client: Client, item: number) =>
  (await client.call(api.places.movements, { query: { item } })).movements
const readPlaceId = async (client: Client, id: number) =>
  (await client.call(api.inventory.details, { params: { id } })).placeId
const readPath = async (client: Client, item: number, day: string) =>
  (await client.call(api.places.whereabouts, { query: { item, day } })).path
const readContents = async (client: Client, id: number, day: string) => {
  const items = await client.call(api.places.contents, { params: { id }, query: { day } })
  return items.map((item) => item.id).sort((a, b) => a - b)
}

test('moves an item on an earlier day, with a remark', async ({ root, employee }) => {
  const hall = await addPlace(root, 'Saal Tag')
  const id = await addItem(root)
  const request = { day: daysAgo(10), remark: 'Mit zwei Personen.' }
  expect(await move(employee, [id], hall.id, request)).toMatchObject({ moved: 1, earlier: [] })

  expect(await readPlaceId(root, id)).toBe(hall.id)
  expect(await listMovements(root, id)).toMatchObject([{ ...request, from: [], to: [hall.id] }])
  expect(await readPath(root, id, daysAgo(11))).toEqual([])
  expect(await readPath(root, id, daysAgo(10))).toEqual([hall.id])
  expect(await readContents(root, hall.id, daysAgo(11))).toEqual([])
  expect(await readContents(root, hall.id, daysAgo(10))).toEqual([id])
})

test.for([
  [daysAhead(1), 'future day'],
  ['1799-12-31', 'since 1800'],
  ['2026-02-30', 'enter a date'],
] as const)('rejects a movement on %s', async ([day, message], { root }) => {
  const id = await addItem(root)
  await expect(move(root, [id], null, { day })).rejects.toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(message) },
  })
})

test('inserts an earlier movement without moving the item', async ({ root }) => {
  const [first, between, last] = [
    await addPlace(root, 'Saal früh'),
    await addPlace(root, 'Saal mitten'),
    await addPlace(root, 'Saal spät'),
  ]
  const id = await addItem(root)
  await move(root, [id], first.id, { day: daysAgo(30) })
  await move(root, [id], last.id, { day: daysAgo(10) })
  const { identifier, version } = await root.call(api.inventory.details, { params: { id } })

  const outcome = await move(root, [id], between.id, { day: daysAgo(20), remark: 'Nachgetragen' })
  expect(outcome).toMatchObject({
    moved: 0,
    earlier: [{ identifier, latestDay: daysAgo(10) }],
    unchanged: 0,
    left: [],
  })
  expect(await root.call(api.inventory.details, { params: { id } })).toMatchObject({
    placeId: last.id,
    version,
  })
  expect(await listMovements(root, id)).toMatchObject([
    { from: [between.id], to: [last.id], day: daysAgo(10) },
    { from: [first.id], to: [between.id], day: daysAgo(20), remark: 'Nachgetragen' },
    { from: [], to: [first.id], day: daysAgo(30) },
  ])
  const days = [31, 30, 20, 11, 10, 0].map(daysAgo)
  expect(await Promise.all(days.map((day) => readPath(root, id, day)))).toEqual([
    [],
    [first.id],
    [between.id],
    [between.id],
    [last.id],
    [last.id],
  ])
  expect(await readContents(root, between.id, daysAgo(20))).toEqual([id])
  expect(await readContents(root, between.id, daysAgo(10))).toEqual([])
  expect(await readContents(root, first.id, daysAgo(21))).toEqual([id])
  expect(await readContents(root, first.id, daysAgo(20))).toEqual([])

  await undo(root, outcome.importIds)
  expect(await readPath(root, id, daysAgo(20))).toEqual([first.id])
  expect(await readContents(root, between.id, daysAgo(20))).toEqual([])
  expect((await listMovements(root, id))[0]).toMatchObject({ from: [first.id], to: [last.id] })
  expect(await readPlaceId(root, id)).toBe(last.id)
  await expect(undo(root, outcome.importIds)).rejects.toMatchObject({ status: 409 })
})

test('corrects the day on which an item came to its place', async ({ root }) => {
  const hall = await addPlace(root, 'Saal Korrektur')
  const id = await addItem(root)
  await move(root, [id], hall.id)
  expect(await move(root, [id], hall.id, { day: daysAgo(5) })).toMatchObject({
    moved: 0,
    earlier: [{ latestDay: daysAgo(0) }],
  })
  expect(await readPath(root, id, daysAgo(5))).toEqual([hall.id])
  expect(await readPath(root, id, daysAgo(6))).toEqual([])
  expect(await move(root, [id], hall.id, { day: daysAgo(3) })).toMatchObject({ unchanged: 1 })
})

test('reports in a dry run which items were moved again since', async ({ root }) => {
  const [hall, store] = [await addPlace(root, 'Saal Probe'), await addPlace(root, 'Lager Probe')]
  const [neverMoved, movedAgain] = [await addItem(root, { type_id: 1 }), await addItem(root)]
  await move(root, [movedAgain], store.id, { day: daysAgo(2) })
  const request = { day: daysAgo(4), dryRun: true }
  expect(await move(root, [neverMoved, movedAgain], hall.id, request)).toMatchObject({
    moved: 1,
    earlier: [{ latestDay: daysAgo(2) }],
    importIds: [],
  })
  expect(await listMovements(root, neverMoved)).toEqual([])

  const { importIds } = await move(root, [neverMoved, movedAgain], hall.id, { day: daysAgo(4) })
  expect(importIds).toHaveLength(2)
  expect(await readPlaceId(root, neverMoved)).toBe(hall.id)
  expect(await readPlaceId(root, movedAgain)).toBe(store.id)
  expect(await readContents(root, hall.id, daysAgo(3))).toEqual([neverMoved, movedAgain])
})

test('undoes a move on an earlier day without a trace in the past', async ({ root }) => {
  const [hall, store] = [await addPlace(root, 'Saal Irrtum'), await addPlace(root, 'Lager Irrtum')]
  const id = await addItem(root)
  await move(root, [id], store.id, { day: daysAgo(9) })
  const { importIds } = await move(root, [id], hall.id, { day: daysAgo(6) })
  await undo(root, importIds)
  expect(await readPlaceId(root, id)).toBe(store.id)
  expect(await readPath(root, id, daysAgo(6))).toEqual([store.id])

  await move(root, [id], hall.id, { day: daysAgo(6) })
  const [change] = await listChanges(root, 'item', id)
  await undoChange(root, 'item', id, change)
  expect(await readPath(root, id, daysAgo(6))).toEqual([store.id])
  expect(await readContents(root, hall.id, daysAgo(1))).toEqual([])
})

test('keeps an inserted movement in an undo if another of its day follows', async ({ root }) => {
  const [hall, store] = [await addPlace(root, 'Saal Folge'), await addPlace(root, 'Lager Folge')]
  const id = await addItem(root)
  await move(root, [id], hall.id, { day: daysAgo(1) })
  const { importIds } = await move(root, [id], store.id, { day: daysAgo(8) })
  await move(root, [id], hall.id, { day: daysAgo(8) })
  const [importId = 0] = importIds
  const { restored, left } = await root.call(api.imports.undo, { body: { importId } })
  expect({ restored, left }).toMatchObject({
    restored: 0,
    left: [{ reason: expect.stringContaining('another movement of that day') }],
  })
  expect(await readPath(root, id, daysAgo(8))).toEqual([hall.id])
})

test('answers past days by the hierarchy of places at that time', async ({ root, server }) => {
  const [hall, store] = [await addPlace(root, 'Saal Kiste'), await addPlace(root, 'Lager Kiste')]
  const box = await addPlace(root, 'Kiste 1', { kind: 'box', parent_id: hall.id })
  const [carried, addedLater] = [await addItem(root), await addItem(root)]
  await move(root, [carried], box.id, {
    day: daysAgo(40),
    reason: 'loan',
    backOn: daysAhead(30),
  })
  const { id, version, count: _, ...place } = box
  const body = {
    id,
    version,
    place: { ...place, parent_id: store.id } as PlaceInput,
    remark: 'Umzug',
  }
  await root.call(api.places.save, { body })
  // Pretends that the box was moved 20 days ago.
  const at = `${daysAgo(20)}T12:00:00.000Z`
  await server.inDatabase(async (db) => {
    await db
      .updateTable('change')
      .set({ at })
      .where('subject', '=', 'place')
      .where('subject_id', '=', box.id)
      .where('kind', '!=', 'created')
      .execute()
    await db
      .updateTable('movement')
      .set({ at, day: daysAgo(20) })
      .where('item_id', '=', carried)
      .where('from_id', '=', box.id)
      .execute()
  })
  expect((await listMovements(root, carried))[0]).toMatchObject({ remark: 'Umzug', backOn: '' })

  await move(root, [addedLater], box.id, { day: daysAgo(30) })
  const [inHall, inStore] = [
    [hall.id, box.id],
    [store.id, box.id],
  ]
  expect(await readPath(root, addedLater, daysAgo(25))).toEqual(inHall)
  expect(await readPath(root, addedLater, daysAgo(20))).toEqual(inStore)
  expect(await readContents(root, hall.id, daysAgo(25))).toEqual([carried, addedLater])
  expect(await readContents(root, store.id, daysAgo(20))).toEqual([carried, addedLater])

  // Inserts a movement before the item was carried along; its return is expected as before.
  const countAway = async () =>
    (await root.call(api.places.away)).filter(({ item }) => item.id === carried).length
  const { importIds } = await move(root, [carried], hall.id, { day: daysAgo(25) })
  expect(await readPath(root, carried, daysAgo(22))).toEqual([hall.id])
  expect(await readPath(root, carried, daysAgo(20))).toEqual(inStore)
  expect(await countAway()).toBe(1)
  await undo(root, importIds)
  expect(await readPath(root, carried, daysAgo(22))).toEqual(inHall)
  expect(await countAway()).toBe(1)
})

test('moves an item back on a day before its return was changed', async ({ root }) => {
  const [lender, hall] = [
    await addPlace(root, 'Leihnehmer Tag', { kind: 'outside' }),
    await addPlace(root, 'Saal Rückkehr'),
  ]
  const id = await addItem(root)
  await move(root, [id], lender.id, { day: daysAgo(50), reason: 'loan', backOn: daysAhead(10) })
  await root.call(api.places.expectBack, { body: { itemId: id, backOn: daysAhead(20) } })
  expect(await move(root, [id], hall.id, { day: daysAgo(1) })).toMatchObject({ moved: 1 })
  expect(await readPlaceId(root, id)).toBe(hall.id)
  expect((await root.call(api.places.away)).map(({ item }) => item.id)).not.toContain(id)
})

test('lists movements by day, and continues after any of them', async ({ root }) => {
  const [hall, store] = [await addPlace(root, 'Saal Liste'), await addPlace(root, 'Lager Liste')]
  const id = await addItem(root)
  await move(root, [id], hall.id, { day: daysAgo(1) })
  await move(root, [id], store.id, { day: daysAgo(7) })
  await move(root, [id], hall.id, { day: daysAgo(7) })
  const movements = await listMovements(root, id)
  expect(movements.map(({ day, to }) => [day, to.at(-1)])).toEqual([
    [daysAgo(1), hall.id],
    [daysAgo(7), hall.id],
    [daysAgo(7), store.id],
  ])
  const [newest, ...older] = movements
  const query = { item: id, before: newest?.id }
  expect((await root.call(api.places.movements, { query })).movements).toEqual(older)
})

test('skips archived items, and inserts two movements of an item at once', async ({ root }) => {
  const [hall, store] = [await addPlace(root, 'Saal Archiv'), await addPlace(root, 'Lager Archiv')]
  const [active, archived] = [await addItem(root), await addItem(root)]
  await move(root, [active, archived], hall.id, { day: daysAgo(1) })
  await root.call(api.inventory.setArchived, { body: { itemIds: [archived], archived: true } })
  const requests = [store.id, store.id].map((to) =>
    move(root, [active, archived], to, { day: daysAgo(3) }),
  )
  const outcomes = await Promise.all(requests)
  for (const { left } of outcomes)
    expect(left).toMatchObject([{ reason: expect.stringContaining('archived') }])
  expect(await readContents(root, store.id, daysAgo(2))).toEqual([active])
  // Each movement starts where the one before ended.
  const movements = (await listMovements(root, active)).toReversed()
  for (const [index, { to }] of movements.entries())
    expect(movements[index + 1]?.from ?? to).toEqual(to)
})
