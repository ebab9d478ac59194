// @module-tag postgres

import {
  type AssistantLanguage,
  api,
  type Decision,
  museumTimeZone,
  type SubmittedFact,
  type TaskFields,
  toDay,
  toPublicNumber,
} from '@vitrine/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges } from '../../../test/history.ts'
import { addItem, addPlace, newFact, newItem, newPlace } from '../../../test/inventory.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { startTestServer, type TestServer, test } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

const unknownId = 2_000_000

const move = (client: Client, ids: number[], to: number) =>
  client.call(api.places.move, { body: { ids, to, reason: 'store' } })
const readCheckedDay = async (client: Client, id: number) =>
  (await client.call(api.inventory.details, { params: { id } })).checked
const readPlaceId = async (client: Client, id: number) =>
  (await client.call(api.inventory.details, { params: { id } })).placeId
const send = (client: Client, id: number, facts: SubmittedFact[], since = '') =>
  client.call(api.stocktake.send, { params: { id }, body: { since, facts } })

/**
 * Adds a store with a shelf, and opens a stocktake of both. The first two items are in the store,
 * the others on the shelf.
 */
async function openStocktakeOfStore(root: Client) {
  const store = await addPlace(root, 'Depot')
  const shelf = await addPlace(root, 'Regal', { kind: 'shelf', parent_id: store.id })
  const hall = await addPlace(root, 'Saal')
  const items = [
    await addItem(root),
    await addItem(root),
    await addItem(root),
    await addItem(root),
  ] as const
  const [a, b, c, d] = items
  await move(root, [a, b], store.id)
  await move(root, [c, d], shelf.id)
  const scope = { places: [store.id, shelf.id] }
  const { id } = await root.call(api.stocktake.open, { body: { name: 'Depot 2026', scope } })
  const seen = (itemId: number, placeId: number, changes: Partial<SubmittedFact> = {}) =>
    newFact({ itemId, placeId, ...changes })
  return { id, store, shelf, hall, items, seen }
}

const readReportPages = async (client: Client, id: number, lang: AssistantLanguage) => {
  const response = await client.send(api.stocktake.report, { params: { id }, query: { lang } })
  return readPdf(Buffer.from(await response.arrayBuffer()))
}
const fetchReport = async (client: Client, id: number, lang: AssistantLanguage) =>
  (await readReportPages(client, id, lang)).map(({ text }) => text).join(' ')

const decide = (client: Client, id: number, keys: string[], decision: Decision) =>
  client.call(api.stocktake.decide, { params: { id }, body: { keys, decision } })

test('records expected items and places at the opening', async ({ root, employee }) => {
  const { id, store, shelf, hall, items } = await openStocktakeOfStore(root)
  const [a, , c] = items
  await move(root, [a], hall.id)
  const {
    campaign: stocktake,
    items: knownItems,
    me,
  } = await employee.call(api.stocktake.read, { params: { id } })
  expect(stocktake).toMatchObject({
    name: 'Depot 2026',
    scope: 'Depot',
    expected: 4,
    seen: 0,
    closedAt: '',
    members: [],
  })
  expect(me).toBe('Noémie Chappuis')
  const expected = knownItems.filter((item) => item.expected)
  expect(expected.map((item) => item.id)).toEqual([...items])
  // The demo's first artwork and first car: `number` is what visitors type, if it is not the id.
  const listedNumbers = [101, 1].map((id) => knownItems.find((item) => item.id === id)?.number)
  expect(listedNumbers).toEqual([1, undefined])
  expect(expected.find((item) => item.id === a)).toMatchObject({ placeId: store.id })
  expect(expected.find((item) => item.id === c)).toMatchObject({ placeId: shelf.id })
  expect((await employee.call(api.stocktake.list))[0]).toMatchObject({ id, expected: 4 })
})

test('revalidates the data of a stocktake until items, places or counts change', async ({
  root,
  employee,
}) => {
  const { id, items } = await openStocktakeOfStore(root)
  let etag = ''
  const revalidate = async () => {
    const response = await employee.send(
      api.stocktake.read,
      { params: { id } },
      { 'if-none-match': etag },
    )
    etag = response.headers.get('etag') ?? ''
    return { status: response.status, text: await response.text() }
  }
  expect((await revalidate()).status).toBe(200)
  expect((await revalidate()).status).toBe(304)

  const [itemId = 0] = items
  await root.call(api.inventory.saveTags, { body: { itemId, tags: { location: '' } } })
  expect((await revalidate()).status).toBe(200)
  await addPlace(root, 'Kammer')
  expect((await revalidate()).text).toContain('Kammer')
  await root.call(api.stocktake.close, { params: { id } })
  expect((await revalidate()).text).toContain('"closedBy":"Claire')
})

