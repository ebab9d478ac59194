// @module-tag postgres

import { api, toDay } from '@vitrine/contract'
import { expect } from 'vitest'
import { addItem, plainAttribute } from '../../test/inventory.ts'
import { createPictureFile } from '../../test/media-files.ts'
import { type TestServer, test } from '../../test/server.ts'
import { lockRevision, renewRevisions } from './revisions.ts'

const readRevisions = (server: TestServer) =>
  server.inDatabase(async (db) => {
    const rows = await db.selectFrom('revision').select(['name', 'value']).orderBy('name').execute()
    return new Map(rows.map(({ name, value }) => [name, value]))
  })

test('renews the revisions of what a write changed, and no others', async ({ server, root }) => {
  const itemId = await addItem(root, {
    identifier: 'RV-1',
    name: 'Bateaux',
    description: 'Au lac.',
  })
  const place = {
    code: 'RV',
    name: 'Saal RV',
    kind: 'hall',
    parent_id: null,
    note: '',
    archived: false,
  } as const
  const { id: hallId, version } = await root.call(api.places.add, {
    body: { place },
  })
  const [museum] = await root.call(api.museums.list)
  if (!museum) throw new Error('there is no museum')
  const { type, id: _, version: museumVersion, ...museumState } = museum
  const entry = { comment: 'Geprüft', date: '2026-05-31', tags: [] }
  const { id: entryId } = await root.call(api.journal.add, { body: entry })
  const event = {
    start: false,
    time: '',
    show_time: false,
    active: true,
    text_fr: '',
    text_de: '',
    text_en: 'Open',
  }

  const writes: Record<string, [write: () => Promise<unknown>, renewed: string[]]> = {
    text: [
      () =>
        root.call(api.inventory.saveInfo, {
          body: { itemId, data: { identifier: 'RV-1', name: 'Bateaux', description: 'Au port.' } },
        }),
      ['items'],
    ],
    name: [
      () =>
        root.call(api.inventory.saveInfo, {
          body: { itemId, data: { identifier: 'RV-1', name: 'Schiffe', description: 'Au port.' } },
        }),
      ['art', 'items'],
    ],
    picture: [
      async () =>
        root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() }),
      ['art', 'items'],
    ],
    check: [() => root.call(api.inventory.setChecked, { body: { itemId } }), ['items']],
    move: [
      () =>
        root.call(api.places.move, {
          body: { ids: [itemId], to: hallId, reason: 'loan', backOn: '' },
        }),
      ['items'],
    ],
    return: [
      () =>
        root.call(api.places.expectBack, { body: { itemId, backOn: toDay(server.clock.now()) } }),
      ['items'],
    ],
    place: [
      () =>
        root.call(api.places.save, {
          body: {
            id: hallId,
            version,
            place: { ...place, note: 'Hell' },
          },
        }),
      ['places'],
    ],
    attribute: [
      () =>
        root.call(api.attributes.add, {
          body: { type: 'art', tag_key: 'rv', attribute: plainAttribute },
        }),
      ['attributes'],
    ],
    museum: [
      () =>
        root.call(api.museums.save, {
          body: { type, version: museumVersion, museum: { ...museumState, telephone: '1' } },
        }),
      ['museums'],
    ],
    event: [
      () => root.call(api.events.save, { body: { events: [{ ...event, date: '2031-05-04' }] } }),
      ['events'],
    ],
    entry: [
      () =>
        root.call(api.journal.change, {
          params: { id: entryId },
          body: { ...entry, comment: 'Neu' },
        }),
      ['journal'],
    ],
    comment: [
      () => root.call(api.comments.add, { body: { itemId, comment: 'Schön' } }),
      ['comments'],
    ],
  }
  const renewed: Record<string, string[]> = {}
  for (const [title, [write]] of Object.entries(writes)) {
    const before = await readRevisions(server)
    await write()
    const after = await readRevisions(server)
    renewed[title] = [...after.keys()].filter((name) => after.get(name) !== before.get(name))
  }
  expect(renewed).toEqual(
    Object.fromEntries(Object.entries(writes).map(([title, [, names]]) => [title, names])),
  )
})

test('rejects a transaction that locks revisions in the wrong order', async ({ server }) => {
  const inOrder = (first: 'items' | 'comments', second: 'items' | 'comments') =>
    server.inDatabase((db) =>
      db.transaction().execute(async (tx) => {
        await lockRevision(tx, first)
        await renewRevisions(tx, [second])
        await renewRevisions(tx, [first])
      }),
    )
  await inOrder('items', 'comments')
  await expect(inOrder('comments', 'items')).rejects.toThrow(
    'must lock the revision of items before that of comments',
  )
})
