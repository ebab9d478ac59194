// @module-tag postgres-with-all

import { api, labelSheets, type PlaceInput, placeLimits, toDay } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, restoreChange, undoChange } from '../../../test/history.ts'
import { addItem, addPlace, newPlace } from '../../../test/inventory.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { test } from '../../../test/server.ts'

const readDetails = (client: Client, id: number) =>
  client.call(api.inventory.details, { params: { id } })
const move = (client: Client, ids: number[], to: number | null, options = {}) =>
  client.call(api.places.move, { body: { ids, to, reason: 'display', ...options } })
const listMovements = async (client: Client, item: number) =>
  (await client.call(api.places.movements, { query: { item } })).movements

test('records a movement with its reason, and its undo as a movement back', async ({
  root,
  employee,
}) => {
  const hall = await addPlace(root, 'Halle Nord')
  const box = await addPlace(root, 'Kiste 7', { kind: 'box', parent_id: hall.id })
  const [car, art] = [await addItem(root, { type_id: 1 }), await addItem(root)]
  await move(root, [car, art], hall.id)
  const moved = await move(employee, [car, art], box.id, { reason: 'loan', backOn: '2099-01-31' })
  expect(moved).toMatchObject({ moved: 2, unchanged: 0, left: [] })
  expect(moved.importIds).toHaveLength(2)
  expect(await readDetails(employee, art)).toMatchObject({
    placeId: box.id,
    tags: { location: 'Kiste 7' },
  })
  expect(await listMovements(employee, art)).toMatchObject([
    { from: [hall.id], to: [hall.id, box.id], reason: 'loan', backOn: '2099-01-31' },
    { from: [], to: [hall.id], reason: 'display', backOn: '' },
  ])
  const [change] = await listChanges(employee, 'item', art)
  expect(change).toMatchObject({
    kind: 'moved',
    fields: [{ field: 'Location', before: 'Halle Nord', after: 'Halle Nord › Kiste 7' }],
  })
  const listAwayIds = async () => (await employee.call(api.places.away)).map(({ item }) => item.id)
  expect(await listAwayIds()).toEqual(expect.arrayContaining([car, art]))
  for (const importId of moved.importIds)
    await employee.call(api.imports.undo, { body: { importId } })
  expect(await readDetails(employee, art)).toMatchObject({
    placeId: hall.id,
    tags: { location: 'Halle Nord' },
  })
  expect((await listMovements(employee, art))[0]).toMatchObject({
    from: [hall.id, box.id],
    to: [hall.id],
  })
  expect(await listAwayIds()).not.toContain(art)
  expect((await move(employee, [art], hall.id)).unchanged).toBe(1)
})

test('restores the expected return when a movement is undone', async ({ root }) => {
  const [hall, borrower] = [
    await addPlace(root, 'Halle Süd'),
    await addPlace(root, 'Leihnehmer', { kind: 'outside' }),
  ]
  const id = await addItem(root)
  const readBackOn = async () =>
    (await root.call(api.places.away)).find(({ item }) => item.id === id)?.backOn
  await move(root, [id], borrower.id, { reason: 'loan', backOn: '2099-01-31' })
  const { importIds } = await move(root, [id], hall.id)
  expect(await readBackOn()).toBeUndefined()
  for (const importId of importIds) await root.call(api.imports.undo, { body: { importId } })
  expect(await readBackOn()).toBe('2099-01-31')
  await move(root, [id], hall.id)
  const [change] = await listChanges(root, 'item', id)
  await undoChange(root, 'item', id, change)
  expect(await readBackOn()).toBe('2099-01-31')
  // Moving the item elsewhere removes the expected return.
  await root.call(api.inventory.saveTags, { body: { itemId: id, tags: { location: 'Halle Süd' } } })
  expect(await readBackOn()).toBeUndefined()
})

test('changes the expected return without a movement', async ({ root, employee }) => {
  const borrower = await addPlace(root, 'Kunsthaus', { kind: 'outside' })
  const id = await addItem(root)
  const expectBack = (backOn: string) =>
    employee.call(api.places.expectBack, { body: { itemId: id, backOn } })
  await expect(expectBack('2099-01-31')).rejects.toMatchObject({ status: 409 })
  await move(root, [id], borrower.id, { reason: 'loan', backOn: '2099-01-31' })
  expect(await expectBack('2099-03-31')).toEqual({ before: '2099-01-31' })
  const away = async () => (await root.call(api.places.away)).filter(({ item }) => item.id === id)
  expect(await away()).toMatchObject([
    { reason: 'loan', backOn: '2099-03-31', from: [borrower.id], to: [borrower.id] },
  ])
  expect((await readDetails(root, id)).placeId).toBe(borrower.id)
  await expectBack('')
  expect(await away()).toEqual([])
  for (const backOn of ['0002-12-31', '2026-02-30'])
    await expect(expectBack(backOn)).rejects.toMatchObject({ status: 400 })
})

