// @module-tag postgres

import {
  api,
  type Change,
  type FieldChange,
  type JournalInput,
  type PicturesToSave,
} from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, restoreChange, undoChange } from '../../../test/history.ts'
import { addItem, addPlaces, newItem, plainAttribute } from '../../../test/inventory.ts'
import { createDrawing, createMp3File, createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, test } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

/** A change without what can be done about it. */
const withoutPath = ({ path: _, ...field }: FieldChange) => field
const withoutActions = ({ state: _, restorable: __, fields, ...change }: Change) => ({
  ...change,
  fields: fields.map(withoutPath),
})

test('records author, time and each field before and after of every change', async ({
  employee: clerk,
  admin,
}) => {
  await addPlaces(admin, 'Hall 2')
  const data = newItem({ identifier: 'LG-H1', name: 'One', description: 'Old\ntext' })
  const id = await addItem(clerk, data)
  await clerk.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { artist: 'Anker', year: '1885' } },
  })
  await admin.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { artist: 'Hodler', year: '' } },
  })
  await admin.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { location: 'Hall 2', dimensions: '30 × 40 cm', year: '1890' } },
  })
  await admin.call(api.inventory.saveInfo, {
    body: { itemId: id, data: { ...data, name: 'Two', description: '' } },
  })
  await admin.call(api.inventory.setPublic, { body: { itemId: id, public: false } })

  const changes = await listChanges(clerk, 'item', id)
  expect(
    changes.map(({ kind, by, fields }) => ({ kind, by, fields: fields.map(withoutPath) })),
  ).toEqual([
    {
      kind: 'visibility',
      by: 'Matthias Zurbriggen',
      fields: [{ field: 'Shown to visitors', before: 'Yes', after: 'No' }],
    },
    {
      kind: 'info',
      by: 'Matthias Zurbriggen',
      fields: [
        { field: 'Name', before: 'One', after: 'Two' },
        { field: 'Description', before: 'Old\ntext', after: '' },
      ],
    },
    {
      kind: 'attributes',
      by: 'Matthias Zurbriggen',
      // The values as the item shows them, not as they were sent.
      fields: [
        { field: 'Year', before: '', after: '1890' },
        { field: 'Dimensions', before: '', after: '30 × 40 cm' },
        { field: 'Location', before: '', after: 'Hall 2' },
      ],
    },
    {
      kind: 'attributes',
      by: 'Matthias Zurbriggen',
      fields: [
        { field: 'Artist', before: 'Anker', after: 'Hodler' },
        { field: 'Year', before: '1885', after: '' },
      ],
    },
    {
      kind: 'attributes',
      by: 'Noémie Chappuis',
      fields: [
        { field: 'Artist', before: '', after: 'Anker' },
        { field: 'Year', before: '', after: '1885' },
      ],
    },
    {
      kind: 'created',
      by: 'Noémie Chappuis',
      fields: [
        { field: 'Identifier', before: '', after: 'LG-H1' },
        { field: 'Name', before: '', after: 'One' },
        { field: 'Description', before: '', after: 'Old\ntext' },
        { field: 'Shown to visitors', before: '', after: 'Yes' },
      ],
    },
  ])
  expect(changes.every(({ at }) => Math.abs(Date.parse(at) - Date.now()) < 60_000)).toBe(true)
})

test('keeps the author’s name of a change after the user is deleted', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const id = await addItem(clerk)
  const { id: userId } = (await root.call(api.users.list)).find(
    (user) => user.role === 'employee' && user.firstName === 'Noémie',
  ) ?? { id: 0 }
  await root.call(api.users.remove, { params: { id: userId } })
  expect(await listChanges(root, 'item', id)).toMatchObject([{ by: 'Noémie Chappuis' }])
})

