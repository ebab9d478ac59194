// @module-tag postgres

import { addDays, api, type CallInput, type ConditionCheck, toDay } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem, addPlace, newFact, newItem } from '../../../test/inventory.ts'
import { createPictureFile, toFile } from '../../../test/media-files.ts'
import { parseCsv } from '../../../test/parse-csv.ts'
import { startTestServer, type TestServer, test } from '../../../test/server.ts'
import { days, hours } from '../../base/clock.ts'
import { compareProjections } from '../../projections/index.ts'

const inspection = { state: 'watch', occasion: 'inspection' } as const
const listAll = (client: Client, itemId: number) =>
  client.call(api.conditions.ofItem, { params: { id: itemId } })
const list = async (client: Client, itemId: number) => (await listAll(client, itemId)).checks
type NewCheck = CallInput<typeof api.conditions.add>['body']
const add = (client: Client, body: NewCheck) => client.call(api.conditions.add, { body })
const addPhoto = async (client: Client, itemId: number, key: string, file?: File) =>
  client.call(api.conditions.addPhoto, {
    body: { itemId, key },
    file: file ?? (await createPictureFile()),
  })
const setRemoved = (client: Client, id: number, removed: boolean) =>
  client.call(api.conditions.setRemoved, { body: { id, removed } })
const toSaved = ({ id, version, day, state, occasion, remark }: ConditionCheck) => ({
  ...{ id, version, day, state, occasion, remark },
})
const readChecked = async (client: Client, id: number) =>
  (await client.call(api.inventory.details, { params: { id } })).checked
const readColumn = async (client: Client, itemId: number) => {
  const { ids, fields, gaps } = await client.call(api.inventory.artColumns)
  const { values = [], places = [] } = fields.condition_check ?? {}
  const isUrgent = gaps.condition?.includes(itemId) ?? false
  return [values[(places[ids.indexOf(itemId)] ?? 0) - 1], isUrgent] as const
}
const expectNothingStale = async (server: TestServer) =>
  expect(await server.inDatabase((db) => compareProjections(db, server.clock))).toEqual([])

test('adds a check as of today, with its author, and sets when the item was last checked', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const today = toDay(server.clock.now())
  await add(clerk, { itemId, state: 'good', day: addDays(today, -700) })
  expect(await readChecked(clerk, itemId)).toBe(today)
  await add(clerk, { itemId, state: 'urgent', remark: 'Riss im Rahmen', occasion: 'beforeLoan' })
  expect(await list(clerk, itemId)).toMatchObject([
    {
      ...{ day: today, state: 'urgent', occasion: 'beforeLoan', remark: 'Riss im Rahmen' },
      ...{ first_name: 'Noémie', last_name: 'Chappuis', photos: [], version: 1, mayEdit: true },
    },
    { day: addDays(today, -700), state: 'good', occasion: 'inspection' },
  ])
})

test('sets ‘Last checked’ to the day of a later check, and an edit leaves it', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const itemId = await addItem(clerk)
  const added = toDay(server.clock.now())
  server.clock.advance(days(10))
  await add(clerk, { itemId, ...inspection, day: addDays(added, 4) })
  expect(await readChecked(clerk, itemId)).toBe(addDays(added, 4))
  const [check] = await list(clerk, itemId)
  if (!check) throw new Error('no check')
  await clerk.call(api.conditions.edit, { body: { ...toSaved(check), day: addDays(added, 9) } })
  expect(await readChecked(clerk, itemId)).toBe(addDays(added, 4))
})

test('rejects wrong input with a reason, and stores nothing', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const archived = await addItem(clerk)
  await clerk.call(api.inventory.setArchived, { body: { itemIds: [archived], archived: true } })
  const tomorrow = addDays(toDay(server.clock.now()), 1)
  const attempts = [
    [{ itemId, ...inspection, day: tomorrow }, 400, 'future'],
    [{ itemId, ...inspection, remark: 'x'.repeat(5_000) }, 400, 'at most 2000 characters'],
    [{ itemId, state: 'bad' }, 400, 'choose a condition'],
    [{ itemId, ...inspection, colour: 'red' }, 400, 'colour'],
    [{ itemId: archived, ...inspection }, 409, 'archived'],
    [{ itemId: 2_000_000, ...inspection }, 404, 'no such item'],
  ] as const
  for (const [body, status, message] of attempts) {
    const answer = await clerk.fetch('/api/inventory/add-condition', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(message)])
  }
  const text = toFile('no picture', 'photo.jpg')
  await expect(addPhoto(clerk, itemId, crypto.randomUUID(), text)).rejects.toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('not a picture') },
  })
  await expect(addPhoto(clerk, 2_000_000, crypto.randomUUID())).rejects.toMatchObject({
    status: 404,
  })
  expect(await listAll(clerk, itemId)).toEqual({ checks: [], removed: [] })
  expect(await list(clerk, archived)).toEqual([])
})

