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

type NewCheck = CallInput<typeof api.conditions.add>['body']

const inspection = { state: 'watch', occasion: 'inspection' } as const
/** The id of no item. */
const unknownId = 2_000_000

/** Lists the checks of an item, and separately those that were removed. */
const listChecksAndRemoved = (client: Client, itemId: number) =>
  client.call(api.conditions.ofItem, { params: { id: itemId } })

const listChecks = async (client: Client, itemId: number) =>
  (await listChecksAndRemoved(client, itemId)).checks

const readOnlyCheck = async (client: Client, itemId: number): Promise<ConditionCheck> => {
  const [check, ...others] = await listChecks(client, itemId)
  expect(others).toEqual([])
  return check ?? expect.fail('there is no check')
}

const addCheck = (client: Client, body: NewCheck) => client.call(api.conditions.add, { body })

const addPhoto = async (client: Client, itemId: number, key: string, file?: File) =>
  client.call(api.conditions.addPhoto, {
    body: { itemId, key },
    file: file ?? (await createPictureFile()),
  })

const setRemoved = (client: Client, id: number, removed: boolean) =>
  client.call(api.conditions.setRemoved, { body: { id, removed } })

const toConditionToSave = ({ id, version, day, state, occasion, remark }: ConditionCheck) => ({
  id,
  version,
  day,
  state,
  occasion,
  remark,
})

const readLastChecked = async (client: Client, id: number) =>
  (await client.call(api.inventory.details, { params: { id } })).checked

/** The condition of an item in lists, and whether it is in the list 'To complete'. */
const readListedCondition = async (client: Client, itemId: number) => {
  const { ids, fields, gaps } = await client.call(api.inventory.artColumns)
  // Each place is the number of a value, counted from 1; 0 for none.
  const { values = [], places = [] } = fields.condition_check ?? {}
  const valueNumber = places[ids.indexOf(itemId)] ?? 0
  return {
    condition: values[valueNumber - 1],
    isIncomplete: gaps.condition?.includes(itemId) ?? false,
  }
}

const expectProjectionsUpToDate = async (server: TestServer) =>
  expect(await server.inDatabase((db) => compareProjections(db, server.clock))).toEqual([])

test('adds a check with its author, of today unless a day is given', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const today = toDay(server.clock.now())
  const longAgo = addDays(today, -700)
  await addCheck(clerk, { itemId, state: 'good', day: longAgo })
  // An item counts as checked on the day on which it was added.
  expect(await readLastChecked(clerk, itemId)).toBe(today)
  await addCheck(clerk, {
    itemId,
    state: 'urgent',
    remark: 'Riss im Rahmen',
    occasion: 'beforeLoan',
  })
  expect(await listChecks(clerk, itemId)).toMatchObject([
    {
      day: today,
      state: 'urgent',
      occasion: 'beforeLoan',
      remark: 'Riss im Rahmen',
      first_name: 'Noémie',
      last_name: 'Chappuis',
      photos: [],
      version: 1,
      mayEdit: true,
    },
    { day: longAgo, state: 'good', occasion: 'inspection' },
  ])
})

test('sets ‘Last checked’ to the day of a later check, and an edit leaves it', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const itemId = await addItem(clerk)
  const dayOfItem = toDay(server.clock.now())
  const [dayOfCheck, editedDay] = [addDays(dayOfItem, 4), addDays(dayOfItem, 9)]
  server.clock.advance(days(10))
  await addCheck(clerk, { itemId, ...inspection, day: dayOfCheck })
  expect(await readLastChecked(clerk, itemId)).toBe(dayOfCheck)
  const check = await readOnlyCheck(clerk, itemId)
  await clerk.call(api.conditions.edit, { body: { ...toConditionToSave(check), day: editedDay } })
  expect(await readLastChecked(clerk, itemId)).toBe(dayOfCheck)
})

test('rejects wrong input with a reason, and stores nothing', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const archivedId = await addItem(clerk)
  await clerk.call(api.inventory.setArchived, { body: { itemIds: [archivedId], archived: true } })
  const tomorrow = addDays(toDay(server.clock.now()), 1)
  const attempts = [
    [{ itemId, ...inspection, day: tomorrow }, 400, 'future'],
    [{ itemId, ...inspection, remark: 'x'.repeat(5_000) }, 400, 'at most 2000 characters'],
    [{ itemId, state: 'bad' }, 400, 'choose a condition'],
    [{ itemId, ...inspection, colour: 'red' }, 400, 'colour'],
    [{ itemId: archivedId, ...inspection }, 409, 'archived'],
    [{ itemId: unknownId, ...inspection }, 404, 'no such item'],
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
  await expect(addPhoto(clerk, unknownId, crypto.randomUUID())).rejects.toMatchObject({
    status: 404,
  })
  expect(await listChecksAndRemoved(clerk, itemId)).toEqual({ checks: [], removed: [] })
  expect(await listChecks(clerk, archivedId)).toEqual([])
})