test('writes neither history nor version for a save without a difference', async ({
  server,
  root,
}) => {
  const data = newItem({ name: 'One', description: 'Un tableau peint dans la vallée.' })
  const id = await addItem(root, data)
  await root.call(api.media.uploadImage, { body: { itemId: id }, file: await createPictureFile() })
  const tags = { artist: 'Anker' }
  const text = { text: 'Ein Bild.', source: data.description }
  const saveTexts = (was: string) =>
    root.call(api.inventory.saveTexts, {
      body: { itemId: id, lang: 'de', fields: { description: { ...text, was } }, state: 'checked' },
    })
  await root.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  await saveTexts('')
  const [first, second] = [
    await root.call(api.journal.addTag, { body: { name: 'Zoll' } }),
    await root.call(api.journal.addTag, { body: { name: 'Atelier' } }),
  ]
  const written = { comment: 'Rundgang', date: '2026-05-01', tags: [first.id, second.id] }
  const entry = await root.call(api.journal.add, { body: written })
  const task = { due: '2026-06-01' }
  const comment = await root.call(api.comments.add, {
    body: { itemId: id, comment: 'Rahmen?', task },
  })
  const [attribute] = await root.call(api.attributes.list, { params: { type: 'art' } })
  if (!attribute) throw new Error('the catalogue is empty')
  const {
    id: attributeId,
    tag_key: _,
    order_key: __,
    retired: ___,
    version,
    ...meaning
  } = attribute
  const events = await root.call(api.events.list)

  const state = async () => {
    const { pictures, ...item } = await root.call(api.inventory.details, { params: { id } })
    const rows = await server.inDatabase(async (db) => ({
      changes: await db.selectFrom('change').selectAll().orderBy('id').execute(),
      comments: await db.selectFrom('item_comment').selectAll().orderBy('id').execute(),
    }))
    return { item, pictures, ...rows, events: await root.call(api.events.list) }
  }
  const before = await state()

  await root.call(api.inventory.saveInfo, { body: { itemId: id, data } })
  await root.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  await saveTexts(text.text)
  const pictures = before.pictures.map(
    ({ fileName: _, width: __, height: ___, ...picture }) => picture,
  )
  await root.call(api.media.savePictures, {
    body: { itemId: id, version: before.item.version, pictures },
  })
  await root.call(api.media.uploadImage, { body: { itemId: id }, file: await createPictureFile() })
  await root.call(api.inventory.setPublic, { body: { itemId: id, public: true } })
  const reordered = { ...written, tags: [second.id, first.id] }
  expect(
    await root.call(api.journal.change, { params: { id: entry.id }, body: reordered }),
  ).toEqual(entry)
  await root.call(api.comments.edit, { body: { commentId: comment.id, comment: 'Rahmen?' } })
  await root.call(api.comments.setTask, { body: { commentId: comment.id, task } })
  await root.call(api.events.save, { body: { events: events.events } })
  expect(
    await root.call(api.attributes.save, {
      body: { id: attributeId, attribute: meaning, version },
    }),
  ).toMatchObject({ version })

  expect(await state()).toEqual(before)
})

const conflictWith = (message: string) => ({
  status: 409,
  body: { message: expect.stringContaining(message) },
})

test('undoes the fields of one change, keeps later changes, and can be undone itself', async ({
  employee: clerk,
}) => {
  const data = newItem({ identifier: 'LG-H2', name: 'One', description: 'First' })
  const itemId = await addItem(clerk, data)
  const details = () => clerk.call(api.inventory.details, { params: { id: itemId } })
  const save = (tags: Record<string, string>) =>
    clerk.call(api.inventory.saveTags, { body: { itemId, tags } })
  await save({ artist: 'Anker', year: '1885' })
  await save({ artist: '', year: '1890', music_detail: 'a\nb' })
  await clerk.call(api.inventory.saveInfo, { body: { itemId, data: { ...data, name: 'Two' } } })
  await save({ technique: 'Öl' })
  const before = await details()

  const history = await listChanges(clerk, 'item', itemId)
  await undoChange(clerk, 'item', itemId, history[2])
  const undone = await details()
  expect(undone).toMatchObject({ name: 'Two', version: 6 })
  expect(undone.tags).toEqual({ artist: 'Anker', year: '1885', technique: 'Öl' })
  expect((await clerk.call(api.inventory.art)).find(({ id }) => id === itemId)).toMatchObject({
    artist: 'Anker',
  })

  const [newest, ...earlier] = await listChanges(clerk, 'item', itemId)
  expect(newest).toMatchObject({
    kind: 'undone',
    by: 'Noémie Chappuis',
    state: 'undoable',
    fields: [
      { field: 'Artist', before: '', after: 'Anker' },
      { field: 'Year', before: '1890', after: '1885' },
      { field: 'Music Detail', before: 'a\nb', after: '' },
    ],
  })
  expect(earlier.map(withoutActions)).toEqual(history.map(withoutActions))
  await undoChange(clerk, 'item', itemId, newest)
  expect(await details()).toEqual({ ...before, version: 7 })
})

