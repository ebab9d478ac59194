// @module-tag postgres-with-all

import { brotliDecompressSync } from 'node:zlib'
import {
  api,
  choosableFields,
  conditionColumn,
  createEmptyState,
  ItemListEntry,
  itemFields,
  toDay,
} from '@vitrine/contract'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import type { Client } from '../../../../test/client.ts'
import { addItem, newItem, removeAllItems } from '../../../../test/inventory.ts'
import { startTestServer, test } from '../../../../test/server.ts'
import { splitIntoBatches } from '../../../db/batches.ts'
import { renewRevisions } from '../../../projections/revisions.ts'

const readEtag = async (client: Client) =>
  (await client.send(api.inventory.art)).headers.get('etag')

test('returns a list per type as the contract says, sorted by identifier', async ({
  server,
  employee: clerk,
}) => {
  await removeAllItems(server)
  expect(await clerk.call(api.inventory.cars)).toEqual([])

  for (const identifier of ['LM-10', 'LM-9', 'é1', 'F2', 'lm-1'])
    await addItem(clerk, { type_id: 1, identifier })
  const id = await addItem(clerk, { identifier: 'LG-1', name: 'Le \u2028 "Cri"' })
  const tags = {
    artist: 'Munch',
    year: '1893',
    music: 'Nocturne',
    composer: 'Grieg',
    technique: 'Tempera',
  }
  await clerk.call(api.inventory.saveTags, { body: { itemId: id, tags } })

  const [cars, art] = [await clerk.call(api.inventory.cars), await clerk.call(api.inventory.art)]
  expect(z.array(z.strictObject(ItemListEntry.shape)).parse([...cars, ...art])).toHaveLength(6)
  expect(cars.map((entry) => entry.identifier)).toEqual(['é1', 'F2', 'lm-1', 'LM-9', 'LM-10'])
  const { technique: _, ...shown } = tags
  expect(art).toEqual([
    {
      id,
      identifier: 'LG-1',
      name: 'Le \u2028 "Cri"',
      origin: '',
      country: '',
      model: '',
      body: '',
      picture: '',
      ...shown,
    },
  ])
})

test('sends a list again only when something that it shows has changed', async ({ server }) => {
  await using second = await server.another()
  const [clerk, elsewhere] = [await server.signIn('employee'), await second.signIn('employee')]
  const data = newItem({ name: 'One' })
  const itemId = await addItem(clerk, data)
  const etagBefore = await readEtag(clerk)
  const fetchIfChanged = (client: Client, etag: string | null) =>
    client.fetch('/api/inventory/art', { headers: { 'if-none-match': etag ?? '' } })
  expect(
    await Promise.all(
      [clerk, elsewhere].map(async (client) => (await fetchIfChanged(client, etagBefore)).status),
    ),
  ).toEqual([304, 304])

  await clerk.call(api.inventory.saveInfo, {
    body: { itemId, data: { ...data, description: 'Only in the detail' } },
  })
  await clerk.call(api.inventory.saveTags, {
    body: { itemId, tags: { technique: 'Only in the detail' } },
  })
  await addItem(clerk, { type_id: 1 })
  expect((await fetchIfChanged(elsewhere, etagBefore)).status).toBe(304)

  const changes = [
    () => clerk.call(api.inventory.saveInfo, { body: { itemId, data: { ...data, name: 'Two' } } }),
    () => clerk.call(api.inventory.saveTags, { body: { itemId, tags: { artist: 'Anker' } } }),
    () => clerk.call(api.inventory.setPublic, { body: { itemId, public: false } }),
    () => addItem(clerk),
  ]
  for (const change of changes) {
    const knownEtag = await readEtag(elsewhere)
    await change()
    const [here, there] = await Promise.all([
      fetchIfChanged(clerk, knownEtag),
      fetchIfChanged(elsewhere, knownEtag),
    ])
    expect([here?.status, there?.status]).toEqual([200, 200])
    expect(here?.headers.get('etag')).toBe(there?.headers.get('etag'))
  }
  const list = await elsewhere.call(api.inventory.art)
  expect(list.find((entry) => entry.id === itemId)).toMatchObject({
    name: 'Two',
    artist: 'Anker',
    public: false,
  })
  expect(list.filter((entry) => 'public' in entry)).toHaveLength(1)
})