test('adds a check and its photo once if both are sent twice, in any order', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const [key, photo] = [crypto.randomUUID(), await createPictureFile()]
  const { name } = await addPhoto(clerk, itemId, key, photo)
  expect(await listChecks(clerk, itemId)).toEqual([])
  const firstAnswer = await addCheck(clerk, { itemId, key, ...inspection })
  expect(await addCheck(clerk, { itemId, key, ...inspection, remark: 'again' })).toEqual(
    firstAnswer,
  )
  await addPhoto(clerk, itemId, key, photo)
  const check = await readOnlyCheck(clerk, itemId)
  expect(check).toMatchObject({ remark: '', photos: [{ name }] })
  expect(check.photos[0]?.width).toBeGreaterThan(0)
  // A photo of a check is no picture of the item.
  const { pictures } = await clerk.call(api.inventory.details, { params: { id: itemId } })
  expect(pictures).toEqual([])
  await expectProjectionsUpToDate(server)
})

test('rejects the key of a check or photo for another item', async ({ employee: clerk }) => {
  const [itemId, otherId] = [await addItem(clerk), await addItem(clerk)]
  const key = crypto.randomUUID()
  await addCheck(clerk, { itemId, key, ...inspection })
  await expect(addCheck(clerk, { itemId: otherId, key, ...inspection })).rejects.toMatchObject({
    status: 409,
  })
  await expect(addPhoto(clerk, otherId, key)).rejects.toMatchObject({ status: 409 })
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

type CheckChanges = Partial<ReturnType<typeof toConditionToSave>>

/** Edits the only check of an item. */
const editCheck = async (client: Client, itemId: number, changes: CheckChanges) => {
  const check = await readOnlyCheck(client, itemId)
  return client.call(api.conditions.edit, { body: { ...toConditionToSave(check), ...changes } })
}

test('rejects an edit of an older version, of others’ checks, and of a future day', async ({
  root,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  await addCheck(clerk, { itemId, ...inspection, remark: 'Riss' })
  await editCheck(clerk, itemId, { remark: 'Riss im Rahmen' })
  await expect(editCheck(clerk, itemId, { version: 1, remark: 'outdated' })).rejects.toMatchObject({
    status: 409,
    body: { obj: { current: { remark: 'Riss im Rahmen' }, changedBy: 'Noémie Chappuis' } },
  })
  await expect(editCheck(clerk, itemId, { day: '2999-01-01' })).rejects.toMatchObject({
    status: 400,
  })

  const itemOfRoot = await addItem(root)
  await addCheck(root, { itemId: itemOfRoot, ...inspection })
  await expect(editCheck(clerk, itemOfRoot, { remark: 'Riss' })).rejects.toMatchObject({
    status: 403,
  })
})

test('lets authors change their check for a day, and managers always', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const itemId = await addItem(clerk)
  const { id } = await addCheck(clerk, { itemId, ...inspection, remark: 'Riss' })
  await editCheck(clerk, itemId, { remark: 'Riss im Rahmen' })

  server.clock.advance(hours(25))
  await expect(editCheck(clerk, itemId, { remark: 'later' })).rejects.toMatchObject({
    status: 403,
  })
  await expect(setRemoved(clerk, id, true)).rejects.toMatchObject({ status: 403 })
  const [change] = await listChanges(clerk, 'condition', id)
  expect(change).toMatchObject({
    state: 'forbidden',
    fields: [{ field: 'Remark', before: 'Riss', after: 'Riss im Rahmen' }],
  })
  await expect(undoChange(clerk, 'condition', id, change)).rejects.toMatchObject({ status: 403 })
  expect(await readOnlyCheck(clerk, itemId)).not.toHaveProperty('mayEdit')

  await editCheck(root, itemId, { state: 'urgent' })
  const [changeByRoot] = await listChanges(root, 'condition', id)
  expect(changeByRoot?.fields).toMatchObject([
    { field: 'Condition', before: 'Watch', after: 'Urgent' },
  ])
  await undoChange(root, 'condition', id, change)
  expect(await readOnlyCheck(root, itemId)).toMatchObject({ remark: 'Riss', state: 'urgent' })
})

test('records added and removed photos, and restores them by undo', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const key = crypto.randomUUID()
  const { id } = await addCheck(clerk, { itemId, key, ...inspection })
  const { name } = await addPhoto(clerk, itemId, key)
  const check = await readOnlyCheck(clerk, itemId)
  await clerk.call(api.conditions.edit, { body: { ...toConditionToSave(check), photos: [] } })
  expect((await readOnlyCheck(clerk, itemId)).photos).toEqual([])
  const [removal, addition] = await listChanges(clerk, 'condition', id)
  expect(removal?.fields).toMatchObject([
    { field: 'Photos', before: '1', after: '', pictures: { before: name, after: null } },
  ])
  expect(addition).toMatchObject({ kind: 'picture', fields: [{ before: '', after: '1' }] })
  expect((await clerk.fetch(`/api/image/earlier/${name}`)).status).toBe(200)
  await undoChange(clerk, 'condition', id, removal)
  expect((await readOnlyCheck(clerk, itemId)).photos).toMatchObject([{ name }])
  await expectProjectionsUpToDate(server)
})

test('lets a removed check be restored for 30 days, then purges it', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const itemId = await addItem(clerk)
  const word = `Zyx${crypto.randomUUID().slice(0, 8)}`
  const { id } = await addCheck(clerk, { itemId, state: 'urgent', remark: word })
  const expectShown = async (isShown: boolean) => {
    const { condition } = await clerk.call(api.search.everything, { query: { q: word } })
    expect(condition.count).toBe(isShown ? 1 : 0)
    expect(await readListedCondition(clerk, itemId)).toEqual({
      condition: isShown ? 'Urgent' : undefined,
      isIncomplete: isShown,
    })
  }
  await expectShown(true)
  await setRemoved(clerk, id, true)
  await expectShown(false)
  expect(await listChecksAndRemoved(clerk, itemId)).toMatchObject({
    checks: [],
    removed: [{ id, removed: expect.stringMatching(/Z$/) }],
  })
  await setRemoved(clerk, id, false)
  await expectShown(true)

  await setRemoved(root, id, true)
  server.clock.advance(days(31))
  const laterRoot = await server.signIn('root')
  const restore = () => setRemoved(laterRoot, id, false)
  await expect(restore()).rejects.toMatchObject({ status: 409 })
  await server.runDueJobs()
  await expect(restore()).rejects.toMatchObject({ status: 404 })
  await expectProjectionsUpToDate(server)
})