test('refuses to undo a field that changed since, is undone or never differed', async ({
  employee: clerk,
}) => {
  const data = newItem({ identifier: 'LG-H3' })
  const itemId = await addItem(clerk, data)
  const save = (tags: Record<string, string>) =>
    clerk.call(api.inventory.saveTags, { body: { itemId, tags } })
  await clerk.call(api.inventory.saveInfo, {
    body: { itemId, data: { ...data, identifier: 'LG-H3b' } },
  })
  await save({ artist: 'Anker', year: '1885', technique: 'Öl' })
  await save({ artist: 'Hodler', year: '1890' })
  const otherId = await addItem(clerk, { identifier: 'lg-h3' })
  const [, filled, renamed, created] = await listChanges(clerk, 'item', itemId)
  const [ofOther] = await listChanges(clerk, 'item', otherId)

  await expect(undoChange(clerk, 'item', itemId, filled)).rejects.toMatchObject(
    conflictWith('‘Artist’ and ‘Year’ were changed again since. Undo the later change first'),
  )
  await expect(undoChange(clerk, 'item', itemId, renamed)).rejects.toMatchObject(
    conflictWith('“LG-H3” is now used by another item'),
  )
  await expect(undoChange(clerk, 'item', itemId, created)).rejects.toMatchObject(
    conflictWith('there was nothing before it'),
  )
  await expect(undoChange(clerk, 'item', itemId, ofOther)).rejects.toMatchObject({ status: 404 })
  await expect(undoChange(clerk, 'item', 2_000_000, renamed)).rejects.toMatchObject({ status: 404 })
  await expect(listChanges(clerk, 'item', 2_000_000)).rejects.toMatchObject({ status: 404 })
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toMatchObject({
    version: 4,
  })

  await save({ artist: 'Anker', year: '1885' })
  const [saved] = await listChanges(clerk, 'item', itemId)
  await undoChange(clerk, 'item', itemId, saved)
  await expect(undoChange(clerk, 'item', itemId, saved)).rejects.toMatchObject(
    conflictWith('already been undone'),
  )
})

test('restores an earlier value as a new change, whatever changed since', async ({
  employee: clerk,
  admin,
}) => {
  const data = newItem({ identifier: 'LG-H4', name: 'One', description: 'First' })
  const itemId = await addItem(clerk, data)
  const details = () => clerk.call(api.inventory.details, { params: { id: itemId } })
  const save = (tags: Record<string, string>) =>
    clerk.call(api.inventory.saveTags, { body: { itemId, tags } })
  await save({ artist: 'Anker', year: '1885' })
  await save({ artist: 'Hodler', year: '1890' })
  await save({ artist: 'Klee', technique: 'Öl' })
  const before = await details()

  const [newest, second, first] = await listChanges(clerk, 'item', itemId)
  expect([newest?.state, second?.state, first?.state]).toEqual([
    'undoable',
    'changed-since',
    'changed-since',
  ])
  expect(newest?.fields.map(({ field, path }) => [field, path])).toEqual([
    ['Artist', ['tags', 'artist']],
    // No path, because there was no value to restore.
    ['Technique', undefined],
  ])
  await restoreChange(admin, 'item', itemId, second, {
    path: second?.fields[0]?.path,
    newest: newest?.id ?? 0,
  })
  expect((await details()).tags).toEqual({ artist: 'Anker', year: '1890', technique: 'Öl' })

  const [restored, , again] = await listChanges(clerk, 'item', itemId)
  expect(restored).toMatchObject({
    kind: 'restored',
    by: 'Matthias Zurbriggen',
    state: 'undoable',
    fields: [{ field: 'Artist', before: 'Klee', after: 'Anker' }],
  })
  // No path, because the item has this value now.
  expect(again?.fields.map(({ field, path }) => [field, path])).toEqual([
    ['Artist', undefined],
    ['Year', ['tags', 'year']],
  ])
  await undoChange(clerk, 'item', itemId, restored)
  expect(await details()).toEqual({ ...before, version: before.version + 2 })
})

