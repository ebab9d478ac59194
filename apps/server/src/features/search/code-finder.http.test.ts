// @module-tag postgres-with-all

import { api, maxCodeMatches, toPublicNumber } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, addPlace } from '../../../test/inventory.ts'
import { test } from '../../../test/server.ts'

const findCode = (client: Client, code: string, typed?: '1') =>
  client.call(api.search.code, { query: { code, ...(typed && { typed }) } })

test('finds an item by its label, its identifier and the page on another host', async ({
  root,
  employee,
}) => {
  const hall = await addPlace(root, 'Codesaal')
  const box = await addPlace(root, 'Codekiste', { parent_id: hall.id, kind: 'box' })
  const id = await addItem(root, { identifier: 'CF-007', name: 'Fächer' })
  await root.call(api.places.move, { body: { ids: [id], to: box.id, reason: 'store' } })
  const item = {
    id,
    identifier: 'CF-007',
    name: 'Fächer',
    placeId: box.id,
    place: 'Codesaal › Codekiste',
    archived: false,
  }

  const page = `https://another.example/art/${toPublicNumber('art', id)}`
  for (const code of [page, 'CF-007', 'cf 7'])
    expect(await findCode(employee, code)).toMatchObject({ kind: 'item', item })
})

test('finds a place by its code and its address, with the place around it', async ({
  root,
  employee,
}) => {
  const hall = await addPlace(root, 'Ortssaal')
  const box = await addPlace(root, 'Ortskiste', { code: 'OK-1', parent_id: hall.id, kind: 'box' })
  const place = { id: box.id, name: 'Ortskiste', kind: 'box', within: 'Ortssaal', archived: false }
  for (const code of ['ok-1', `https://a.example/places/${box.id}`])
    expect(await findCode(employee, code)).toEqual({ kind: 'place', place })
})

test('finds a number alone only if it was typed, and at most eight of several items', async ({
  root,
}) => {
  const ids: number[] = []
  // 'NA-90417', 'NB-90417', and so on.
  for (let index = 0; index <= maxCodeMatches; index++)
    ids.push(await addItem(root, { identifier: `N${'ABCDEFGHIJ'[index]}-90417` }))
  expect(await findCode(root, '90417')).toEqual({ kind: 'unknown' })
  const answer = await findCode(root, '90417', '1')
  expect(answer).toMatchObject({ kind: 'several', count: ids.length })
  expect(answer.kind === 'several' && answer.items).toHaveLength(maxCodeMatches)
})

test('follows a move, a rename and an archiving at once', async ({ root }) => {
  const id = await addItem(root, { identifier: 'CF-MOVE', name: 'Laterne' })
  const label = `https://a.example/art/${toPublicNumber('art', id)}`
  expect(await findCode(root, 'CF-MOVE')).toMatchObject({ item: { placeId: null, place: '' } })

  const hall = await addPlace(root, 'Laternensaal')
  await root.call(api.places.move, { body: { ids: [id], to: hall.id, reason: 'display' } })
  expect(await findCode(root, 'CF-MOVE')).toMatchObject({ item: { place: 'Laternensaal' } })

  await root.call(api.inventory.setArchived, { body: { itemIds: [id], archived: true } })
  expect(await findCode(root, 'CF-MOVE')).toEqual({ kind: 'unknown' })
  expect(await findCode(root, label)).toMatchObject({
    kind: 'item',
    item: { id, archived: true, public: false, place: 'Laternensaal' },
  })
})

test('finds nothing for foreign addresses, and rejects empty, long or malformed queries', async ({
  root,
}) => {
  for (const code of ['https://evil.example/login', 'javascript:alert(1)', '/art/1'])
    expect(await findCode(root, code)).toEqual({ kind: 'unknown' })
  expect((await root.fetch('/api/search/code?code=')).status).toBe(400)
  expect((await root.fetch(`/api/search/code?code=${'x'.repeat(501)}`)).status).toBe(400)
  expect((await root.fetch('/api/search/code?code=a&open=1')).status).toBe(400)
})