test('finds a check by its words, with the item and the author', async ({ employee: clerk }) => {
  const item = newItem()
  const itemId = await addItem(clerk, item)
  const word = `Zyx${crypto.randomUUID().slice(0, 8)}`
  const { id } = await addCheck(clerk, {
    itemId,
    state: 'watch',
    remark: `Der ${word} ist locker.`,
  })
  const { condition } = await clerk.call(api.search.everything, { query: { q: word } })
  expect(condition).toMatchObject({
    count: 1,
    hits: [
      {
        id,
        item_id: itemId,
        title: { text: `${item.identifier} ${item.name}` },
        lines: [{ label: '', text: `Der ${word} ist locker.` }],
      },
    ],
  })
})

test('shows the latest condition in lists and CSV files', async ({ server, employee: clerk }) => {
  const itemId = await addItem(clerk)
  const today = toDay(server.clock.now())
  const readCsv = async () => {
    const file = await clerk.send(api.inventory.artCsv, {
      body: { ids: [itemId], columns: ['name', 'condition_check'], delimiter: 'comma' },
    })
    return parseCsv(Buffer.from(await file.arrayBuffer()).toString())[0]?.condition_check
  }
  expect(await readListedCondition(clerk, itemId)).toEqual({
    condition: undefined,
    isIncomplete: false,
  })
  expect(await readCsv()).toBe('')
  await addCheck(clerk, { itemId, state: 'watch' })
  // This check is added later, but is of an earlier day.
  await addCheck(clerk, { itemId, state: 'urgent', day: addDays(today, -1) })
  expect(await readListedCondition(clerk, itemId)).toEqual({
    condition: 'Watch',
    isIncomplete: false,
  })
  expect(await readCsv()).toBe('Watch')
  await expectProjectionsUpToDate(server)
})

