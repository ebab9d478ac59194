// @module-tag postgres

import { api, createEmptyState, EditConflict, itemFields, toDay } from '@vitrine/contract'
import { expect } from 'vitest'
import { listChanges } from '../../../test/history.ts'
import { addItem, newItem, removeAllItems } from '../../../test/inventory.ts'
import { createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, test } from '../../../test/server.ts'

const car = { type_id: 1 as const }

test('assigns ids of one sequence to both types, never twice', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const clerk = await server.signIn('employee')
  const ids = [
    await addItem(clerk, car),
    await addItem(clerk, car),
    await addItem(clerk),
    await addItem(clerk, car),
    await addItem(clerk),
  ]
  // The first artwork has the id 101.
  expect(ids).toEqual([1, 2, 101, 102, 103])

  await server.inDatabase((db) => db.deleteFrom('item').where('id', '=', 103).execute())
  expect(await addItem(clerk)).toBe(104)
})

test('skips ids of items or their histories if the counter lags behind', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const clerk = await server.signIn('employee')
  // As in a database repaired by hand.
  const setCounter = (next: number) =>
    server.inDatabase((db) => db.updateTable('counter').set({ next }).execute())
  expect([await addItem(clerk), await addItem(clerk)]).toEqual([101, 102])
  await setCounter(2)
  expect(await addItem(clerk, car)).toBe(103)

  // Only the history still knows this item.
  await server.inDatabase((db) => db.deleteFrom('item').where('id', '=', 103).execute())
  await setCounter(103)
  expect(await addItem(clerk)).toBe(104)

  // Only the item is left, without its history.
  await server.inDatabase((db) => db.deleteFrom('change').execute())
  await setCounter(1)
  expect(await addItem(clerk)).toBe(105)
})

test('assigns different ids to items added simultaneously in two processes', async ({ server }) => {
  await using second = await server.another()
  const [here, there] = [await server.signIn('employee'), await second.signIn('employee')]
  const ids = await Promise.all(
    Array.from({ length: 30 }, (_, index) => addItem(index % 2 ? here : there)),
  )
  expect(new Set(ids).size).toBe(30)
})

test('trims the identifier of an added item, but no other text', async ({ employee: clerk }) => {
  const item = newItem({
    ...car,
    identifier: ' LM-900 ',
    name: 'Giulia <b>GT</b>',
    description: 'a\r\nb\rc ',
  })
  const { id } = await clerk.call(api.inventory.add, { body: { item } })
  expect(await clerk.call(api.inventory.details, { params: { id } })).toEqual({
    ...createEmptyState(itemFields),
    id,
    identifier: 'LM-900',
    name: 'Giulia <b>GT</b>',
    description: 'a\nb\nc ',
    type_name: 'car',
    languageChosen: false,
    tags: {},
    texts: {},
    version: 1,
    public: true,
    checked: toDay(new Date()),
    archived: null,
    picture: null,
    pictures: [],
    recording: null,
    placeId: null,
  })
})

test('answers 404 for an item that does not exist', async ({ employee: clerk }) => {
  const unknownId = 2_147_483_647
  await expect(
    clerk.call(api.inventory.details, { params: { id: unknownId } }),
  ).rejects.toMatchObject({
    status: 404,
    body: { message: 'There is no such item.' },
  })
})

test('accepts an identifier once per type, in whatever spelling', async ({ employee: clerk }) => {
  const identifierTaken = { status: 409, body: { statusCode: 409, message: 'identifierexists' } }
  await addItem(clerk, { identifier: 'Épreuve  7' })
  await expect(addItem(clerk, { identifier: 'ÉPREUVE 7' })).rejects.toMatchObject(identifierTaken)
  await expect(addItem(clerk, { identifier: 'E\u0301preuve 7' })).rejects.toMatchObject(
    identifierTaken,
  )
  await addItem(clerk, { ...car, identifier: 'Épreuve 7' })

  const id = await addItem(clerk, { name: 'Other' })
  const data = newItem({ identifier: 'épreuve 7', name: 'Changed' })
  await expect(
    clerk.call(api.inventory.saveInfo, { body: { itemId: id, data } }),
  ).rejects.toMatchObject(identifierTaken)
  expect(await clerk.call(api.inventory.details, { params: { id } })).toMatchObject({
    name: 'Other',
    version: 1,
  })
})

test('rejects invisible characters and direction marks in identifiers', async ({
  employee: clerk,
}) => {
  const itemId = await addItem(clerk, { identifier: 'LG-900', name: 'Nâme\u200châ ⚠\ufe0f' })
  for (const [sign, code] of [
    ['\u200b', 'U+200B'],
    ['\u202e', 'U+202E'],
    ['\u2066', 'U+2066'],
    ['\u00ad', 'U+00AD'],
    ['\u2028', 'U+2028'],
    ['\u3164', 'U+3164'],
    ['\u{e0041}', 'U+E0041'],
  ]) {
    const identifier = `LG${sign}-901`
    const message = expect.stringContaining(`Please remove the invisible character ${code}.`)
    const refused = { status: 400, body: { obj: { fields: expect.anything() }, message } }
    await expect(addItem(clerk, { identifier })).rejects.toMatchObject(refused)
    const data = newItem({ identifier })
    await expect(
      clerk.call(api.inventory.saveInfo, { body: { itemId, data } }),
    ).rejects.toMatchObject(refused)
    await expect(
      clerk.call(api.imports.uploadArt, { body: { data: [{ identifier }] } }),
    ).rejects.toMatchObject({
      status: 400,
      body: { obj: { refused: [{ row: 2, reason: message }] } },
    })
  }
})