test('restores the whole state before a change, except withdrawal and archiving', async ({
  employee: clerk,
}) => {
  const data = newItem({ identifier: 'LG-H5', name: 'One', description: 'First' })
  const itemId = await addItem(clerk, data)
  await clerk.call(api.inventory.saveTags, {
    body: { itemId, tags: { artist: 'Anker', year: '1885' } },
  })
  const then = await clerk.call(api.inventory.details, { params: { id: itemId } })
  await clerk.call(api.inventory.saveTags, {
    body: { itemId, tags: { artist: '', technique: 'Öl' } },
  })
  await clerk.call(api.inventory.saveInfo, { body: { itemId, data: { ...data, name: 'Two' } } })
  await clerk.call(api.inventory.setPublic, { body: { itemId, public: false } })
  const [hidden, , emptied] = await listChanges(clerk, 'item', itemId)
  expect([hidden?.restorable, emptied?.restorable]).toEqual([false, true])
  await restoreChange(clerk, 'item', itemId, emptied)
  const now = await clerk.call(api.inventory.details, { params: { id: itemId } })
  expect(now).toEqual({ ...then, public: false, version: now.version })
  await expect(restoreChange(clerk, 'item', itemId, emptied)).rejects.toMatchObject(
    conflictWith('the value is already the same'),
  )
})

test('refuses to restore an unseen change, a taken identifier or an unknown value', async ({
  employee: clerk,
}) => {
  const data = newItem({ identifier: 'LG-H6' })
  const itemId = await addItem(clerk, data)
  await clerk.call(api.inventory.saveInfo, {
    body: { itemId, data: { ...data, identifier: 'LG-H6b' } },
  })
  await addItem(clerk, { identifier: 'lg-h6' })
  const [renamed, created] = await listChanges(clerk, 'item', itemId)
  const path = ['identifier']
  await expect(restoreChange(clerk, 'item', itemId, renamed, { path })).rejects.toMatchObject(
    conflictWith('“LG-H6” is now used by another item'),
  )
  await expect(restoreChange(clerk, 'item', itemId, created)).rejects.toMatchObject(
    conflictWith('there was nothing before it'),
  )
  await expect(
    restoreChange(clerk, 'item', itemId, renamed, { path: ['tags', 'year'] }),
  ).rejects.toMatchObject({
    status: 404,
  })
  await clerk.call(api.inventory.saveTags, { body: { itemId, tags: { year: '1890' } } })
  await expect(
    restoreChange(clerk, 'item', itemId, renamed, { path, newest: renamed?.id ?? 0 }),
  ).rejects.toMatchObject(conflictWith('Noémie Chappuis changed this in the meantime.'))
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toMatchObject({
    identifier: 'LG-H6b',
  })
})