test('prefers an exact code, and archives a place whose items are all archived', async ({
  root,
}) => {
  const [plain, accented] = [
    await addPlace(root, 'Ost', { code: 'OST-E' }),
    await addPlace(root, 'West', { code: 'OST-É' }),
  ]
  const id = await addItem(root)
  const save = (location: string, itemId = id) =>
    root.call(api.inventory.saveTags, { body: { itemId, tags: { location } } })
  for (const { code, id: expected } of [plain, accented]) {
    await save(code.toLowerCase())
    expect((await readDetails(root, id)).placeId).toBe(expected)
  }
  const { version, count: _, id: placeId, ...place } = accented
  const archive = () =>
    root.call(api.places.save, {
      body: { id: placeId, version, place: { ...place, archived: true } as PlaceInput },
    })
  await expect(archive()).rejects.toMatchObject({ status: 409 })
  await root.call(api.inventory.setArchived, { body: { itemIds: [id], archived: true } })
  expect(await archive()).toMatchObject({ archived: true })
  await expect(save('West', await addItem(root))).rejects.toMatchObject({
    body: { obj: { fields: { 'tags.location': expect.stringContaining('is archived') } } },
  })
})

test('resolves a typed location by code, path or name, or suggests similar places', async ({
  root,
  employee,
}) => {
  const hall = await addPlace(root, 'Grosser Saal', { code: 'GS-1' })
  const [first, second] = [
    await addPlace(root, 'Fach 1', { code: 'GS-F1', parent_id: hall.id }),
    await addPlace(root, 'Fach 1', { code: 'KS-F1' }),
  ]
  const id = await addItem(employee)
  const save = (location: string) =>
    employee.call(api.inventory.saveTags, { body: { itemId: id, tags: { location } } })
  const placeId = async () => (await readDetails(employee, id)).placeId
  for (const text of ['gs-1', ' grosser  SAAL ']) {
    await save('')
    expect(await placeId()).toBeNull()
    await save(text)
    expect(await placeId()).toBe(hall.id)
  }
  await save('Grosser Saal › Fach 1')
  expect(await placeId()).toBe(first.id)
  await save('Fach 1')
  expect(await placeId()).toBe(first.id)
  await save('KS-F1')
  expect(await placeId()).toBe(second.id)
  await save('grosser saal')
  await expect(save('Fach 1')).rejects.toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/Several places.*GS-F1.*KS-F1/) },
  })
  await expect(save('Groser Saal')).rejects.toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Did you mean ‘Grosser Saal’ (GS-1)?') },
  })
  await expect(save('Mars')).rejects.toMatchObject({ status: 400 })
  expect(await placeId()).toBe(hall.id)
})

test('resolves places in uploads and bulk changes, and rejects unknown ones', async ({ root }) => {
  const hall = await addPlace(root, 'Importhalle')
  const identifier = crypto.randomUUID()
  const upload = (location: string, dryRun = false) =>
    root.call(api.imports.uploadArt, { body: { data: [{ identifier, location }], dryRun } })
  expect((await upload('Importhale', true)).refused[0]?.reason).toContain('‘Importhalle’')
  const [created] = (await upload('importhalle')).created
  expect(created?.identifier).toBe(identifier)
  const [item] = await root.call(api.places.contents, { params: { id: hall.id }, query: {} })
  expect(item).toMatchObject({ identifier, placeId: hall.id })
  const change = (value: string) => ({ what: 'attribute' as const, key: 'location', value })
  const changeLocation = (value: string) =>
    root.call(api.imports.changeMany, {
      body: { type: 'art', ids: [item?.id ?? 0], change: change(value) },
    })
  await expect(changeLocation('Nirgendwo')).rejects.toMatchObject({ status: 400 })
  expect((await changeLocation(' ')).changed).toHaveLength(1)
  expect(await readDetails(root, item?.id ?? 0)).toMatchObject({ placeId: null })
})