test('adds one of many simultaneous items with the same identifier', async ({ server }) => {
  await using second = await server.another()
  const [here, there] = [await server.signIn('employee'), await second.signIn('employee')]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      addItem(index % 2 ? here : there, { identifier: 'same' }),
    ),
  )
  const failedStatuses = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map((outcome) => outcome.reason.status)
  expect(failedStatuses).toEqual(Array.from({ length: 9 }, () => 409))
})

test('keeps the attributes when saving info, and the info when saving attributes', async ({
  employee: clerk,
}) => {
  const itemId = await addItem(clerk, { name: 'Before' })
  await clerk.call(api.inventory.saveTags, {
    body: { itemId, tags: { artist: 'Anker', year: '1885' } },
  })
  const data = newItem({ name: 'After', description: 'New' })
  await clerk.call(api.inventory.saveInfo, { body: { itemId, data } })
  await clerk.call(api.inventory.saveTags, {
    body: { itemId, tags: { technique: 'Öl\r\nauf Holz' } },
  })
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toMatchObject({
    name: 'After',
    description: 'New',
    identifier: data.identifier,
    tags: { artist: 'Anker', year: '1885', technique: 'Öl\nauf Holz' },
    version: 4,
  })
})

test('removes an attribute by an empty value', async ({ employee: clerk }) => {
  const itemId = await addItem(clerk)
  await clerk.call(api.inventory.saveTags, {
    body: { itemId, tags: { artist: 'Anker', year: '1885', mp3: '' } },
  })
  await clerk.call(api.inventory.saveTags, { body: { itemId, tags: { artist: ' ' } } })
  const { tags } = await clerk.call(api.inventory.details, { params: { id: itemId } })
  expect(tags).toEqual({ year: '1885' })
})

test('refuses an attribute that neither the type nor the item has', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const save = (tags: Record<string, string>) =>
    clerk.call(api.inventory.saveTags, { body: { itemId, tags } })
  await expect(save({ artist: 'Anker', power_hp: '90', wings: '2' })).rejects.toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/power_hp, wings/) },
  })
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toMatchObject({
    tags: {},
    version: 1,
  })

  await server.inDatabase((db) =>
    db.insertInto('item_tag').values({ item_id: itemId, tag_key: 'wings', value: '2' }).execute(),
  )
  await expect(save({ wings: '4' })).resolves.toEqual({ version: 2 })
})

test('returns the attributes of each type in order', async ({ employee: clerk }) => {
  const [cars, art] = [
    await clerk.call(api.inventory.carTags),
    await clerk.call(api.inventory.artTags),
  ]
  for (const definitions of [cars, art]) {
    const order = definitions.map((definition) => definition.order_key)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(definitions.map((definition) => definition.tag_key)).not.toContain('power_kw')
  }
  expect(cars.map((definition) => definition.tag_key)).toEqual(
    expect.arrayContaining([
      'model',
      'year',
      'origin',
      'country',
      'body',
      'year_from',
      'units_comment',
      'power_rpm',
    ]),
  )
  expect(art.slice(0, 3).map((definition) => definition.tag_key)).toEqual([
    'artist',
    'title',
    'year',
  ])
  expect(art).toContainEqual({
    tag_key: 'music_detail',
    order_key: expect.any(Number),
    multiline: true,
  })
})

test('saves a whole item as read, with changed attributes', async ({ employee: clerk }) => {
  const itemId = await addItem(clerk)
  await clerk.call(api.inventory.saveTags, {
    body: { itemId, tags: { artist: 'Anker', technique: 'Öl' } },
  })
  await clerk.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  const read = await clerk.call(api.inventory.details, { params: { id: itemId } })
  const data = {
    ...read,
    name: 'New name',
    tags: { ...read.tags, artist: 'Hodler', technique: '' },
  }
  const { version } = await clerk.call(api.inventory.saveInfo, { body: { itemId, data } })
  const saved = { ...read, name: 'New name', tags: { artist: 'Hodler' }, version }
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toEqual(saved)
  expect(version).toBe(read.version + 1)

  // Without a version beside the data, the one inside is compared.
  const lateSave = { itemId, data: { ...data, name: 'Late' } }
  await expect(clerk.call(api.inventory.saveInfo, { body: lateSave })).rejects.toMatchObject({
    status: 409,
  })
  // Changes that can't be saved here are refused, not dropped.
  const savedElsewhere = [
    { id: 1 },
    { type_id: 1 as const },
    { type_name: 'car' as const },
    { public: false },
    { picture: null },
  ]
  for (const change of [...savedElsewhere, { tags: { no_such_key: 'x' } }]) {
    const body = { itemId, data: { ...saved, name: 'Not saved', ...change } }
    await expect(clerk.call(api.inventory.saveInfo, { body })).rejects.toMatchObject({
      status: 400,
    })
  }
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toEqual(saved)
})