test('restores removed pictures with their order, and keeps those added since', async ({
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const add = async (width: number) =>
    clerk.call(api.media.addPicture, {
      body: { itemId },
      file: await createPictureFile(createDrawing({ width }).jpeg(), `${width}.jpg`),
    })
  const details = () => clerk.call(api.inventory.details, { params: { id: itemId } })
  const names = async () => (await details()).pictures.map(({ fileName }) => fileName)
  const save = async (
    change: (pictures: PicturesToSave['pictures']) => PicturesToSave['pictures'],
  ) => {
    const { pictures, version } = await details()
    const sent = pictures.map(({ fileName: _, width: __, height: ___, ...picture }) => picture)
    await clerk.call(api.media.savePictures, { body: { itemId, version, pictures: change(sent) } })
  }
  await add(30)
  await add(31)
  await save(([first, ...others]) => (first ? [{ ...first, credit: 'Meier' }, ...others] : others))
  await save(([first, ...others]) => (first ? [{ ...first, credit: 'Muster' }, ...others] : others))
  await save(([, ...others]) => others)
  await add(32)
  expect(await names()).toEqual(['31.jpg', '32.jpg'])

  const [, removed, credited] = await listChanges(clerk, 'item', itemId)
  // The texts of a removed picture can’t be restored without it.
  expect(credited?.fields).toMatchObject([
    { field: 'Credit of picture 1', before: 'Meier', after: 'Muster' },
  ])
  expect(credited?.fields[0]?.path).toBeUndefined()
  await restoreChange(clerk, 'item', itemId, removed, { path: removed?.fields[0]?.path })
  expect(await names()).toEqual(['30.jpg', '31.jpg', '32.jpg'])
  const [, , , again] = await listChanges(clerk, 'item', itemId)
  await restoreChange(clerk, 'item', itemId, again, { path: again?.fields[0]?.path })
  expect((await details()).pictures.map(({ credit }) => credit)).toEqual(['Meier', '', ''])
})

test('restores a translation with its state and source', async ({ employee: clerk }) => {
  const data = newItem({ description: 'Un tableau peint dans la vallée.' })
  const itemId = await addItem(clerk, data)
  const saveText = (text: string, was: string, state: 'checked' | 'draft') =>
    clerk.call(api.inventory.saveTexts, {
      body: {
        itemId,
        lang: 'de',
        fields: { description: { text, was, source: data.description } },
        state,
      },
    })
  await saveText('Ein Bild.', '', 'checked')
  await saveText('Ein Gemälde.', 'Ein Bild.', 'draft')
  await saveText('', 'Ein Gemälde.', 'draft')
  const [, changed] = await listChanges(clerk, 'item', itemId)
  const field = changed?.fields.find(({ before }) => before === 'Ein Bild.')
  await restoreChange(clerk, 'item', itemId, changed, { path: field?.path })
  expect(
    (await clerk.call(api.inventory.details, { params: { id: itemId } })).texts.de?.description,
  ).toMatchObject({
    text: 'Ein Bild.',
    state: 'checked',
  })
})

test('restores earlier values of events, journal entries, comments and attributes', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const eventId = await saveEventStates(
    root,
    { text_en: 'Rally' },
    { text_en: 'Rally 2' },
    { text_en: 'Rally 3' },
  )
  const [, eventChange] = await listChanges(root, 'event', eventId)
  await restoreChange(root, 'event', eventId, eventChange, { path: ['text_en'] })
  const { events } = await root.call(api.events.list)
  expect(events.find(({ id }) => id === eventId)?.text_en).toContain('Rally')
  expect(events.find(({ id }) => id === eventId)?.text_en).not.toContain('2')

  const { id: entryId } = await root.call(api.journal.add, { body: text({ comment: 'eins' }) })
  for (const comment of ['zwei', 'drei'])
    await root.call(api.journal.change, { params: { id: entryId }, body: text({ comment }) })
  const [, entryChange] = await listChanges(root, 'journal', entryId)
  await expect(restoreChange(clerk, 'journal', entryId, entryChange)).rejects.toMatchObject({
    status: 403,
  })
  await restoreChange(root, 'journal', entryId, entryChange, { path: ['comment'] })
  const { data } = await root.call(api.journal.list)
  expect(data.find(({ id }) => id === entryId)).toMatchObject({ comment: 'eins' })

  const itemId = await addItem(root)
  const { id: commentId } = await root.call(api.comments.add, {
    body: { itemId, comment: 'Rahmen?' },
  })
  const [assignee] = await root.call(api.users.list)
  const setTask = (task: object | null) =>
    root.call(api.comments.setTask, { body: { commentId, task } })
  await setTask({ assigneeId: assignee?.id ?? 0 })
  await setTask({ due: '2026-06-01' })
  await setTask({ due: '2026-07-01' })
  const [, commentChange] = await listChanges(root, 'comment', commentId)
  await restoreChange(root, 'comment', commentId, commentChange, { path: ['assignee'] })
  const [comment] = await root.call(api.comments.ofItem, { params: { id: itemId } })
  expect(comment?.task).toMatchObject({ assignee: { id: assignee?.id }, due: '2026-07-01' })

  const [attribute] = await root.call(api.attributes.list, { params: { type: 'art' } })
  const id = attribute?.id ?? 0
  for (const en of ['Hand', 'Painter', 'Maker'])
    await root.call(api.attributes.save, {
      body: { id, attribute: { ...plainAttribute, labels: { en } } },
    })
  const [, attributeChange] = await listChanges(root, 'attribute', id)
  await restoreChange(root, 'attribute', id, attributeChange, { path: ['labels', 'en'] })
  const attributes = await root.call(api.attributes.list, { params: { type: 'art' } })
  expect(attributes.find((candidate) => candidate.id === id)?.labels.en).toBe('Hand')
})