test('adds a check and its photo once, sent twice and in any order', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const [key, photo] = [crypto.randomUUID(), await createPictureFile()]
  const { name } = await addPhoto(clerk, itemId, key, photo)
  expect(await list(clerk, itemId)).toEqual([])
  const first = await add(clerk, { itemId, key, ...inspection })
  expect(await add(clerk, { itemId, key, ...inspection, remark: 'again' })).toEqual(first)
  await addPhoto(clerk, itemId, key, photo)
  const [check, ...others] = await list(clerk, itemId)
  expect([check, others]).toMatchObject([{ remark: '', photos: [{ name }] }, []])
  expect(check?.photos[0]?.width).toBeGreaterThan(0)
  // A photo of a check is no picture of the item.
  const { pictures } = await clerk.call(api.inventory.details, { params: { id: itemId } })
  expect(pictures).toEqual([])

  const other = await addItem(clerk)
  await expect(add(clerk, { itemId: other, key, ...inspection })).rejects.toMatchObject({
    status: 409,
  })
  await expect(addPhoto(clerk, other, key)).rejects.toMatchObject({ status: 409 })
  await expectNothingStale(server)
})

test('shows photos to staff only, by their session or the media cookie', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const { name } = await addPhoto(clerk, itemId, crypto.randomUUID())
  for (const size of ['thumbnail', 'medium', 'screen']) {
    const path = `/api/image/earlier/${name}?size=${size}`
    const shown = await clerk.fetch(path)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ])
    expect((await server.fetch(path)).status).toBe(404)
  }
  for (const path of [`/api/image/${itemId}?v=${name}`, `/api/image/thumbnail/${itemId}?v=${name}`])
    expect((await server.fetch(path)).status).toBe(404)
})

test('lets authors change their check for a day, and managers always', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const itemId = await addItem(clerk)
  const { id } = await add(clerk, { itemId, ...inspection, remark: 'Riss' })
  const { id: ofRoot } = await add(root, { itemId, ...inspection })
  const read = async (client: Client) =>
    (await list(client, itemId)).find((check) => check.id === id) as ConditionCheck
  const edit = async (client: Client, changes: Partial<ReturnType<typeof toSaved>>) =>
    client.call(api.conditions.edit, { body: { ...toSaved(await read(client)), ...changes } })

  await edit(clerk, { remark: 'Riss im Rahmen' })
  await expect(edit(clerk, { id: ofRoot, version: 1 })).rejects.toMatchObject({ status: 403 })
  await expect(edit(clerk, { version: 1, remark: 'stale' })).rejects.toMatchObject({
    status: 409,
    body: { obj: { current: { remark: 'Riss im Rahmen' }, changedBy: 'Noémie Chappuis' } },
  })
  await expect(edit(clerk, { day: '2999-01-01' })).rejects.toMatchObject({ status: 400 })

  server.clock.advance(hours(25))
  await expect(edit(clerk, { remark: 'later' })).rejects.toMatchObject({ status: 403 })
  await expect(setRemoved(clerk, id, true)).rejects.toMatchObject({
    status: 403,
  })
  const [change] = await listChanges(clerk, 'condition', id)
  expect(change).toMatchObject({
    state: 'forbidden',
    fields: [{ field: 'Remark', before: 'Riss', after: 'Riss im Rahmen' }],
  })
  await expect(undoChange(clerk, 'condition', id, change)).rejects.toMatchObject({ status: 403 })
  expect(await read(clerk)).not.toHaveProperty('mayEdit')

  await edit(root, { state: 'urgent' })
  expect((await listChanges(root, 'condition', id))[0]?.fields).toMatchObject([
    { field: 'Condition', before: 'Watch', after: 'Urgent' },
  ])
  await undoChange(root, 'condition', id, change)
  expect(await read(root)).toMatchObject({ remark: 'Riss', state: 'urgent', version: 4 })
})

test('records added and removed photos, and an undo brings them back', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const key = crypto.randomUUID()
  const { id } = await add(clerk, { itemId, key, ...inspection })
  const { name } = await addPhoto(clerk, itemId, key)
  const [check] = await list(clerk, itemId)
  if (!check) throw new Error('no check')
  await clerk.call(api.conditions.edit, { body: { ...toSaved(check), photos: [] } })
  expect((await list(clerk, itemId))[0]?.photos).toEqual([])
  const [removal, addition] = await listChanges(clerk, 'condition', id)
  expect(removal?.fields).toMatchObject([
    { field: 'Photos', before: '1', after: '', pictures: { before: name, after: null } },
  ])
  expect(addition).toMatchObject({ kind: 'picture', fields: [{ before: '', after: '1' }] })
  expect((await clerk.fetch(`/api/image/earlier/${name}`)).status).toBe(200)
  await undoChange(clerk, 'condition', id, removal)
  expect((await list(clerk, itemId))[0]?.photos).toMatchObject([{ name }])
  await expectNothingStale(server)
})