test('reads the place of an item, and the contents of a hall, on a past day', async ({ root }) => {
  const [hall, store] = [await addPlace(root, 'Saal A'), await addPlace(root, 'Lager A')]
  const id = await addItem(root)
  await move(root, [id], hall.id, { day: '2026-03-01' })
  await move(root, [id], store.id, { day: '2026-05-01' })
  const readPath = async (day: string) =>
    (await root.call(api.places.whereabouts, { query: { item: id, day } })).path
  expect(await readPath('2026-02-28')).toEqual([])
  expect(await readPath('2026-03-01')).toEqual([hall.id])
  expect(await readPath('2026-05-01')).toEqual([store.id])
  const listContentIds = async (place: number, day?: string) =>
    (
      await root.call(api.places.contents, { params: { id: place }, query: day ? { day } : {} })
    ).map((item) => item.id)
  expect(await listContentIds(hall.id, '2026-04-15')).toEqual([id])
  expect(await listContentIds(hall.id, '2026-02-01')).toEqual([])
  expect(await listContentIds(hall.id)).toEqual([])
  expect(await listContentIds(store.id, '2026-04-15')).toEqual([])
  expect(await listContentIds(store.id)).toEqual([id])
})

test('moves the items in a moved place, and keeps past locations', async ({ root }) => {
  const [hall, store] = [await addPlace(root, 'Saal B'), await addPlace(root, 'Lager B')]
  const shelf = await addPlace(root, 'Regal B', { kind: 'shelf', parent_id: hall.id })
  const box = await addPlace(root, 'Kiste B', { kind: 'box', parent_id: shelf.id })
  const [lent, other] = [await addItem(root), await addItem(root, { type_id: 1 })]
  const loan = { reason: 'loan', backOn: '2099-01-31', day: '2026-03-01' }
  await move(root, [lent, other], box.id, loan)
  const { id, version, count: _, ...place } = shelf
  const moveShelf = (parent_id: number, version: number, reason?: 'store') =>
    root.call(api.places.save, {
      body: { id, version, reason, place: { ...place, kind: 'shelf', parent_id } },
    })
  const moved = await moveShelf(store.id, version, 'store')

  const [inHall, inStore] = [
    [hall.id, shelf.id, box.id],
    [store.id, shelf.id, box.id],
  ]
  for (const item of [lent, other])
    expect(await listMovements(root, item)).toMatchObject([
      { from: inHall, to: inStore, reason: 'store', by: expect.stringMatching(/\S/), backOn: '' },
      { from: [], to: inHall, reason: 'loan' },
    ])
  expect(await readDetails(root, lent)).toMatchObject({ placeId: box.id, version: 2 })
  const listMovementsOfPlace = async (id: number) => {
    const { movements } = await root.call(api.places.movements, { query: { place: id } })
    return movements.map(({ item, reason }) => `${item.id} ${reason}`).sort()
  }
  const carried = [`${lent} store`, `${other} store`]
  expect(await listMovementsOfPlace(store.id)).toEqual(carried)
  expect(await listMovementsOfPlace(hall.id)).toEqual(
    [`${lent} loan`, `${other} loan`, ...carried].sort(),
  )

  const listContents = (place: number, day?: string) =>
    root.call(api.places.contents, { params: { id: place }, query: day ? { day } : {} })
  const listContentIds = async (place: number, day?: string) =>
    (await listContents(place, day)).map((item) => item.id).sort()
  expect([await listContentIds(hall.id), await listContentIds(store.id)]).toEqual([
    [],
    [lent, other],
  ])
  expect([
    await listContentIds(hall.id, '2026-04-01'),
    await listContentIds(store.id, '2026-04-01'),
  ]).toEqual([[lent, other], []])
  expect((await listContents(shelf.id, '2026-04-01'))[0]).toMatchObject({
    placeId: box.id,
    path: inHall,
  })
  const readPath = async (day: string) =>
    (await root.call(api.places.whereabouts, { query: { item: lent, day } })).path
  expect([await readPath('2026-04-01'), await readPath('2099-01-01')]).toEqual([inHall, inStore])
  // The expected returns are unchanged.
  expect((await root.call(api.places.away)).map(({ item }) => item.id)).toEqual(
    expect.arrayContaining([lent, other]),
  )

  await moveShelf(hall.id, moved.version)
  expect((await listMovements(root, lent))[0]).toMatchObject({
    from: inStore,
    to: inHall,
    reason: 'correction',
  })
})