test('returns columns with attributes, changes and gaps, current after each change', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const clerk = await server.signIn('employee')
  const readColumns = () => clerk.call(api.inventory.artColumns)
  const emptyColumn = { values: [], places: [] }
  const noTexts = { fr: emptyColumn, de: emptyColumn, en: emptyColumn }
  const noFields = (itemCount: number) =>
    Object.fromEntries(
      [...choosableFields, conditionColumn].map((name) => [
        name,
        { values: [], places: Array(itemCount).fill(0) },
      ]),
    )
  expect(await readColumns()).toEqual({
    ids: [],
    attributes: {},
    fields: noFields(0),
    place: emptyColumn,
    changed: emptyColumn,
    gaps: {},
    texts: noTexts,
  })

  const ids = [
    await addItem(clerk, { description: 'Das ist der Text und nicht mehr.' }),
    await addItem(clerk),
    await addItem(clerk),
  ]
  const [describedId = 0, emptyId = 0, archivedId = 0] = ids
  const save = (itemId: number, tags: Record<string, string>) =>
    clerk.call(api.inventory.saveTags, { body: { itemId, tags } })
  await save(describedId, { technique: 'Öl', location: 'Saal 3', provenance: 'x'.repeat(500) })
  await save(archivedId, { technique: 'Öl' })
  await clerk.call(api.inventory.setArchived, { body: { itemIds: [archivedId], archived: true } })
  const { placeId } = await clerk.call(api.inventory.details, { params: { id: describedId } })
  expect(await readColumns()).toEqual({
    ids,
    attributes: {
      technique: { values: ['Öl'], places: [1, 0, 1] },
      location: { values: ['Saal 3'], places: [1, 0, 0] },
      provenance: { values: [`${'x'.repeat(120)}…`], places: [1, 0, 0] },
    },
    fields: noFields(3),
    place: { values: [String(placeId)], places: [1, 0, 0] },
    changed: { values: [toDay(server.clock.now())], places: [1, 1, 1] },
    gaps: {
      picture: [describedId, emptyId],
      text: [emptyId],
      text_fr: [describedId],
      text_en: [describedId],
      location: [emptyId],
    },
    texts: {
      fr: { values: ['missing'], places: [1, 1, 1] },
      de: { values: ['original', 'missing'], places: [1, 2, 2] },
      en: { values: ['missing'], places: [1, 1, 1] },
    },
  })
  const readColumnsEtag = async () =>
    (await clerk.send(api.inventory.artColumns)).headers.get('etag')
  const etagBefore = await readColumnsEtag()
  expect(await readColumnsEtag()).toBe(etagBefore)
  await save(emptyId, { location: 'Depot' })
  expect(await readColumnsEtag()).not.toBe(etagBefore)
  expect((await readColumns()).gaps).toMatchObject({
    picture: [describedId, emptyId],
    text: [emptyId],
  })
})

test('sends the same new list to every request after a change', async ({ employee: clerk }) => {
  for (let round = 0; round < 3; round++) {
    const id = await addItem(clerk)
    const lists = await Promise.all(Array.from({ length: 20 }, () => clerk.call(api.inventory.art)))
    expect(lists.filter((list) => list.some((entry) => entry.id === id))).toHaveLength(20)
  }
})

test('compresses a list for clients that accept it', async ({ employee: clerk }) => {
  await addItem(clerk)
  const plain = await clerk.fetch('/api/inventory/art', {
    headers: { 'accept-encoding': 'identity' },
  })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(plain.headers.get('cache-control')).toBe('private, no-cache')

  const compressed = await clerk.fetch('/api/inventory/art', {
    headers: { 'accept-encoding': 'br' },
  })
  expect(compressed.headers.get('content-encoding')).toBe('br')
  const bytes = Buffer.from(await compressed.arrayBuffer())
  // Decompresses the bytes, unless the client has already done so.
  const text =
    bytes[0] === '['.charCodeAt(0) ? bytes.toString() : brotliDecompressSync(bytes).toString()
  expect(JSON.parse(text)).toEqual(await plain.json())
})

test('keeps a long list and its site map current, and recovers from a failure', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const count = 15_200
  const rows = Array.from({ length: count }, (_, index) => ({
    id: 1_000 + index,
    type: 'art' as const,
    ...createEmptyState(itemFields),
    identifier: `LG-${index}`,
    identifier_key: `lg-${index}`,
    name: `Étude ${index}`,
    public: 1 as const,
    picture_id: null,
    recording_id: null,
    version: 1,
    text_version: 1,
    text_states: '',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    checked_on: '2026-01-01',
  }))
  await server.inDatabase(async (db) => {
    for (const batch of splitIntoBatches(rows)) await db.insertInto('item').values(batch).execute()
    await db.updateTable('counter').set({ next: 20_000 }).execute()
    await renewRevisions(db, ['art'])
  })
  const clerk = await server.signIn('employee')
  const list = await clerk.call(api.inventory.art)
  expect(list).toHaveLength(count)
  expect(list.slice(0, 3).map((entry) => entry.identifier)).toEqual(['LG-0', 'LG-1', 'LG-2'])

  // A site map of this length is an index of files, with three start pages besides the items.
  const urlCount = count + 3
  const urlsInFullFiles = 15_000
  const readXml = async (path: string) => (await server.fetch(path)).text()
  expect((await readXml('/sitemap.xml')).match(/<loc>[^<]*\/sitemap-\d\.xml<\/loc>/g)).toHaveLength(
    4,
  )
  expect((await readXml('/sitemap-4.xml')).match(/<url>/g)).toHaveLength(urlCount - urlsInFullFiles)
  for (const number of [0, 5, 'x'])
    expect((await server.fetch(`/sitemap-${number}.xml`)).status).toBe(404)

  const addedId = await addItem(clerk, { identifier: 'LG-99999', name: 'The newest' })
  const lists = await Promise.all([clerk.call(api.inventory.art), clerk.call(api.inventory.art)])
  for (const newList of lists)
    expect(newList.at(-1)).toMatchObject({ id: addedId, name: 'The newest' })

  // A failed rendering is not cached: the next request renders again.
  const renameTable = (from: string, to: string) =>
    server.inDatabase((db) => db.schema.alterTable(from).renameTo(to).execute())
  await renameTable('media', 'elsewhere')
  await server.inDatabase((db) => renewRevisions(db, ['art']))
  const loggedErrors = vi.spyOn(console, 'error').mockReturnValue()
  expect((await clerk.send(api.inventory.art)).status).toBe(500)
  expect(loggedErrors).toHaveBeenCalledOnce()
  await renameTable('elsewhere', 'media')
  expect(await clerk.call(api.inventory.art)).toHaveLength(count + 1)
})