test('removes a check, restores it for 30 days, and purges it then', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const itemId = await addItem(clerk)
  const word = `Zyx${crypto.randomUUID().slice(0, 8)}`
  const { id } = await add(clerk, { itemId, state: 'urgent', remark: word })
  const count = async () =>
    (await clerk.call(api.search.everything, { query: { q: word } })).condition.count
  expect([await count(), ...(await readColumn(clerk, itemId))]).toEqual([1, 'Urgent', true])
  await setRemoved(clerk, id, true)
  expect([await count(), ...(await readColumn(clerk, itemId))]).toEqual([0, undefined, false])
  expect(await listAll(clerk, itemId)).toMatchObject({
    checks: [],
    removed: [{ id, removed: expect.stringMatching(/Z$/) }],
  })
  await setRemoved(clerk, id, false)
  expect([await count(), ...(await readColumn(clerk, itemId))]).toEqual([1, 'Urgent', true])

  await setRemoved(root, id, true)
  server.clock.advance(days(31))
  const later = await server.signIn('root')
  const restore = () => setRemoved(later, id, false)
  await expect(restore()).rejects.toMatchObject({ status: 409 })
  await server.runDueJobs()
  await expect(restore()).rejects.toMatchObject({ status: 404 })
  await expectNothingStale(server)
})

test('finds a check by its words, with the item and the author', async ({ employee: clerk }) => {
  const item = newItem()
  const itemId = await addItem(clerk, item)
  const word = `Zyx${crypto.randomUUID().slice(0, 8)}`
  const { id } = await add(clerk, { itemId, state: 'watch', remark: `Der ${word} ist locker.` })
  const { condition } = await clerk.call(api.search.everything, { query: { q: word } })
  expect(condition).toMatchObject({
    count: 1,
    hits: [
      {
        ...{ id, item_id: itemId, title: { text: `${item.identifier} ${item.name}` } },
        lines: [{ label: '', text: `Der ${word} ist locker.` }],
      },
    ],
  })
})

test('shows the latest condition in lists and CSV files', async ({ server, employee: clerk }) => {
  const itemId = await addItem(clerk)
  const today = toDay(server.clock.now())
  const csv = async () => {
    const file = await clerk.send(api.inventory.artCsv, {
      body: { ids: [itemId], columns: ['name', 'condition_check'], delimiter: 'comma' },
    })
    return parseCsv(Buffer.from(await file.arrayBuffer()).toString())[0]?.condition_check
  }
  expect([await readColumn(clerk, itemId), await csv()]).toEqual([[undefined, false], ''])
  await add(clerk, { itemId, state: 'watch' })
  // Reported later, but seen earlier.
  await add(clerk, { itemId, state: 'urgent', day: addDays(today, -1) })
  expect([await readColumn(clerk, itemId), await csv()]).toEqual([['Watch', false], 'Watch'])
  await expectNothingStale(server)
})

test('keeps an urgent condition in the list ‘To complete’ until its task is done', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const isUrgent = async () => (await readColumn(clerk, itemId))[1]
  const { id } = await add(clerk, { itemId, state: 'urgent', remark: 'Riss', day: '2026-05-31' })
  const countGaps = async () =>
    (await clerk.call(api.home.read)).gaps.find(
      ({ rule, type }) => rule === 'condition' && type === 'art',
    )?.count
  const count = (await countGaps()) ?? 0
  const task = { due: '2099-05-31' }
  const { commentId } = await clerk.call(api.conditions.makeTask, { body: { id, task } })
  const again = clerk.call(api.conditions.makeTask, { body: { id, task } })
  await expect(again).rejects.toMatchObject({ status: 409 })
  expect(await clerk.call(api.comments.ofItem, { params: { id: itemId } })).toMatchObject([
    { id: commentId, comment: 'Condition on Sunday, 31 May 2026: Urgent.\nRiss', task },
  ])
  expect(await list(clerk, itemId)).toMatchObject([{ task: { commentId } }])
  expect(await isUrgent()).toBe(true)

  const setDone = (done: boolean) => clerk.call(api.comments.setDone, { body: { commentId, done } })
  await setDone(true)
  expect([await isUrgent(), await countGaps()]).toEqual([false, count > 1 ? count - 1 : undefined])
  await setDone(false)
  expect([await isUrgent(), await countGaps()]).toEqual([true, count])
  await setDone(true)
  await clerk.call(api.comments.remove, { body: { commentId } })
  expect(await isUrgent()).toBe(true)
  await clerk.call(api.comments.restore, { body: { commentId } })
  expect(await isUrgent()).toBe(false)

  await add(clerk, { itemId, state: 'urgent' })
  expect(await isUrgent()).toBe(true)
  await clerk.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  expect(await isUrgent()).toBe(false)
  await clerk.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: false } })
  await add(clerk, { itemId, state: 'good', occasion: 'treatment' })
  expect(await readColumn(clerk, itemId)).toEqual(['Good', false])
  await expectNothingStale(server)
})

