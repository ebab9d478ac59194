// @module-tag sqlite

import { api, type Change, type HistorySubject } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { createMuseumTexts } from '../../../test/examples.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem, newPlace, plainAttribute } from '../../../test/inventory.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

/**
 * Puts a change into the history as some earlier version did, or in a shape that no version wrote.
 */
const insertStoredChange = (
  server: TestServer,
  subject: HistorySubject,
  id: number,
  kind: string,
  states: [unknown, unknown],
) =>
  server.inDatabase(async (db) => {
    const [before = null, after = null] = states.map((state) =>
      typeof state === 'string' || state === null ? state : JSON.stringify(state),
    )
    const row = {
      subject,
      subject_id: id,
      kind,
      at: '2020-02-29T10:00:00.000Z',
      user_name: 'Ada',
      before,
      after,
    }
    await db
      .insertInto('change')
      .values({ ...row, user_id: null, import_id: null })
      .execute()
  })

interface StoredStates {
  /** Creates a record that is in all of the states; returns its id. */
  readonly createRecord: (client: Client) => Promise<number>
  /** Stored JSON of a state by version and variant. */
  readonly states: Readonly<Record<string, object>>
  /** Label of the field that is changed. */
  readonly field: string
  /** The field's value before the change. */
  readonly earlier: object
  /** Reads the field's current value. */
  readonly read: (client: Client, id: number) => Promise<string | undefined>
}

const itemState = {
  identifier: 'T',
  name: 'Now',
  description: '',
  public: true,
  pictureId: null,
  recordingId: null,
}
const { pictureId: _pictureId, ...withoutPicture } = itemState
const eventState = {
  ...{ date: '2099-05-31', start: 0, time: '', show_time: 0 },
  ...{ text_fr: '', text_de: '', text_en: 'Rally now', active: 0 },
}
const entryState = { comment: 'Now', date: '2026-05-31', tags: [] }
const commentState = {
  comment: 'Now',
  task: false,
  done: false,
  assignee: '',
  assigneeId: null,
  due: '',
}
const conditionState = {
  ...{ day: '2026-05-31', state: 'good', occasion: 'inspection', remark: 'Now', photos: [] },
}
/** Set when a check is created, because checks are read by item. */
const itemIdByCheck = new Map<number, number>()
const attributeState = {
  ...{
    tag_key: 'frame',
    order_key: 990,
    multiline: false,
    kind: 'text',
    unit: 'mm',
    audience: 'staff',
  },
  ...{ group: 'none', labels: { en: 'Frame' }, suggestions: false, names: false, retired: false },
}

const museumState = { ...createMuseumTexts(), email: 'now@example.org' }

/** The type demands an entry for each kind of record. */
const storedStates: Record<HistorySubject, StoredStates> = {
  item: {
    createRecord: (client) => addItem(client, { identifier: crypto.randomUUID(), name: 'Now' }),
    states: {
      'from before versions': { ...itemState, tags: {} },
      'version 1': { v: 1, ...itemState, tags: {} },
      'version 2': { v: 2, ...itemState, tags: {}, archived: false },
      'version 3': {
        v: 3,
        ...{ ...itemState, tags: {}, archived: false, language: 'fr', note: '' },
        texts: { de: { name: { text: 'Jetzt', state: 'checked', source: 'Earlier' } } },
      },
      'version 4': {
        v: 4,
        ...withoutPicture,
        tags: {},
        archived: false,
        language: '',
        note: '',
        texts: {},
        pictures: [],
      },
      'version 5': {
        v: 5,
        ...withoutPicture,
        tags: {},
        archived: false,
        language: '',
        note: '',
        texts: {},
        pictures: [],
        placeId: null,
      },
      'version 6': {
        v: 6,
        ...withoutPicture,
        tags: {},
        archived: false,
        language: '',
        note: '',
        acquired_from: '',
        texts: {},
        pictures: [],
        placeId: null,
      },
    },
    field: 'Name',
    earlier: { name: 'Earlier' },
    read: async (client, id) => (await client.call(api.inventory.details, { params: { id } })).name,
  },
  event: {
    async createRecord(client) {
      const { events } = await client.call(api.events.save, {
        body: { events: [{ date: '2099-05-31', text_en: 'Rally now' } as never] },
      })
      return events.find(({ text_en }) => text_en === 'Rally now')?.id ?? 0
    },
    states: {
      'from before versions and last days': eventState,
      'from before versions': { ...eventState, last_day: '' },
      'version 1': { v: 1, ...eventState },
      'version 2': { v: 2, ...eventState, last_day: '' },
    },
    field: 'English',
    earlier: { text_en: 'Earlier' },
    read: async (client, id) =>
      (await client.call(api.events.list)).events.find((candidate) => candidate.id === id)?.text_en,
  },
  journal: {
    createRecord: async (client) => (await client.call(api.journal.add, { body: entryState })).id,
    states: { 'from before versions': entryState, 'version 1': { v: 1, ...entryState } },
    field: 'Comment',
    earlier: { comment: 'Earlier' },
    read: async (client, id) =>
      (await client.call(api.journal.list)).data.find((candidate) => candidate.id === id)?.comment,
  },
  comment: {
    async createRecord(client) {
      const itemId = await addItem(client)
      const { id: commentId } = await client.call(api.comments.add, {
        body: { itemId, comment: 'Then' },
      })
      await client.call(api.comments.edit, { body: { commentId, comment: 'Now' } })
      return commentId
    },
    states: { 'version 1': { v: 1, ...commentState } },
    field: 'Comment',
    earlier: { comment: 'Earlier' },
    read: async (client, id) =>
      (await client.call(api.comments.all, { query: {} })).find((candidate) => candidate.id === id)
        ?.comment,
  },
  condition: {
    async createRecord(client) {
      const itemId = await addItem(client)
      const check = { state: 'good', occasion: 'inspection', day: '2026-05-31' } as const
      const { id } = await client.call(api.conditions.add, { body: { ...check, itemId } })
      await client.call(api.conditions.edit, {
        body: { ...check, id, version: 1, remark: conditionState.remark },
      })
      itemIdByCheck.set(id, itemId)
      return id
    },
    states: { 'version 1': { v: 1, ...conditionState } },
    field: 'Remark',
    earlier: { remark: 'Earlier' },
    read: async (client, id) => {
      const params = { id: itemIdByCheck.get(id) ?? 0 }
      return (await client.call(api.conditions.ofItem, { params })).checks[0]?.remark
    },
  },
  attribute: {
    async createRecord(client) {
      const attribute = { ...plainAttribute, unit: 'mm' }
      return (
        await client.call(api.attributes.add, {
          body: { type: 'art', tag_key: 'frame', attribute },
        })
      ).id
    },
    states: {
      'from before versions': attributeState,
      'version 1': { v: 1, ...attributeState },
      'version 2': { v: 2, ...attributeState, glossary: { Eiche: { fr: 'Chêne' } } },
    },
    field: 'Unit',
    earlier: { unit: 'Earlier' },
    read: async (client, id) =>
      (await client.call(api.attributes.list, { params: { type: 'art' } })).find(
        (candidate) => candidate.id === id,
      )?.unit,
  },
  place: {
    createRecord: async (client) =>
      (await client.call(api.places.add, { body: { place: newPlace() } })).id,
    states: { 'version 1': { v: 1, ...newPlace() } },
    field: 'Name',
    earlier: { name: 'Earlier' },
    read: async (client, id) =>
      (await client.call(api.places.list)).find((candidate) => candidate.id === id)?.name,
  },
  museum: {
    async createRecord(client) {
      return (await client.call(api.museums.save, { body: { type: 'art', museum: museumState } }))
        .id
    },
    states: { 'version 1': { v: 1, ...museumState } },
    field: 'E-mail',
    earlier: { email: 'Earlier' },
    read: async (client) =>
      (await client.call(api.museums.list)).find(({ type }) => type === 'art')?.email,
  },
}
const subjects = Object.keys(storedStates) as HistorySubject[]