const isIncomplete = async (client: Client, itemId: number) =>
  (await readListedCondition(client, itemId)).isIncomplete

const setTaskDone = (client: Client, commentId: number, done: boolean) =>
  client.call(api.comments.setDone, { body: { commentId, done } })

test('makes one task of a check, as a comment', async ({ employee: clerk }) => {
  const itemId = await addItem(clerk)
  const { id } = await addCheck(clerk, {
    itemId,
    state: 'urgent',
    remark: 'Riss',
    day: '2026-05-31',
  })
  const task = { due: '2099-05-31' }
  const makeTask = () => clerk.call(api.conditions.makeTask, { body: { id, task } })
  const { commentId } = await makeTask()
  await expect(makeTask()).rejects.toMatchObject({ status: 409 })
  expect(await clerk.call(api.comments.ofItem, { params: { id: itemId } })).toMatchObject([
    { id: commentId, comment: 'Condition on Sunday, 31 May 2026: Urgent.\nRiss', task },
  ])
  expect(await readOnlyCheck(clerk, itemId)).toMatchObject({ task: { commentId } })
})

test('keeps an urgent condition in the list ‘To complete’ until its task is done', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const { id } = await addCheck(clerk, { itemId, state: 'urgent' })
  const countGaps = async () => {
    const { gaps } = await clerk.call(api.home.read)
    return gaps.find(({ rule, type }) => rule === 'condition' && type === 'art')?.count ?? 0
  }
  const gapCount = await countGaps()
  const { commentId } = await clerk.call(api.conditions.makeTask, { body: { id, task: {} } })
  expect(await isIncomplete(clerk, itemId)).toBe(true)

  await setTaskDone(clerk, commentId, true)
  expect(await isIncomplete(clerk, itemId)).toBe(false)
  expect(await countGaps()).toBe(gapCount - 1)
  await setTaskDone(clerk, commentId, false)
  expect(await isIncomplete(clerk, itemId)).toBe(true)
  expect(await countGaps()).toBe(gapCount)

  await setTaskDone(clerk, commentId, true)
  await clerk.call(api.comments.remove, { body: { commentId } })
  expect(await isIncomplete(clerk, itemId)).toBe(true)
  await clerk.call(api.comments.restore, { body: { commentId } })
  expect(await isIncomplete(clerk, itemId)).toBe(false)
  await expectProjectionsUpToDate(server)
})

test('takes an item off the list ‘To complete’ while archived, and once its condition is good', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const setArchived = (archived: boolean) =>
    clerk.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived } })
  await addCheck(clerk, { itemId, state: 'urgent' })
  expect(await isIncomplete(clerk, itemId)).toBe(true)
  await setArchived(true)
  expect(await isIncomplete(clerk, itemId)).toBe(false)
  await setArchived(false)
  expect(await isIncomplete(clerk, itemId)).toBe(true)
  await addCheck(clerk, { itemId, state: 'good', occasion: 'treatment' })
  expect(await readListedCondition(clerk, itemId)).toEqual({
    condition: 'Good',
    isIncomplete: false,
  })
  await expectProjectionsUpToDate(server)
})

/** Opens a stocktake of a place with an item. */
async function openStocktake(root: Client) {
  const place = await addPlace(root, `Depot ${crypto.randomUUID().slice(0, 8)}`)
  const itemId = await addItem(root)
  await root.call(api.places.move, { body: { ids: [itemId], to: place.id, reason: 'store' } })
  const params = await root.call(api.stocktake.open, {
    body: { name: 'Depot', scope: { places: [place.id] } },
  })
  return { itemId, params }
}

type Stocktake = Awaited<ReturnType<typeof openStocktake>>

const sendFacts = (client: Client, { params }: Stocktake, facts: ReturnType<typeof newFact>[]) =>
  client.call(api.stocktake.send, { params, body: { since: '', facts } })