test('turns conditions reported in a stocktake into checks, once and in any order', async ({
  server,
  root,
  employee: clerk,
}) => {
  const [place, itemId, second] = [
    await addPlace(root, 'Depot'),
    await addItem(root),
    await addItem(root),
  ]
  await root.call(api.places.move, { body: { ids: [itemId], to: place.id, reason: 'store' } })
  const params = await root.call(api.stocktake.open, {
    body: { name: 'Depot', scope: { places: [place.id] } },
  })
  const send = (facts: ReturnType<typeof newFact>[]) =>
    clerk.call(api.stocktake.send, { params, body: { since: '', facts } })
  const fact = newFact({
    ...{ kind: 'condition', itemId, condition: 'urgent', remark: 'Holzwurm', photo: true },
    seenAt: '2026-05-31T22:30:00.000Z',
  })
  const photo = await createPictureFile()
  const { name } = await addPhoto(clerk, itemId, fact.id, photo)
  await send([fact])
  const { facts } = await send([fact])
  await addPhoto(clerk, itemId, fact.id, photo)
  const [check, ...others] = await list(root, itemId)
  expect(others).toEqual([])
  expect(check).toMatchObject({
    ...{ day: '2026-06-01', state: 'urgent', occasion: 'stocktake', remark: 'Holzwurm' },
    ...{ first_name: 'Noémie', photos: [{ name }] },
  })
  expect(facts).toMatchObject([{ condition: 'urgent', remark: 'Holzwurm', photo: true }])

  await root.call(api.conditions.edit, {
    body: { ...toSaved(check as ConditionCheck), remark: 'Alter Holzwurm', state: 'watch' },
  })
  const { rows } = await root.call(api.stocktake.result, { params, query: {} })
  expect(rows.find(({ kind }) => kind === 'condition')).toMatchObject({
    ...{ condition: 'watch', remark: 'Alter Holzwurm' },
  })
  const stored = await server.inDatabase((db) =>
    db.selectFrom('stocktake_fact').selectAll().where('id', '=', fact.id).executeTakeFirst(),
  )
  expect(stored).toMatchObject({ condition: '', remark: '' })

  await root.call(api.stocktake.close, { params })
  const late = newFact({
    ...{ kind: 'condition', itemId: second, condition: 'good', by: 'Anna', remark: 'spät' },
    seenAt: '2999-01-01T00:00:00.000Z',
  })
  await send([
    late,
    newFact({ kind: 'condition', code: 'unbekannt', condition: 'good', remark: '?' }),
  ])
  expect(await list(root, second)).toMatchObject([
    { state: 'good', first_name: 'Anna', remark: 'spät', day: toDay(server.clock.now()) },
  ])
  const answer = await send([])
  expect(answer.facts.slice(-2)).toMatchObject([
    { condition: 'good', remark: 'spät' },
    { condition: 'good', remark: '?' },
  ])
  await expectNothingStale(server)
})

test('the task of a condition in a stocktake settles the gap', async ({ root }) => {
  const itemId = await addItem(root)
  const params = await root.call(api.stocktake.open, {
    body: { name: 'View', scope: { view: 'View', itemIds: [itemId] } },
  })
  const fact = newFact({ kind: 'condition', itemId, condition: 'urgent' })
  await root.call(api.stocktake.send, { params, body: { since: '', facts: [fact] } })
  const keys = [`condition ${itemId}`]
  await root.call(api.stocktake.decide, { params, body: { keys, decision: 'task' } })
  const [check] = await list(root, itemId)
  const commentId = check?.task?.commentId ?? 0
  expect((await readColumn(root, itemId))[1]).toBe(true)
  await root.call(api.comments.setDone, { body: { commentId, done: true } })
  expect((await readColumn(root, itemId))[1]).toBe(false)
})

test('deletes the checks of an item with it, and the photos that nothing else uses', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  const key = crypto.randomUUID()
  await add(root, { itemId, key, ...inspection, remark: 'Zyxgone' })
  const { name } = await addPhoto(root, itemId, key)
  await root.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  server.clock.advance(days(31))
  const again = await server.signIn('root')
  await again.call(api.inventory.remove, { params: { id: itemId } })
  expect((await again.fetch(`/api/image/earlier/${name}`)).status).toBe(404)
  const { condition } = await again.call(api.search.everything, { query: { q: 'Zyxgone' } })
  expect(condition.count).toBe(0)
  await expectNothingStale(server)
})