test.for(subjects)('reads and undoes a stored %s of any version', async (subject) => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const { createRecord, states, field, earlier, read } = storedStates[subject]
  const id = await createRecord(root)
  for (const [shape, state] of Object.entries(states)) {
    await insertStoredChange(server, subject, id, 'changed', [{ ...state, ...earlier }, state])
    const [change] = await listChanges(root, subject, id)
    expect(change, shape).toMatchObject({
      by: 'Ada',
      state: 'undoable',
      fields: [{ field, before: 'Earlier' }],
    })
    await undoChange(root, subject, id, change)
    expect(await read(root, id), shape).toBe('Earlier')
    await undoChange(root, subject, id, (await listChanges(root, subject, id))[0])
  }
})

test('has a stored state for each version of every record', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  for (const subject of subjects) {
    const { createRecord, states } = storedStates[subject]
    const id = await createRecord(root)
    const { after } = await server.inDatabase((db) =>
      db
        .selectFrom('change')
        .select('after')
        .where('subject', '=', subject)
        .where('subject_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    const newest: number = JSON.parse(after ?? '').v
    const versions = Object.values(states).flatMap((state) => ('v' in state ? [state.v] : []))
    expect(versions, subject).toEqual(Array.from({ length: newest }, (_, index) => index + 1))
  }
})

test.for(subjects)('shows an unreadable state of %s as such', async (subject) => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const { createRecord, states, earlier, read, field } = storedStates[subject]
  const id = await createRecord(root)
  const valueBefore = await read(root, id)
  const state = Object.values(states).at(-1) ?? {}
  const unreadableStates = [
    'no JSON',
    '[]',
    'null',
    '7',
    '{}',
    { ...state, v: 99 },
    { ...state, v: 'x' },
    { ...state, more: 1 },
    { v: 0, ...earlier },
  ]
  for (const unreadableState of unreadableStates)
    await insertStoredChange(server, subject, id, 'changed', [state, unreadableState])
  await insertStoredChange(server, subject, id, 'unheard of', [{ ...state, ...earlier }, state])

  const [readable, ...otherChanges] = await listChanges(root, subject, id)
  expect(readable).toMatchObject({ kind: 'changed', state: 'undoable', fields: [{ field }] })
  expect(otherChanges.map((change: Change) => change.state)).toEqual([
    ...unreadableStates.map(() => 'unreadable'),
    // A comment or check has no history before it is first changed, nor has a museum of the demo.
    ['comment', 'condition', 'museum'].includes(subject) ? 'undoable' : 'beginning',
  ])
  await expect(undoChange(root, subject, id, otherChanges[0])).rejects.toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('a format that this version can’t read') },
  })
  expect(await read(root, id)).toBe(valueBefore)
  await undoChange(root, subject, id, readable)
  expect(await read(root, id)).toBe('Earlier')
})