test('rejects cycles, duplicate codes and archiving a place with contents', async ({ root }) => {
  const outer = await addPlace(root, 'Aussen')
  const inner = await addPlace(root, 'Innen', { parent_id: outer.id, code: 'IN-1' })
  const save = (place: { id: number }, changes: Partial<PlaceInput>) =>
    root.call(api.places.save, { body: { id: place.id, place: { ...newPlace(), ...changes } } })
  await expect(save(outer, { parent_id: inner.id })).rejects.toMatchObject({ status: 400 })
  await expect(save(outer, { parent_id: outer.id })).rejects.toMatchObject({ status: 400 })
  await expect(save(outer, { code: 'in-1' })).rejects.toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining('code ‘in-1’'),
      obj: { fields: { 'place.code': expect.stringContaining('code ‘in-1’') } },
    },
  })
  await expect(save(outer, { archived: true })).rejects.toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('0 items, 1 place.') },
  })
  const id = await addItem(root)
  await move(root, [id], inner.id)
  await expect(save(inner, { archived: true, parent_id: outer.id })).rejects.toMatchObject({
    status: 409,
  })
  await move(root, [id], null)
  await save(inner, { archived: true, parent_id: outer.id, name: 'Innen' })
  await expect(move(root, [id], inner.id)).rejects.toMatchObject({ status: 400 })
  await save(outer, { archived: true })
  await expect(save(inner, { archived: false, parent_id: outer.id })).rejects.toMatchObject({
    status: 400,
  })
  await save(outer, { archived: false })
})

test('rejects a place that is nested too deep', async ({ root }) => {
  let deepestId = (await addPlace(root, 'Ebene 1')).id
  for (let level = 2; level <= placeLimits.levels; level++)
    deepestId = (await addPlace(root, `Ebene ${level}`, { parent_id: deepestId })).id
  await expect(addPlace(root, 'Zu tief', { parent_id: deepestId })).rejects.toMatchObject({
    status: 400,
  })
})

test('renames a place in its items without recording a change of the items', async ({
  root,
  employee,
}) => {
  const hall = await addPlace(root, 'Alter Name')
  const id = await addItem(root)
  await move(root, [id], hall.id)
  const before = await readDetails(root, id)
  const { id: _, version, count: __, ...place } = hall
  const renamed = await root.call(api.places.save, {
    body: { id: hall.id, version, place: { ...place, kind: 'hall', name: 'Neuer Name' } },
  })
  expect(await readDetails(employee, id)).toMatchObject({
    tags: { location: 'Neuer Name' },
    version: before.version,
  })
  const hits = await employee.call(api.search.everything, { query: { q: 'Neuer Name' } })
  expect(JSON.stringify(hits)).toContain(`"id":${id}`)
  await expect(
    root.call(api.places.save, { body: { id: hall.id, version, place: newPlace('Dritter') } }),
  ).rejects.toMatchObject({
    status: 409,
    body: { obj: { current: { name: 'Neuer Name', version: renamed.version } } },
  })
  const [latest] = await listChanges(root, 'place', hall.id)
  expect(latest?.fields).toMatchObject([
    { field: 'Name', before: 'Alter Name', after: 'Neuer Name' },
  ])
  await undoChange(root, 'place', hall.id, latest)
  expect(await readDetails(employee, id)).toMatchObject({ tags: { location: 'Alter Name' } })
  // The move can still be undone.
  const [moved] = await listChanges(root, 'item', id)
  expect(moved).toMatchObject({ kind: 'moved', state: 'undoable' })
  await undoChange(root, 'item', id, moved)
  expect(await readDetails(employee, id)).toMatchObject({ placeId: null })
})