test('turns a condition reported in a stocktake into a check, once', async ({
  server,
  root,
  employee: clerk,
}) => {
  const stocktake = await openStocktake(root)
  const { itemId } = stocktake
  const fact = newFact({
    kind: 'condition',
    itemId,
    condition: 'urgent',
    remark: 'Holzwurm',
    photo: true,
    // Past midnight in Zurich, so on 1 June.
    seenAt: '2026-05-31T22:30:00.000Z',
  })
  const photo = await createPictureFile()
  const { name } = await addPhoto(clerk, itemId, fact.id, photo)
  await sendFacts(clerk, stocktake, [fact])
  const { facts } = await sendFacts(clerk, stocktake, [fact])
  await addPhoto(clerk, itemId, fact.id, photo)

  expect(await readOnlyCheck(root, itemId)).toMatchObject({
    day: '2026-06-01',
    state: 'urgent',
    occasion: 'stocktake',
    remark: 'Holzwurm',
    first_name: 'Noémie',
    photos: [{ name }],
  })
  expect(facts).toMatchObject([{ condition: 'urgent', remark: 'Holzwurm', photo: true }])
  await expectProjectionsUpToDate(server)
})

test('shows an edited check in the result of the stocktake, and stores it once', async ({
  server,
  root,
  employee: clerk,
}) => {
  const stocktake = await openStocktake(root)
  const { itemId, params } = stocktake
  const fact = newFact({ kind: 'condition', itemId, condition: 'urgent', remark: 'Holzwurm' })
  await sendFacts(clerk, stocktake, [fact])
  const edited = { remark: 'Alter Holzwurm', state: 'watch' } as const
  await editCheck(root, itemId, edited)

  const { rows } = await root.call(api.stocktake.result, { params, query: {} })
  const conditionRow = rows.find(({ kind }) => kind === 'condition')
  expect(conditionRow).toMatchObject({ condition: edited.state, remark: edited.remark })
  // The fact refers to the check, which stores condition and remark.
  const storedFact = await server.inDatabase((db) =>
    db.selectFrom('stocktake_fact').selectAll().where('id', '=', fact.id).executeTakeFirst(),
  )
  expect(storedFact).toMatchObject({ condition: '', remark: '' })
})

test('accepts conditions after a stocktake is closed, and replaces a future day by today', async ({
  server,
  root,
  employee: clerk,
}) => {
  const stocktake = await openStocktake(root)
  const itemId = await addItem(root)
  await root.call(api.stocktake.close, { params: stocktake.params })
  await sendFacts(clerk, stocktake, [
    newFact({
      kind: 'condition',
      itemId,
      condition: 'good',
      by: 'Anna',
      remark: 'spät',
      seenAt: '2999-01-01T00:00:00.000Z',
    }),
    newFact({ kind: 'condition', code: 'unbekannt', condition: 'good', remark: '?' }),
  ])
  expect(await readOnlyCheck(root, itemId)).toMatchObject({
    state: 'good',
    first_name: 'Anna',
    remark: 'spät',
    day: toDay(server.clock.now()),
  })
  const { facts } = await sendFacts(clerk, stocktake, [])
  expect(facts).toMatchObject([
    { condition: 'good', remark: 'spät' },
    { condition: 'good', remark: '?' },
  ])
  await expectProjectionsUpToDate(server)
})

test('takes an item off the list ‘To complete’ once its task from a stocktake is done', async ({
  root,
}) => {
  const itemId = await addItem(root)
  const params = await root.call(api.stocktake.open, {
    body: { name: 'View', scope: { view: 'View', itemIds: [itemId] } },
  })
  const fact = newFact({ kind: 'condition', itemId, condition: 'urgent' })
  await sendFacts(root, { itemId, params }, [fact])
  const rowKeys = [`condition ${itemId}`]
  await root.call(api.stocktake.decide, { params, body: { keys: rowKeys, decision: 'task' } })
  const { task } = await readOnlyCheck(root, itemId)
  expect(await isIncomplete(root, itemId)).toBe(true)
  await setTaskDone(root, task?.commentId ?? expect.fail(), true)
  expect(await isIncomplete(root, itemId)).toBe(false)
})

test('deletes the checks of an item with it, and the photos that nothing else uses', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  const key = crypto.randomUUID()
  await addCheck(root, { itemId, key, ...inspection, remark: 'Zyxgone' })
  const { name } = await addPhoto(root, itemId, key)
  await root.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  server.clock.advance(days(31))
  const laterRoot = await server.signIn('root')
  await laterRoot.call(api.inventory.remove, { params: { id: itemId } })
  expect((await laterRoot.fetch(`/api/image/earlier/${name}`)).status).toBe(404)
  const { condition } = await laterRoot.call(api.search.everything, { query: { q: 'Zyxgone' } })
  expect(condition.count).toBe(0)
  await expectProjectionsUpToDate(server)
})