test('restores an earlier picture and recording, which the history shows to staff only', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const body = { itemId }
  const details = () => clerk.call(api.inventory.details, { params: { id: itemId } })
  const [first, second] = [
    await createPictureFile(createDrawing().jpeg(), 'first.jpg'),
    await createPictureFile(createDrawing({ width: 30 }).jpeg(), 'second.jpg'),
  ]
  await clerk.call(api.media.uploadImage, { body, file: first })
  await clerk.call(api.media.uploadRecording, { body, file: createMp3File({ name: 'waltz.mp3' }) })
  const before = await details()
  await clerk.call(api.media.uploadImage, { body, file: second })
  await clerk.call(api.media.uploadRecording, {
    body,
    file: createMp3File({ seed: 7, name: 'waltz.mp3' }),
  })
  const after = await details()

  const history = await listChanges(clerk, 'item', itemId)
  const [old, fresh] = [before.picture?.name ?? '', after.picture?.name ?? '']
  expect(history.map(({ kind, fields }) => ({ kind, fields }))).toMatchObject([
    {
      kind: 'recording',
      fields: [{ field: 'Recording file', before: 'waltz.mp3', after: 'waltz.mp3' }],
    },
    {
      kind: 'picture',
      fields: [
        {
          field: 'First picture',
          before: 'first.jpg',
          after: 'second.jpg',
          pictures: { before: old, after: fresh },
        },
      ],
    },
    {
      kind: 'recording',
      fields: [
        { field: 'Recording', before: '', after: 'waltz.mp3' },
        { field: 'Recording file', before: '', after: 'waltz.mp3' },
      ],
    },
    { kind: 'picture', fields: [{ field: 'Picture', pictures: { before: null, after: old } }] },
    { kind: 'created' },
  ])
  const thumbnail = await clerk.fetch(`/api/image/earlier/${old}`)
  expect(thumbnail.headers.get('content-type')).toMatch(/^image\//)
  expect((await server.fetch(`/api/image/earlier/${old}`)).status).toBe(404)
  expect((await clerk.fetch(`/api/image/earlier/${'0'.repeat(16)}`)).status).toBe(404)
  expect((await clerk.fetch('/api/image/earlier/..%2f..%2fetc')).status).toBe(400)

  await undoChange(clerk, 'item', itemId, history[0])
  await undoChange(clerk, 'item', itemId, history[1])
  expect(await details()).toEqual({ ...before, version: 7 })
})

test('returns a long history in pages', async ({ employee: clerk }) => {
  const itemId = await addItem(clerk)
  for (let year = 1901; year <= 1923; year++)
    await clerk.call(api.inventory.saveTags, { body: { itemId, tags: { year: String(year) } } })
  const params = { subject: 'item', id: itemId } as const
  const first = await clerk.call(api.history.of, { params, query: {} })
  expect([first.changes.length, first.hasMore]).toEqual([10, true])
  const all = await listChanges(clerk, 'item', itemId)
  expect(all.map(({ fields }) => fields.at(-1)?.after)).toEqual([
    ...Array.from({ length: 23 }, (_, index) => String(1923 - index)),
    'Yes',
  ])
})