test('expects the items of a view, and rejects an empty stocktake', async ({ root }) => {
  const empty = await addPlace(root, 'Leer')
  const open = (scope: { places: number[] } | { view: string; itemIds: number[] }) =>
    root.call(api.stocktake.open, { body: { name: 'Rundgang', scope } })
  const item = await addItem(root)
  expect(await open({ view: 'Blau', itemIds: [item, item, unknownId] })).toMatchObject({
    scope: 'View ‘Blau’',
    expected: 1,
  })
  await expect(open({ places: [empty.id] })).rejects.toMatchObject({ status: 409 })
  await expect(open({ places: [unknownId] })).rejects.toMatchObject({ status: 400 })
})

test('ignores facts that are sent again, and keeps the order of arrival', async ({
  root,
  employee,
}) => {
  const { id, store, items, seen } = await openStocktakeOfStore(root)
  const [first, second] = [seen(items[0], store.id), seen(items[1], store.id)]
  const answer = await send(employee, id, [first, second, first])
  expect(answer).toMatchObject({ last: second.id, more: false, campaign: { seen: 2 } })
  expect(answer.facts.map((fact) => fact.id)).toEqual([first.id, second.id])
  // The answer was lost, so the phone resends all facts with a new one.
  const third = seen(items[0], store.id)
  const secondAnswer = await send(employee, id, [first, second, third])
  expect(secondAnswer.facts.map((fact) => fact.id)).toEqual([first.id, second.id, third.id])
  // Another phone requests the facts it lacks.
  const others = await root.call(api.stocktake.facts, {
    params: { id },
    query: { since: second.id },
  })
  expect(others.facts).toMatchObject([{ id: third.id, by: 'Noémie Chappuis', itemId: items[0] }])
  expect(others.campaign.seen).toBe(2)
})

test('reports an unknown last fact, as after a restore, and stores the new facts', async ({
  root,
}) => {
  const { id, store, items, seen } = await openStocktakeOfStore(root)
  const fact = seen(items[0], store.id)
  expect(await send(root, id, [fact], crypto.randomUUID())).toMatchObject({
    facts: [],
    last: '',
    more: false,
  })
  expect((await send(root, id, [])).facts).toMatchObject([{ id: fact.id }])
  const { id: otherId } = await openStocktakeOfStore(root)
  expect(await send(root, otherId, [], fact.id)).toMatchObject({ last: '' })
})

test('numbers facts from several phones without gaps', async ({ root, employee }) => {
  const { id, store, items, seen } = await openStocktakeOfStore(root)
  const batches = Array.from({ length: 8 }, () =>
    Array.from({ length: 5 }, () => seen(items[0], store.id)),
  )
  await Promise.all(batches.map((facts, index) => send(index % 2 ? root : employee, id, facts)))
  const { facts, last } = await root.call(api.stocktake.facts, { params: { id }, query: {} })
  expect(last).toBe(facts.at(-1)?.id)
  expect(facts).toHaveLength(40)
  expect(facts.map((fact) => fact.id).sort()).toEqual(
    batches
      .flat()
      .map((fact) => fact.id)
      .sort(),
  )
})

test('finds the item of a code that the phone did not know', async ({ root, employee }) => {
  const { id, store } = await openStocktakeOfStore(root)
  const item = await addItem(root, { identifier: 'LG-NEU-1' })
  const factWithCode = (code: string) => newFact({ placeId: store.id, code })
  const { facts } = await send(employee, id, [
    factWithCode(' lg-neu-1'),
    factWithCode(`https://elsewhere.example/art/${toPublicNumber('art', item)}`),
    factWithCode('javascript:alert(1)'),
    newFact({ placeId: store.id, itemId: unknownId, code: 'gone' }),
  ])
  expect(facts.map(({ itemId }) => itemId)).toEqual([item, item, null, null])
  expect(facts[2]).toMatchObject({ code: 'javascript:alert(1)' })
})

test('resolves codes like the phone, and leaves ambiguous ones unknown', async ({ root }) => {
  const { id, store } = await openStocktakeOfStore(root)
  const item = await addItem(root, { identifier: 'QX-0042' })
  for (const identifier of ['QY-07', 'QY 7']) await addItem(root, { identifier })
  const codes = ['qx42', 'QX 042', 'qy7', '42', '—']
  const { facts } = await send(
    root,
    id,
    codes.map((code) => newFact({ placeId: store.id, code })),
  )
  expect(facts.map(({ itemId }) => itemId)).toEqual([item, item, null, null, null])
})

