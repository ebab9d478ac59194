// @module-tag sqlite

import { api, type BulkChange, type BulkChangeOutcome } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../../../test/client.ts'
import { listChanges } from '../../../../test/history.ts'
import { addItem, addPlaces } from '../../../../test/inventory.ts'
import { startTestServer } from '../../../../test/server.ts'

const toRoom3: BulkChange = { what: 'attribute', key: 'location', value: 'Saal 3' }

interface BulkOptions {
  readonly ids: number[]
  readonly versions?: number[]
  readonly change?: BulkChange
  readonly dryRun?: boolean
}

const changeMany = (
  client: Client,
  { change = toRoom3, ...options }: BulkOptions,
): Promise<BulkChangeOutcome> =>
  client.call(api.imports.changeMany, { body: { type: 'art', change, ...options } })

async function addItemIn(client: Client, identifier: string, location: string): Promise<number> {
  const itemId = await addItem(client, { identifier })
  if (location) await client.call(api.inventory.saveTags, { body: { itemId, tags: { location } } })
  return itemId
}

const readDetails = (client: Client, id: number) =>
  client.call(api.inventory.details, { params: { id } })
const undo = (client: Client, { importId }: BulkChangeOutcome) =>
  client.call(api.imports.undo, { body: { importId: importId ?? 0 } })

test('changes an attribute of many items as previewed, except those changed meanwhile', async () => {
  await using server = await startTestServer()
  const [clerk, admin] = [await server.signIn('employee'), await server.signIn('admin')]
  const ids: number[] = []
  await addPlaces(admin, 'Restauration')
  for (const place of ['Saal 1', '', 'Saal 3', 'Dépôt'])
    ids.push(await addItemIn(clerk, `K-${ids.length}`, place))
  const [inRoom1 = 0, withoutPlace = 0, inRoom3 = 0, inDepot = 0] = ids
  const car = await addItem(clerk, { type_id: 1, identifier: 'K-0' })

  const preview = await changeMany(clerk, { ids: [...ids, inRoom1, car], dryRun: true })
  const toLocationChange = (before: string) => [
    { field: 'Location', before, after: 'La Grange › Saal 3' },
  ]
  expect(preview).toEqual({
    changed: [
      {
        id: inRoom1,
        identifier: 'K-0',
        version: 2,
        fields: toLocationChange('La Grange › Saal 1'),
      },
      { id: withoutPlace, identifier: 'K-1', version: 1, fields: toLocationChange('') },
      { id: inDepot, identifier: 'K-3', version: 2, fields: toLocationChange('La Grange › Dépôt') },
    ],
    earlier: [],
    unchanged: 1,
    left: [{ identifier: `No. ${car}`, reason: 'It no longer exists.' }],
    importId: null,
  })
  expect(await readDetails(clerk, inRoom1)).toMatchObject({
    tags: { location: 'Saal 1' },
    version: 2,
  })

  await admin.call(api.inventory.saveTags, {
    body: { itemId: inDepot, tags: { location: 'Restauration' } },
  })
  const previewed = {
    ids: preview.changed.map(({ id }) => id),
    versions: preview.changed.map(({ version }) => version),
  }
  const outcome = await changeMany(clerk, previewed)
  expect(outcome).toMatchObject({
    changed: [{ id: inRoom1 }, { id: withoutPlace }],
    left: [{ identifier: 'K-3', reason: 'Someone has changed it since.' }],
    importId: expect.any(Number),
  })
  expect(await readDetails(clerk, inDepot)).toMatchObject({ tags: { location: 'Restauration' } })
  expect((await listChanges(clerk, 'item', inRoom1))[0]).toMatchObject({
    kind: 'attributes',
    fields: toLocationChange('La Grange › Saal 1'),
  })
  // A retry, as after a lost answer, finds nothing to change.
  expect(await changeMany(clerk, previewed)).toMatchObject({
    changed: [],
    unchanged: 2,
    importId: null,
  })
  expect(await clerk.call(api.imports.list)).toMatchObject([
    {
      id: outcome.importId,
      kind: 'change',
      fileName: 'Location: Saal 3',
      created: 0,
      changed: 2,
      undone: null,
    },
  ])

  await admin.call(api.inventory.saveTags, {
    body: { itemId: withoutPlace, tags: { year: '1900' } },
  })
  expect(await undo(clerk, outcome)).toEqual({
    restored: 1,
    left: [{ identifier: 'K-1', reason: 'Someone has changed it since.' }],
  })
  expect(await readDetails(clerk, inRoom1)).toMatchObject({ tags: { location: 'Saal 1' } })
  expect(await readDetails(clerk, inRoom3)).toMatchObject({ version: 2 })
  await expect(undo(admin, outcome)).rejects.toMatchObject({ status: 409 })
})

test('withdraws, archives or erases an attribute of many items, except archived ones', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const ids = [await addItemIn(clerk, 'V-1', 'Dépôt'), await addItem(clerk)]
  const withdrawn = await changeMany(clerk, { ids, change: { what: 'public', value: false } })
  expect(withdrawn.changed).toHaveLength(2)
  expect(
    (await clerk.call(api.inventory.art)).filter((item) => item.public === false),
  ).toHaveLength(2)
  expect(await undo(clerk, withdrawn)).toMatchObject({ restored: 2 })
  expect(await readDetails(clerk, ids[1] ?? 0)).toMatchObject({ public: true })
  const archived = await changeMany(clerk, { ids, change: { what: 'archived', value: true } })
  expect(await changeMany(clerk, { ids })).toMatchObject({
    changed: [],
    left: [{ identifier: 'V-1', reason: 'It is archived. Please restore it first.' }, {}],
  })
  expect(await undo(clerk, archived)).toMatchObject({ restored: 2 })
  expect(await readDetails(clerk, ids[1] ?? 0)).toMatchObject({ archived: null })
  const erase: BulkChange = { what: 'attribute', key: 'location', value: ' ' }
  expect(await changeMany(clerk, { ids, change: erase })).toMatchObject({
    changed: [
      { id: ids[0], fields: [{ field: 'Location', before: 'La Grange › Dépôt', after: '' }] },
    ],
    unchanged: 1,
  })
  expect((await clerk.call(api.imports.list)).map(({ fileName }) => fileName)).toEqual([
    'Location erased',
    'Archived',
    'Withdrawn from visitors',
  ])
})

test('refuses an invalid change of many items without writing', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const id = await addItem(clerk)
  const expectRefusal = (options: BulkOptions, message: RegExp) =>
    expect(changeMany(clerk, options)).rejects.toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
  await expectRefusal(
    { ids: [id], change: { ...toRoom3, key: 'price' } },
    /Unknown attributes: price/,
  )
  await expectRefusal({ ids: [] }, /Please select at least one item/)
  await expectRefusal({ ids: [id], versions: [1, 2] }, /one version for each id/)
  await expectRefusal(
    { ids: Array.from({ length: 10_001 }, (_, index) => index + 1) },
    /at most 10000 items/,
  )
  expect(await readDetails(clerk, id)).toMatchObject({ version: 1 })
  expect(await clerk.call(api.imports.list)).toEqual([])
})