/** Saves an event several times; returns its id. */
async function saveEventStates(client: Client, ...states: object[]): Promise<number> {
  let saved: object = { date: '2099-05-31' }
  for (const state of states) {
    const { events } = await client.call(api.events.save, {
      body: { events: [{ ...saved, ...state } as never] },
    })
    saved = events.find(({ text_en }) => text_en.includes('Rally')) ?? saved
  }
  return 'id' in saved ? Number(saved.id) : 0
}

test('describes and undoes changes of an event, and restores a removed one with its id', async ({
  employee: clerk,
}) => {
  const id = await saveEventStates(
    clerk,
    { text_en: '<p>Rally</p>', time: '19:30', show_time: true },
    { text_en: '<p><strong>Rally</strong></p>' },
    { text_en: '<p>Rally, in the rain</p>', date: '2099-06-01', active: true },
  )
  const event = async () =>
    (await clerk.call(api.events.list)).events.find((candidate) => candidate.id === id)

  const [changed, bold, created, ...rest] = await listChanges(clerk, 'event', id)
  expect(rest).toEqual([])
  expect(created).toMatchObject({ kind: 'created', state: 'beginning', by: 'Noémie Chappuis' })
  // The markup is shown if nothing else differs.
  expect(bold?.fields.map(withoutPath)).toEqual([
    { field: 'English', before: '<p>Rally</p>', after: '<p><strong>Rally</strong></p>' },
  ])
  expect(changed?.fields.map(withoutPath)).toEqual([
    { field: 'Date', before: 'Sunday, 31 May 2099', after: 'Monday, 1 June 2099' },
    { field: 'Active', before: 'No', after: 'Yes' },
    { field: 'English', before: 'Rally', after: 'Rally, in the rain' },
  ])
  await expect(undoChange(clerk, 'event', id, bold)).rejects.toMatchObject(
    conflictWith('‘English’ was changed again since.'),
  )
  await undoChange(clerk, 'event', id, changed)
  const before = await event()
  expect(before).toMatchObject({
    date: '2099-05-31',
    text_en: '<p><strong>Rally</strong></p>',
    active: false,
  })

  await clerk.call(api.events.save, {
    body: { events: [{ id, date: '2099-05-31', remove: true }] },
  })
  const [removed, undone] = await listChanges(clerk, 'event', id)
  expect([removed?.kind, undone?.kind]).toEqual(['removed', 'undone'])
  await expect(undoChange(clerk, 'event', id, undone)).rejects.toMatchObject(
    conflictWith('This was deleted. Restore it first.'),
  )
  await undoChange(clerk, 'event', id, removed)
  expect(await event()).toEqual(before)
  await expect(undoChange(clerk, 'event', id, removed)).rejects.toMatchObject(
    conflictWith('already been restored'),
  )
  await expect(listChanges(clerk, 'event', 2_000_000)).rejects.toMatchObject({ status: 404 })
})

test('refuses an undo that leaves an invalid event', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const id = await saveEventStates(
    clerk,
    { text_en: 'Rally', date: '2099-06-01', start: true },
    { date: '2099-05-01' },
    { last_day: '2099-05-20' },
  )
  const list = await clerk.call(api.events.list)
  const [, moved] = await listChanges(clerk, 'event', id)
  await expect(undoChange(clerk, 'event', id, moved)).rejects.toMatchObject(
    conflictWith('The last day must not be before the first day'),
  )
  expect(await clerk.call(api.events.list)).toEqual(list)
})

const text = (changes: Partial<JournalInput> = {}) => ({
  comment: 'alt',
  date: '2026-05-31',
  tags: [],
  ...changes,
})