test('lets only members add facts, but everybody read', async ({ root, employee, admin }) => {
  const people = await root.call(api.tasks.people)
  const members = people
    .filter(({ name }) => name.startsWith('Matthias'))
    .map((person) => person.id)
  const scope = { view: 'x', itemIds: [await addItem(root)] }
  const { id } = await root.call(api.stocktake.open, { body: { name: 'Zu zweit', members, scope } })
  expect((await employee.call(api.stocktake.read, { params: { id } })).campaign.mayScan).toBe(false)
  await expect(send(employee, id, [newFact()])).rejects.toMatchObject({ status: 403 })
  expect((await send(employee, id, [])).facts).toEqual([])
  expect((await send(admin, id, [newFact()])).facts).toHaveLength(1)
})

test('moves items when movements are accepted, and undoes them together', async ({ root }) => {
  const { id, store, hall, items, seen } = await openStocktakeOfStore(root)
  const [a, b, c, d] = items
  const car = await addItem(root, { type_id: 1 })
  await send(
    root,
    id,
    [a, b, car].map((item) => seen(item, hall.id)),
  )
  const keys = [a, b, car].map((item) => `elsewhere ${item}`)
  const moved = await decide(root, id, [...keys, `elsewhere ${c}`, `missing ${c}`], 'moved')
  expect(moved).toMatchObject({
    decided: 3,
    left: [
      { key: `elsewhere ${c}`, reason: 'It is no longer a difference.' },
      { key: `missing ${c}`, reason: 'This decision is not possible here. Please choose another.' },
    ],
  })
  for (const item of [a, b, car]) expect(await readPlaceId(root, item)).toBe(hall.id)
  const { movements } = await root.call(api.places.movements, { query: { item: a } })
  expect(movements[0]).toMatchObject({ from: [store.id], to: [hall.id], reason: 'stocktake' })
  expect((await decide(root, id, keys, 'later')).left.map(({ reason }) => reason)).toEqual(
    keys.map(() => 'It has already been decided.'),
  )
  await root.call(api.stocktake.undo, { params: { id }, body: { batch: moved.batch } })
  expect([
    await readPlaceId(root, a),
    await readPlaceId(root, b),
    await readPlaceId(root, car),
  ]).toEqual([store.id, store.id, null])
  const { rows } = await root.call(api.stocktake.result, { params: { id }, query: {} })
  expect(rows.filter(({ decision }) => decision)).toEqual([])
  expect((await decide(root, id, [`missing ${d}`], 'later')).decided).toBe(1)
})

test('creates a task on the item, and deletes it with the undo', async ({ root }) => {
  const { id, items } = await openStocktakeOfStore(root)
  const [a, b] = items
  const remark = 'Riss im Rahmen'
  await send(root, id, [newFact({ kind: 'condition', itemId: b, condition: 'urgent', remark })])
  const { batch, decided } = await decide(root, id, [`missing ${a}`, `condition ${b}`], 'task')
  expect(decided).toBe(2)
  const listComments = async (itemId: number) =>
    root.call(api.comments.ofItem, { params: { id: itemId } })
  expect(await listComments(a)).toMatchObject([
    { comment: 'Stocktake ‘Depot 2026’: not found. Expected in: Depot.', task: {} },
  ])
  expect((await listComments(b))[0]?.comment).toContain(remark)
  const [task] = await listComments(b)
  await root.call(api.comments.remove, { body: { commentId: task?.id ?? 0 } })
  expect(await root.call(api.stocktake.undo, { params: { id }, body: { batch } })).toEqual({
    undone: 2,
  })
  expect(await listComments(a)).toEqual([])
})

test('stores facts that arrive after the end without counting them', async ({ root, employee }) => {
  const { id, store, items, seen } = await openStocktakeOfStore(root)
  await expect(employee.call(api.stocktake.close, { params: { id } })).rejects.toMatchObject({
    status: 403,
  })
  const { last } = await send(employee, id, [seen(items[0], store.id)])
  const closed = await root.call(api.stocktake.close, { params: { id } })
  expect(closed).toMatchObject({ seen: 1, closedAt: expect.stringMatching(/Z$/) })
  const { rows: before } = await root.call(api.stocktake.result, { params: { id }, query: {} })
  const remark = 'Riss'
  const condition = newFact({
    kind: 'condition',
    itemId: items[0],
    condition: 'urgent',
    remark,
    photo: true,
    by: 'Anna',
  })
  const answer = await send(employee, id, [seen(items[1], store.id), condition], last)
  expect(answer).toMatchObject({
    campaign: { seen: 1, late: 2 },
    facts: [{ late: true, itemId: items[1] }, {}],
  })
  // Root and admin see the late facts.
  const { rows } = await root.call(api.stocktake.result, { params: { id }, query: {} })
  expect(rows.filter(({ kind }) => kind !== 'late')).toEqual(before)
  expect(rows.filter(({ kind }) => kind === 'late')).toMatchObject([
    { itemId: items[1], seen: 'Depot', by: 'Noémie Chappuis', condition: '' },
    {
      itemId: items[0],
      by: 'Anna',
      condition: 'urgent',
      remark,
      photo: true,
      sentBy: 'Noémie Chappuis',
    },
  ])
  expect((await listChanges(root, 'item', items[1])).map(({ kind }) => kind)).not.toContain(
    'checked',
  )
  await expect(root.call(api.stocktake.close, { params: { id } })).rejects.toMatchObject({
    status: 409,
  })
})