test('rejects showing the location to visitors, also by an undo', async ({ root, server }) => {
  const attributes = await root.call(api.attributes.list, { params: { type: 'art' } })
  const location = attributes.find(({ tag_key }) => tag_key === 'location')
  if (!location) throw new Error('There is no location.')
  const { id, version, tag_key: _, order_key: __, retired: ___, ...attribute } = location
  await expect(
    root.call(api.attributes.save, {
      body: { id, version, attribute: { ...attribute, audience: 'visitors' } },
    }),
  ).rejects.toMatchObject({ status: 400 })

  // Simulates a change from before places were rows, when the attribute could have any audience.
  await root.call(api.attributes.save, {
    body: { id, version, attribute: { ...attribute, labels: { en: 'Place' } } },
  })
  await server.inDatabase(async (db) => {
    const { before, after, ...change } = await db
      .selectFrom('change')
      .selectAll()
      .where('subject', '=', 'attribute')
      .where('subject_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const shown = JSON.stringify({ ...JSON.parse(before ?? '{}'), audience: 'visitors' })
    await db.updateTable('change').set({ before: shown }).where('id', '=', change.id).execute()
  })
  const [hidden] = await listChanges(root, 'attribute', id)
  await expect(undoChange(root, 'attribute', id, hidden)).rejects.toMatchObject({ status: 400 })
  await expect(restoreChange(root, 'attribute', id, hidden)).rejects.toMatchObject({ status: 400 })
})

test('prints code, path and QR code on the label of a place', async ({ root, server }) => {
  const hall = await addPlace(root, 'Halle West', { code: 'HW' })
  const shelf = await addPlace(root, 'Regal 4', {
    code: 'HW-R4',
    kind: 'shelf',
    parent_id: hall.id,
  })
  const box = await addPlace(root, 'Kiste 12', {
    code: 'HW-R4-K12',
    kind: 'box',
    parent_id: shelf.id,
  })
  const sheet = labelSheets['three-by-seven'].sheet
  const print = (ids: number[]) => root.send(api.papers.placeLabels, { body: { ids, sheet } })
  const read = async (ids: number[]) =>
    (await readPdf(new Uint8Array(await (await print(ids)).arrayBuffer()), { codes: true }))[0]
  expect((await read([hall.id, shelf.id, box.id]))?.text).toContain('Regal 4')
  const page = await read([box.id])
  expect(page?.text).toMatch(/Kiste 12 Halle West › Regal 4 HW-R4-K12/)
  expect(page?.address).toBe(`${server.url}/places/${box.id}`)
  expect((await print([2_147_483_647])).status).toBe(404)
})

test('revalidates the lists of a place and of items away', async ({ root }) => {
  const [museum, other] = [await addPlace(root, 'Museum A'), await addPlace(root, 'Museum B')]
  const [hall, loan] = [
    await addPlace(root, 'Saal', { parent_id: museum.id }),
    await addPlace(root, 'Leihnehmer'),
  ]
  const [id, away] = [await addItem(root), await addItem(root)]
  await move(root, [id], hall.id)
  await move(root, [away], loan.id, { reason: 'loan', backOn: '2099-01-31' })
  const day = toDay(new Date())
  const requests = [
    (known: string) => root.send(api.places.away, {}, { 'if-none-match': known }),
    (known: string) =>
      root.send(
        api.places.contents,
        { params: { id: museum.id }, query: {} },
        { 'if-none-match': known },
      ),
    (known: string) =>
      root.send(
        api.places.contents,
        { params: { id: museum.id }, query: { day } },
        { 'if-none-match': known },
      ),
  ]
  const knownEtags = ['', '', '']
  /** Requests all lists with the latest entity tags; returns their statuses and texts. */
  const requestAll = async () => {
    const answers = await Promise.all(
      requests.map((request, index) => request(knownEtags[index] ?? '')),
    )
    for (const [index, { headers }] of answers.entries())
      knownEtags[index] = headers.get('etag') ?? ''
    return {
      statuses: answers.map(({ status }) => status),
      texts: await Promise.all(answers.map((answer) => answer.text())),
    }
  }
  expect((await requestAll()).statuses).toEqual([200, 200, 200])
  expect((await requestAll()).statuses).toEqual([304, 304, 304])

  await root.call(api.places.expectBack, { body: { itemId: away, backOn: '2099-02-28' } })
  expect((await requestAll()).texts[0]).toContain('2099-02-28')
  await root.call(api.inventory.saveTags, { body: { itemId: id, tags: { location: 'Museum A' } } })
  expect((await requestAll()).texts[1]).toContain(`"placeId":${museum.id}`)
  await move(root, [id], hall.id)
  const { version, count: _, id: placeId, ...place } = hall
  await requestAll()
  await root.call(api.places.save, {
    body: { id: placeId, version, place: { ...place, parent_id: other.id } as PlaceInput },
  })
  expect((await requestAll()).texts.slice(1)).toEqual(['[]', '[]'])
})