test('undoes moving, renaming and retiring an attribute, without moving others', async () => {
  await using server = await startTestServer()
  const [admin, clerk] = [await server.signIn('admin'), await server.signIn('employee')]
  const list = () => admin.call(api.attributes.list, { params: { type: 'art' } })
  const before = await list()
  const [first, second, third] = before
  const id = first?.id ?? 0
  await admin.call(api.attributes.move, { body: { id, after: third?.id ?? 0 } })
  await admin.call(api.attributes.save, {
    body: { id, attribute: { ...plainAttribute, labels: { en: 'Hand' } } },
  })
  await admin.call(api.attributes.retire, { body: { id, retired: true } })
  const changes = await listChanges(admin, 'attribute', id)
  expect(changes.map(({ kind }) => kind)).toEqual(['retired', 'changed', 'moved'])
  await expect(listChanges(clerk, 'attribute', id)).rejects.toMatchObject({ status: 403 })
  for (const change of changes.toReversed()) await undoChange(admin, 'attribute', id, change)
  const unversioned = (attributes: typeof before) =>
    attributes.map(({ version, ...attribute }) => attribute)
  expect(unversioned(await list())).toEqual(unversioned(before))
  await admin.call(api.attributes.move, { body: { id: second?.id ?? 0, after: null } })
  await expect(undoChange(admin, 'attribute', id, changes[2])).rejects.toMatchObject(
    conflictWith('‘Position’ was changed again'),
  )
})

test('records and undoes changes of a journal entry for those who may read it', async () => {
  await using server = await startTestServer()
  const [root, admin, clerk] = [
    await server.signIn('root'),
    await server.signIn('admin'),
    await server.signIn('employee'),
  ]
  const newTag = async (name: string) =>
    (await root.call(api.journal.addTag, { body: { name } })).id
  const [chronicle, oil, rain] = [
    await newTag('Chronik'),
    await newTag('Öl'),
    await newTag('Regen'),
  ]
  const entry = async () =>
    (await root.call(api.journal.list)).data.find((candidate) => candidate.id === id)
  const { id } = await root.call(api.journal.add, { body: text({ tags: [chronicle] }) })
  await admin.call(api.journal.change, {
    params: { id },
    body: text({ comment: 'neu', tags: [oil] }),
  })
  await root.call(api.journal.change, {
    params: { id },
    body: text({ comment: 'neu', tags: [oil, rain] }),
  })

  const [, changed] = await listChanges(admin, 'journal', id)
  expect(changed).toMatchObject({ kind: 'changed', by: 'Matthias Zurbriggen', state: 'undoable' })
  expect(changed?.fields.map(withoutPath)).toEqual([
    { field: 'Comment', before: 'alt', after: 'neu' },
    { field: 'Tags', before: 'Chronik', after: 'Öl' },
  ])
  await expect(listChanges(clerk, 'journal', id)).rejects.toMatchObject({ status: 403 })
  await expect(undoChange(clerk, 'journal', id, changed)).rejects.toMatchObject({ status: 403 })
  await root.call(api.journal.removeTag, { params: { id: chronicle } })
  await expect(undoChange(root, 'journal', id, changed)).rejects.toMatchObject(
    conflictWith('The tag ‘Chronik’ was deleted.'),
  )
  expect(await entry()).toMatchObject({ comment: 'neu', version: 3 })
  await newTag('Chronik')
  await undoChange(root, 'journal', id, changed)
  expect(await entry()).toMatchObject({
    comment: 'alt',
    version: 4,
    tags: [{ name: 'Chronik' }, { name: 'Regen' }],
  })

  await root.call(api.journal.remove, { params: { id } })
  const [deleted] = await listChanges(admin, 'journal', id)
  expect(deleted).toMatchObject({
    kind: 'deleted',
    by: 'Claire Aebischer',
    fields: [{}, { before: 'alt' }, {}],
  })
  await undoChange(admin, 'journal', id, deleted)
  await root.call(api.journal.remove, { params: { id } })
  await root.call(api.journal.restore, { body: { id } })
  expect(
    (await listChanges(root, 'journal', id)).map(({ kind, state }) => `${kind} ${state}`),
  ).toEqual([
    'restored beginning',
    'deleted taken-back',
    'undone beginning',
    'deleted taken-back',
    'undone undoable',
    'changed undoable',
    'changed taken-back',
    'created beginning',
  ])
  await root.call(api.journal.remove, { params: { id } })
  server.clock.advance(days(31))
  const later = await server.signIn('root')
  await expect(listChanges(later, 'journal', id)).rejects.toMatchObject({ status: 404 })
  await expect(undoChange(later, 'journal', id, deleted)).rejects.toMatchObject({ status: 404 })
})