test('decides differences of a closed stocktake, and undoes decisions', async ({ root }) => {
  const { id, items } = await openStocktakeOfStore(root)
  await root.call(api.stocktake.close, { params: { id } })
  const { batch, decided } = await decide(root, id, [`missing ${items[1]}`], 'later')
  expect(decided).toBe(1)
  expect(await root.call(api.stocktake.undo, { params: { id }, body: { batch } })).toEqual({
    undone: 1,
  })
})

test('creates one task per difference for concurrent decisions', async ({ root, admin }) => {
  const items = await Promise.all(Array.from({ length: 10 }, () => addItem(root)))
  const { id } = await root.call(api.stocktake.open, {
    body: { name: 'Zehn', scope: { view: 'x', itemIds: items } },
  })
  const keys = items.map((item) => `missing ${item}`)
  const outcomes = await Promise.all(
    [root, admin, root, admin].map((client) => decide(client, id, keys, 'task')),
  )
  expect(outcomes.map(({ decided }) => decided).toSorted()).toEqual([0, 0, 0, 10])
  const comments = await Promise.all(
    items.map((item) => root.call(api.comments.ofItem, { params: { id: item } })),
  )
  expect(comments.map(({ length }) => length)).toEqual(items.map(() => 1))
})

test('accepts each movement once for concurrent decisions and undos', async ({ root, admin }) => {
  const { id, store, hall, items, seen } = await openStocktakeOfStore(root)
  const [a, b] = items
  await send(
    root,
    id,
    [a, b].map((item) => seen(item, hall.id)),
  )
  const keys = [a, b].map((item) => `elsewhere ${item}`)
  const outcomes = await Promise.all(
    [root, admin, root].map((client) => decide(client, id, keys, 'moved')),
  )
  expect(outcomes.map(({ decided }) => decided).toSorted()).toEqual([0, 0, 2])
  const batch = outcomes.find(({ decided }) => decided > 0)?.batch ?? ''
  const undo = () => root.call(api.stocktake.undo, { params: { id }, body: { batch } })
  const undone = await Promise.all([undo(), undo()])
  expect(undone.map((answer) => answer.undone).toSorted()).toEqual([0, 2])
  expect([await readPlaceId(root, a), await readPlaceId(root, b)]).toEqual([store.id, store.id])
})

test('undoes movements while colleagues undo each of them', async ({ root, admin }) => {
  const itemIds = await Promise.all(Array.from({ length: 8 }, () => addItem(root)))
  const { id } = await root.call(api.stocktake.open, {
    body: { name: 'Acht', scope: { view: 'x', itemIds } },
  })
  const facts: SubmittedFact[] = []
  for (const itemId of itemIds)
    facts.push(newFact({ itemId, placeId: (await addPlace(root, 'Saal')).id }))
  await send(root, id, facts)
  const { batch, decided } = await decide(
    root,
    id,
    itemIds.map((item) => `elsewhere ${item}`),
    'moved',
  )
  expect(decided).toBe(itemIds.length)
  const imports = (await root.call(api.imports.list)).filter(
    ({ kind, undone }) => kind === 'change' && !undone,
  )
  const [undoOfAll, ...undosOfEach] = await Promise.all([
    root.send(api.stocktake.undo, { params: { id }, body: { batch } }),
    ...imports
      .slice(0, itemIds.length)
      .map((bulkChange) => admin.send(api.imports.undo, { body: { importId: bulkChange.id } })),
  ])
  expect(undoOfAll?.status).toBe(200)
  expect(
    undosOfEach.map(({ status }) => status).filter((status) => status !== 200 && status !== 409),
  ).toEqual([])
  for (const itemId of itemIds) expect(await readPlaceId(root, itemId)).toBeNull()
})