test('answers a save over a newer version with the change and its author', async ({
  employee: clerk,
  admin,
}) => {
  const itemId = await addItem(clerk, { identifier: 'LG-4711' })
  const data = newItem({ identifier: 'LG-4711', name: 'By the admin' })
  await admin.call(api.inventory.saveInfo, { body: { itemId, data, version: 1 } })

  const lateSaves = await Promise.allSettled([
    clerk.call(api.inventory.saveInfo, {
      body: { itemId, data: { ...data, name: 'Late' }, version: 1 },
    }),
    clerk.call(api.inventory.saveTags, { body: { itemId, tags: { artist: 'Late' }, version: 1 } }),
  ])
  for (const save of lateSaves) {
    const error = save.status === 'rejected' ? save.reason : null
    expect(error).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed this item') },
    })
    expect(EditConflict.parse(error.body.obj)).toMatchObject({
      current: { id: itemId, name: 'By the admin', version: 2, tags: {} },
      changedBy: 'Matthias Zurbriggen',
    })
  }
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toMatchObject({
    name: 'By the admin',
    version: 2,
    tags: {},
  })

  // Without a version the last save wins.
  await clerk.call(api.inventory.saveInfo, { body: { itemId, data: { ...data, name: 'Late' } } })
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toMatchObject({
    name: 'Late',
    version: 3,
  })
})

test('answers one of two simultaneous saves of a version with a conflict', async ({ server }) => {
  await using second = await server.another()
  const [here, there] = [await server.signIn('employee'), await second.signIn('admin')]
  const itemId = await addItem(here)
  for (let version = 1; version <= 5; version++) {
    const outcomes = await Promise.allSettled(
      [here, there].map((client, index) =>
        client.call(api.inventory.saveTags, {
          body: { itemId, tags: { artist: `${version}/${index}` }, version },
        }),
      ),
    )
    const statuses = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.status : 200,
    )
    expect(statuses.toSorted()).toEqual([200, 409])
  }
})

test('keeps the version and the history for a save without changes', async ({
  employee: clerk,
}) => {
  const data = newItem({ name: 'Same' })
  const itemId = await addItem(clerk, data)
  await clerk.call(api.inventory.saveTags, { body: { itemId, tags: { artist: 'Anker' } } })
  const savesWithoutChange = [
    clerk.call(api.inventory.saveInfo, { body: { itemId, data } }),
    clerk.call(api.inventory.saveTags, { body: { itemId, tags: { artist: 'Anker', title: '' } } }),
    clerk.call(api.inventory.setPublic, { body: { itemId, public: true } }),
  ]
  expect(await Promise.all(savesWithoutChange)).toEqual([
    { version: 2 },
    { version: 2 },
    { version: 2 },
  ])
  expect(await listChanges(clerk, 'item', itemId)).toHaveLength(2)
})

test('compresses an item as accepted, and lets no cache store it', async ({ employee: clerk }) => {
  const id = await addItem(clerk, { description: 'Une huile sur toile. '.repeat(100) })
  const readEncoded = async (encoding: string) => {
    const response = await clerk.fetch(`/api/inventory/details/${id}`, {
      headers: { 'accept-encoding': encoding },
    })
    const { headers } = response
    const cachingHeaders = ['content-encoding', 'cache-control', 'vary'].map((name) =>
      headers.get(name),
    )
    return { cachingHeaders, item: await response.json() }
  }
  const item = await clerk.call(api.inventory.details, { params: { id } })
  for (const [accepted, encoding] of [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['br', 'br'],
  ] as const)
    expect(await readEncoded(accepted)).toEqual({
      cachingHeaders: [encoding, 'no-store', 'accept-encoding'],
      item,
    })
})

test('withdraws an item from visitors and shows it again', async ({ employee: clerk }) => {
  const itemId = await addItem(clerk)
  await clerk.call(api.inventory.setPublic, { body: { itemId, public: false } })
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toMatchObject({
    public: false,
  })
  await expect(
    clerk.call(api.inventory.setPublic, { body: { itemId, public: true } }),
  ).resolves.toEqual({ version: 3 })
})

test('refuses an invalid field with a message for it', async ({ employee: clerk }) => {
  const attempts = [
    { identifier: '  ' },
    { identifier: 'a\nb' },
    { name: 'x'.repeat(301) },
    { description: 'a\0b' },
    { type_id: 3 as 2 },
  ]
  for (const changes of attempts) {
    await expect(addItem(clerk, changes)).rejects.toMatchObject({
      status: 400,
      body: { obj: { fields: { [`item.${Object.keys(changes)[0]}`]: expect.any(String) } } },
    })
  }
})
