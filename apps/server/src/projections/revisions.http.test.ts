// @module-tag postgres

import { api, toDay } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../test/client.ts'
import { addItem, plainAttribute } from '../../test/inventory.ts'
import { createPictureFile } from '../../test/media-files.ts'
import { test as baseTest, type TestServer } from '../../test/server.ts'
import { lockRevision, renewRevisions } from './revisions.ts'

const readRevisions = (server: TestServer) =>
  server.inDatabase(async (db) => {
    const rows = await db.selectFrom('revision').select(['name', 'value']).orderBy('name').execute()
    return new Map(rows.map(({ name, value }) => [name, value]))
  })

const hall = {
  code: 'RV',
  name: 'Saal RV',
  kind: 'hall',
  parent_id: null,
  note: '',
  archived: false,
} as const

const journalEntry = { comment: 'Geprüft', date: '2026-05-31', tags: [] }

const event = {
  date: '2031-05-04',
  start: false,
  time: '',
  show_time: false,
  active: true,
  text_fr: '',
  text_de: '',
  text_en: 'Open',
}

/** Adds the records that the writes below change. */
async function addRecords(root: Client) {
  const itemId = await addItem(root, {
    identifier: 'RV-1',
    name: 'Bateaux',
    description: 'Au lac.',
  })
  const { id: hallId, version: hallVersion } = await root.call(api.places.add, {
    body: { place: hall },
  })
  const { id: entryId } = await root.call(api.journal.add, { body: journalEntry })
  return { itemId, hallId, hallVersion, entryId }
}

interface WriteContext extends Awaited<ReturnType<typeof addRecords>> {
  readonly server: TestServer
  readonly root: Client
}

const saveInfo = ({ root, itemId }: WriteContext, texts: { name: string; description: string }) =>
  root.call(api.inventory.saveInfo, {
    body: { itemId, data: { identifier: 'RV-1', ...texts } },
  })

async function saveTelephone({ root }: WriteContext) {
  const [museum] = await root.call(api.museums.list)
  if (!museum) throw new Error('there is no museum')
  const { type, id: _, version, ...state } = museum
  const body = { type, version, museum: { ...state, telephone: '1' } }
  await root.call(api.museums.save, { body })
}

interface Write {
  /** What it changes, for the title of the test. */
  readonly change: string
  /** The names of the revisions that it must renew. */
  readonly renewed: readonly string[]
  readonly write: (context: WriteContext) => Promise<unknown>
}

const writes: readonly Write[] = [
  {
    change: 'an item’s description',
    renewed: ['items'],
    write: (context) => saveInfo(context, { name: 'Bateaux', description: 'Au port.' }),
  },
  {
    change: 'an item’s name',
    renewed: ['art', 'items'],
    write: (context) => saveInfo(context, { name: 'Schiffe', description: 'Au port.' }),
  },
  {
    change: 'a picture',
    renewed: ['art', 'items'],
    write: async ({ root, itemId }) =>
      root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() }),
  },
  {
    change: 'a check',
    renewed: ['items'],
    write: ({ root, itemId }) => root.call(api.inventory.setChecked, { body: { itemId } }),
  },
  {
    change: 'an item’s place',
    renewed: ['items'],
    write: ({ root, itemId, hallId }) =>
      root.call(api.places.move, {
        body: { ids: [itemId], to: hallId, reason: 'loan', backOn: '' },
      }),
  },
  {
    change: 'the day of an item’s return',
    renewed: ['items'],
    write: ({ server, root, itemId }) =>
      root.call(api.places.expectBack, { body: { itemId, backOn: toDay(server.clock.now()) } }),
  },
  {
    change: 'a place',
    renewed: ['places'],
    write: ({ root, hallId: id, hallVersion: version }) =>
      root.call(api.places.save, { body: { id, version, place: { ...hall, note: 'Hell' } } }),
  },
  {
    change: 'an attribute',
    renewed: ['attributes'],
    write: ({ root }) =>
      root.call(api.attributes.add, {
        body: { type: 'art', tag_key: 'rv', attribute: plainAttribute },
      }),
  },
  { change: 'a museum', renewed: ['museums'], write: saveTelephone },
  {
    change: 'an event',
    renewed: ['events'],
    write: ({ root }) => root.call(api.events.save, { body: { events: [event] } }),
  },
  {
    change: 'a journal entry',
    renewed: ['journal'],
    write: ({ root, entryId: id }) =>
      root.call(api.journal.change, {
        params: { id },
        body: { ...journalEntry, comment: 'Neu' },
      }),
  },
  {
    change: 'a comment',
    renewed: ['comments'],
    write: ({ root, itemId }) =>
      root.call(api.comments.add, { body: { itemId, comment: 'Schön' } }),
  },
]

const test = baseTest.extend('records', { scope: 'file' }, ({ root }) => addRecords(root))

test.for(writes)(
  'renews only the revisions affected by a change of $change',
  async ({ renewed, write }, { server, root, records }) => {
    const before = await readRevisions(server)
    await write({ server, root, ...records })
    const after = await readRevisions(server)
    expect([...after.keys()].filter((name) => after.get(name) !== before.get(name))).toEqual(
      renewed,
    )
  },
)

test('rejects a transaction that locks revisions in the wrong order', async ({ server }) => {
  const lockInOrder = (first: 'items' | 'comments', second: 'items' | 'comments') =>
    server.inDatabase((db) =>
      db.transaction().execute(async (tx) => {
        await lockRevision(tx, first)
        await renewRevisions(tx, [second])
        // A revision that is locked already may be renewed at any time.
        await renewRevisions(tx, [first])
      }),
    )
  await lockInOrder('items', 'comments')
  await expect(lockInOrder('comments', 'items')).rejects.toThrow(
    'must lock the revision of items before that of comments',
  )
})