test('undoes tasks while colleagues mark them as done', async ({ root, admin }) => {
  const itemIds = await Promise.all(Array.from({ length: 20 }, () => addItem(root)))
  const { id } = await root.call(api.stocktake.open, {
    body: { name: 'Zwanzig', scope: { view: 'x', itemIds } },
  })
  const { batch } = await decide(
    root,
    id,
    itemIds.map((item) => `missing ${item}`),
    'task',
  )
  const comments = await Promise.all(
    itemIds.map((item) => root.call(api.comments.ofItem, { params: { id: item } })),
  )
  const tasks = comments.flat().map((comment) => comment.id)
  const undo = root.call(api.stocktake.undo, { params: { id }, body: { batch } })
  const ticks = tasks
    .toReversed()
    .map((commentId) => admin.send(api.comments.setDone, { body: { commentId, done: true } }))
  expect(await undo).toEqual({ undone: 20 })
  const statuses = (await Promise.all(ticks)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
})

test.each(['task', 'moved'] as const)(
  'writes nothing of a decision that can’t be recorded: %s',
  async (decision) => {
    await using server = await startTestServer()
    const root = await server.signIn('root')
    const { id, store, hall, items, seen } = await openStocktakeOfStore(root)
    const [a, b] = items
    await send(
      root,
      id,
      [a, b].map((item) => seen(item, hall.id)),
    )
    // An index makes the second row fail, like a crash between the rows. Both databases name an
    // expression index in their error.
    const index = sql`create unique index "a test error, made on purpose" on stocktake_decision ((stocktake_id + 0))`
    await server.inDatabase((db) => index.execute(db))
    const keys = [a, b].map((item) => `elsewhere ${item}`)
    await expect(decide(root, id, keys, decision)).rejects.toMatchObject({ status: 500 })
    expect([await readPlaceId(root, a), await readPlaceId(root, b)]).toEqual([store.id, store.id])
    for (const item of [a, b])
      expect(await root.call(api.comments.ofItem, { params: { id: item } })).toEqual([])
    const { rows } = await root.call(api.stocktake.result, { params: { id }, query: {} })
    expect(rows.filter((row) => row.decision)).toEqual([])
  },
)

test('skips movements that can’t be accepted, with the reason', async ({ root }) => {
  const { id, store, shelf, hall, items, seen } = await openStocktakeOfStore(root)
  const [a, b, c, d] = items
  const closet = newPlace('Schrank')
  const { id: closetId } = await root.call(api.places.add, { body: { place: closet } })
  await send(root, id, [
    seen(a, hall.id),
    seen(b, closetId),
    newFact({ itemId: c }),
    seen(d, hall.id),
  ])
  await root.call(api.places.save, { body: { id: closetId, place: { ...closet, archived: true } } })
  // The item gets a new identifier; the stocktake keeps the previous one.
  await root.call(api.inventory.saveInfo, { body: { itemId: d, data: newItem() } })
  await root.call(api.inventory.setArchived, { body: { itemIds: [d], archived: true } })
  const keys = [a, b, c, d].map((item) => `elsewhere ${item}`)
  const { decided, left } = await decide(root, id, keys, 'moved')
  expect(decided).toBe(1)
  expect(left.toSorted((a, b) => a.key.localeCompare(b.key))).toEqual([
    {
      key: keys[1],
      reason: 'The place ‘Schrank’ is archived. Please restore it first, or choose another.',
    },
    { key: keys[2], reason: 'It was seen without a place. Please move it on its page.' },
    { key: keys[3], reason: 'It is archived. Please restore it first.' },
  ])
  expect(await Promise.all(items.map((item) => readPlaceId(root, item)))).toEqual([
    hall.id,
    store.id,
    shelf.id,
    shelf.id,
  ])
})

test('creates tasks with assignee and due day, and rejects unknown assignees', async ({ root }) => {
  const { id, items } = await openStocktakeOfStore(root)
  const [assignee] = await root.call(api.tasks.people)
  const createTask = (task: TaskFields) =>
    root.call(api.stocktake.decide, {
      params: { id },
      body: { keys: [`missing ${items[0]}`], decision: 'task', task },
    })
  await expect(createTask({ assigneeId: unknownId })).rejects.toMatchObject({ status: 400 })
  const task = { assigneeId: assignee?.id ?? 0, due: '2099-05-31' }
  expect((await createTask(task)).decided).toBe(1)
  const comments = await root.call(api.comments.ofItem, { params: { id: items[0] } })
  expect(comments).toMatchObject([{ task: { assignee, due: task.due } }])
})

test('names places of the scope once, even if they are repeated or nested', async ({ root }) => {
  const { store, shelf } = await openStocktakeOfStore(root)
  const places = Array.from({ length: 2_000 }, (_, index) => (index % 2 ? store.id : shelf.id))
  const body = { name: 'Depot', scope: { places } }
  expect(await root.call(api.stocktake.open, { body })).toMatchObject({
    scope: 'Depot',
    expected: 4,
  })
})

test('lets only managers reopen a stocktake, and keeps late facts late', async ({
  root,
  employee,
}) => {
  const { id, store, items, seen } = await openStocktakeOfStore(root)
  await expect(root.call(api.stocktake.reopen, { params: { id } })).rejects.toMatchObject({
    status: 409,
  })
  await root.call(api.stocktake.close, { params: { id } })
  await send(employee, id, [seen(items[0], store.id)])
  await expect(employee.call(api.stocktake.reopen, { params: { id } })).rejects.toMatchObject({
    status: 403,
  })
  expect(await root.call(api.stocktake.reopen, { params: { id } })).toMatchObject({
    closedAt: '',
    closedBy: '',
    seen: 0,
    late: 1,
    mayScan: true,
  })
  const { campaign: stocktake, facts } = await send(employee, id, [seen(items[1], store.id)])
  expect(stocktake).toMatchObject({ seen: 1, late: 1 })
  expect(facts.map(({ late }) => late)).toEqual([true, undefined])
  await root.call(api.stocktake.close, { params: { id } })
  const kinds = (await root.call(api.audit.list, { query: {} })).entries.map(({ kind }) => kind)
  expect(kinds).toEqual(
    expect.arrayContaining(['stocktake-opened', 'stocktake-closed', 'stocktake-reopened']),
  )
})

test('rejects facts with ids of another stocktake, and stores the others', async ({ root }) => {
  const [{ id, store, items, seen }, other] = [
    await openStocktakeOfStore(root),
    await openStocktakeOfStore(root),
  ]
  const [first, second] = [seen(items[0], store.id), seen(items[1], store.id)]
  expect((await send(root, other.id, [first])).rejected).toEqual([])
  for (const _ of [1, 2]) {
    const { facts, rejected, campaign: stocktake } = await send(root, id, [first, second])
    expect(rejected).toEqual([{ id: first.id, reason: 'It belongs to another stocktake.' }])
    expect(facts.map((fact) => fact.id)).toEqual([second.id])
    expect(stocktake.seen).toBe(1)
  }
})

test('records scanner and sender of a fact sent for a colleague', async ({ root, employee }) => {
  const { id, store, items, seen } = await openStocktakeOfStore(root)
  const { facts } = await send(employee, id, [
    seen(items[0], store.id, { by: 'Anna Amberg' }),
    seen(items[1], store.id, { by: 'Noémie Chappuis' }),
    seen(items[2], store.id),
  ])
  expect(facts.map(({ by, sentBy }) => [by, sentBy])).toEqual([
    ['Anna Amberg', 'Noémie Chappuis'],
    ['Noémie Chappuis', ''],
    ['Noémie Chappuis', ''],
  ])
  const forged = { ...seen(items[3], store.id), sentBy: 'Anna Amberg' }
  await expect(send(employee, id, [forged])).rejects.toMatchObject({ status: 400 })
  const { rows } = await root.call(api.stocktake.result, { params: { id }, query: {} })
  expect(rows.find(({ itemId }) => itemId === items[0])).toMatchObject({
    by: 'Anna Amberg',
    sentBy: 'Noémie Chappuis',
  })
})

test('reports a dismissed code again once it is scanned again', async ({ root }) => {
  const { id, store } = await openStocktakeOfStore(root)
  const code = 'SBB-4711'
  const listUnknown = async () =>
    (await root.call(api.stocktake.result, { params: { id }, query: {} })).rows.filter(
      ({ kind }) => kind === 'unknown',
    )
  await send(root, id, [newFact({ code, placeId: store.id })])
  expect(await listUnknown()).toMatchObject([{ key: `unknown ${code}` }])
  const { facts } = await send(root, id, [newFact({ kind: 'dismissed', code })])
  expect(facts[1]).toMatchObject({ kind: 'dismissed', code, itemId: null })
  expect(await listUnknown()).toEqual([])
  await send(root, id, [newFact({ code, placeId: store.id })])
  expect((await decide(root, id, [`unknown ${code}`], 'dismissed')).decided).toBe(1)
  expect(await listUnknown()).toMatchObject([{ decision: { decision: 'dismissed' } }])
})

test('stores the time by the phone’s wrong clock and the time of arrival', async ({ root }) => {
  const { id, store, items, seen } = await openStocktakeOfStore(root)
  const seenAt = '2031-01-01T00:00:00.000Z'
  const { facts } = await send(root, id, [seen(items[0], store.id, { seenAt })])
  expect(facts[0]).toMatchObject({ seenAt, receivedAt: expect.not.stringContaining('2031') })
})

/** A number of lines that don't fit on a page. */
const moreLinesThanFit = 80

test('continues a remark higher than a page on the next one', async ({ root }) => {
  const { id, items } = await openStocktakeOfStore(root)
  const lines = Array.from({ length: 330 }, (_, n) => `W-${n}`)
  const remark = lines.join('\n')
  await send(root, id, [
    newFact({ kind: 'condition', itemId: items[0], condition: 'watch', remark }),
  ])
  const linesByPage = (await readReportPages(root, id, 'en')).map(
    ({ text }) => text.match(/W-\d+/g) ?? [],
  )
  expect(linesByPage.flat()).toEqual(lines)
  for (const linesOfPage of linesByPage) expect(linesOfPage.length).toBeLessThan(moreLinesThanFit)
})

/**
 * Closes a stocktake in which one item and an unknown code were scanned, and sends late facts three
 * days later: sightings of two other items, the dismissal of the code, a condition, and second
 * sightings of two items.
 */
async function sendLateFacts(server: TestServer, root: Client) {
  const { id, store, shelf, hall, items, seen } = await openStocktakeOfStore(root)
  const [a, b, c, d] = items
  await send(root, id, [newFact({ code: 'SBB-4711' }), seen(d, shelf.id)])
  await root.call(api.stocktake.close, { params: { id } })
  server.clock.advance(days(3))
  const arrivalDay = toDay(server.clock.now())
  const lateFacts = [
    seen(a, store.id),
    seen(b, hall.id),
    newFact({ kind: 'dismissed', code: 'SBB-4711' }),
    newFact({ kind: 'condition', itemId: c, condition: 'urgent' }),
    seen(a, store.id),
    seen(d, shelf.id),
  ]
  await send(root, id, lateFacts)
  server.clock.advance(days(2))
  return { id, items, arrivalDay, lateKeys: lateFacts.map((fact) => `late ${fact.id}`) }
}

describe('a stocktake over several days', () => {
  let server: TestServer
  let root: Client

  beforeAll(async () => {
    server = await startTestServer()
  })
  beforeEach(async () => {
    root = await server.signIn('root')
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const readStocktake = async (id: number) =>
    (await root.call(api.stocktake.list)).find((stocktake) => stocktake.id === id)

  const readResults = async (id: number) =>
    (await root.call(api.stocktake.result, { params: { id }, query: {} })).rows

  const listKeysWithoutLate = async (id: number) =>
    (await readResults(id)).filter(({ kind }) => kind !== 'late').map(({ key }) => key)

  test('counts chosen late facts like others', async () => {
    const { id, items, arrivalDay, lateKeys } = await sendLateFacts(server, root)
    const [a, b, c, d] = items
    const [firstKey = ''] = lateKeys
    const checkedDayOfD = await readCheckedDay(root, d)

    expect(await decide(root, id, [firstKey], 'counted')).toMatchObject({ decided: 1, left: [] })
    expect(await readStocktake(id)).toMatchObject({ seen: 2, late: 5 })
    expect(await listKeysWithoutLate(id)).toContain(`seen ${a}`)
    expect(await readCheckedDay(root, a)).toBe(arrivalDay)

    expect(await decide(root, id, lateKeys, 'counted')).toMatchObject({
      decided: 5,
      left: [{ key: firstKey, reason: 'It has already been decided.' }],
    })
    expect(await readStocktake(id)).toMatchObject({ seen: 3, late: 0 })
    expect(await listKeysWithoutLate(id)).toEqual([
      `missing ${c}`,
      `seen ${d}`,
      `seen ${a}`,
      `elsewhere ${b}`,
      `condition ${c}`,
    ])
    const lateRows = (await readResults(id)).filter(({ kind }) => kind === 'late')
    expect(lateRows.map(({ key, decision }) => [key, decision?.decision])).toEqual(
      lateKeys.map((key) => [key, 'counted']),
    )
    const { facts } = await root.call(api.stocktake.facts, { params: { id }, query: {} })
    expect(facts.filter((fact) => fact.late)).toEqual([])
    // It was seen before the end, so a late scan is not its first one.
    expect(await readCheckedDay(root, d)).toBe(checkedDayOfD)
  })

  test('undoes the counting of late facts, except of those that another call counted', async () => {
    const { id, items, lateKeys } = await sendLateFacts(server, root)
    const [a, b, c, d] = items
    const checkedDaysBefore = await Promise.all(items.map((item) => readCheckedDay(root, item)))
    const keysBefore = await listKeysWithoutLate(id)
    expect(keysBefore).toEqual([
      `missing ${a}`,
      `missing ${b}`,
      `missing ${c}`,
      `seen ${d}`,
      'unknown SBB-4711',
    ])
    const first = await decide(root, id, lateKeys.slice(0, 1), 'counted')
    const others = await decide(root, id, lateKeys, 'counted')
    const undo = ({ batch }: { batch: string }) =>
      root.call(api.stocktake.undo, { params: { id }, body: { batch } })

    await undo(first)
    expect(await listKeysWithoutLate(id)).toContain(`seen ${a}`)
    expect(await readCheckedDay(root, a)).not.toBe(checkedDaysBefore[0])
    await undo(others)
    expect(await listKeysWithoutLate(id)).toEqual(keysBefore)
    expect(await readStocktake(id)).toMatchObject({ seen: 1, late: 6 })
    expect(await readCheckedDay(root, b)).toBe(checkedDaysBefore[1])
  })

  test('sets Last checked with the first scan of an item only', async () => {
    const { id, store, items, seen } = await openStocktakeOfStore(root)
    server.clock.advance(days(3))
    const before = await readCheckedDay(root, items[0])
    await send(root, id, [newFact({ kind: 'condition', itemId: items[0], condition: 'good' })])
    expect(await readCheckedDay(root, items[0])).toBe(before)
    await send(root, id, [seen(items[0], store.id), seen(items[0], store.id)])
    const after = await readCheckedDay(root, items[0])
    expect(after).not.toBe(before)
    await send(root, id, [seen(items[0], store.id)])
    const kinds = (await listChanges(root, 'item', items[0])).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'checked')).toHaveLength(1)
  })

  test('keeps a later day of Last checked when counting a late fact and undoing it', async () => {
    const { id, store, items, seen } = await openStocktakeOfStore(root)
    const [a, b] = items
    await root.call(api.stocktake.close, { params: { id } })
    server.clock.advance(days(1))
    const late = [seen(a, store.id), seen(b, store.id)]
    await send(root, id, late)
    server.clock.advance(days(1))
    const check = (itemId: number) => root.call(api.inventory.setChecked, { body: { itemId } })
    const { checked: today } = await check(a)
    const keys = late.map((fact) => `late ${fact.id}`)
    const { batch } = await decide(root, id, keys, 'counted')
    expect(await readCheckedDay(root, a)).toBe(today)
    await check(b)
    await root.call(api.stocktake.undo, { params: { id }, body: { batch } })
    expect([await readCheckedDay(root, a), await readCheckedDay(root, b)]).toEqual([today, today])
  })

  test('sets Last checked with a scan after reopening, despite a late fact', async () => {
    const { id, store, items, seen } = await openStocktakeOfStore(root)
    await root.call(api.stocktake.close, { params: { id } })
    await send(root, id, [seen(items[0], store.id)])
    await root.call(api.stocktake.reopen, { params: { id } })
    server.clock.advance(days(1))
    await send(root, id, [seen(items[0], store.id)])
    expect(await readCheckedDay(root, items[0])).toBe(toDay(server.clock.now()))
  })

  const reportWords: Record<AssistantLanguage, readonly string[]> = {
    en: [
      'As of',
      'Missing (2)',
      'Seen elsewhere (1)',
      'Differences not yet decided 4',
      'Arrived after the end, not counted 2',
      'Counted after the end 1',
      // Not the person whose late fact was not counted.
      'Carried out by Anna Amberg, sent by Claire Aebischer; Claire Aebischer Expected',
      'Dismissed',
      'Signature',
    ],
    de: [
      'Stand',
      'Inventur',
      'Fehlend (2)',
      'Andernorts gesehen (1)',
      'Saal',
      'WLAN-Passwort',
      'Zu beobachten: Wurmlöcher',
      'Noch nicht entschiedene Differenzen 4',
      'Anna Amberg, gesendet von Claire Aebischer',
      'Unterschrift',
    ],
    fr: [
      'État au',
      'Récolement',
      'Manquants (2)',
      'Vus ailleurs (1)',
      'Différences à décider 4',
      'Anna Amberg, envoyé par Claire Aebischer',
      'Lieu et date',
    ],
  }

  test('prints differences, decisions, late facts, people and date in each language', async () => {
    const { id, store, hall, items, seen } = await openStocktakeOfStore(root)
    const [a, b, c, d] = items
    await send(root, id, [
      seen(a, hall.id, { by: 'Anna Amberg' }),
      newFact({ code: 'WLAN-Passwort', placeId: hall.id }),
      newFact({ kind: 'condition', itemId: a, condition: 'watch', remark: 'Wurmlöcher' }),
    ])
    await decide(root, id, [`missing ${b}`], 'later')
    await root.call(api.stocktake.close, { params: { id } })
    const countedFact = seen(c, store.id)
    const uncountedFacts = [
      newFact({ kind: 'dismissed', code: 'SBB-4711' }),
      seen(d, store.id, { by: 'Luca Bernasconi' }),
    ]
    await send(root, id, [countedFact, ...uncountedFacts])
    await decide(root, id, [`late ${countedFact.id}`], 'counted')
    server.clock.advance(days(5))

    const format = { dateStyle: 'long', timeStyle: 'short', timeZone: museumTimeZone } as const
    for (const lang of ['en', 'de', 'fr'] as const) {
      const formatNow = () =>
        new Intl.DateTimeFormat(`${lang}-CH`, format).format(server.clock.now())
      const before = formatNow()
      const report = await fetchReport(root, id, lang)
      for (const word of reportWords[lang]) expect(report).toContain(word)
      // Either minute, because a minute may end during the test.
      expect([before, formatNow()].filter((time) => report.includes(time))).not.toEqual([])
    }
  })
})
