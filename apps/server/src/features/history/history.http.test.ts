// @module-tag postgres

import {
  api,
  type Change,
  type FieldChange,
  type JournalInput,
  type PicturesToSave,
  retentionDays,
} from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, restoreChange, undoChange } from '../../../test/history.ts'
import { addItem, addPlaces, newItem, plainAttribute } from '../../../test/inventory.ts'
import { createDrawing, createMp3File, createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer, test } from '../../../test/server.ts'
import { days, minutes } from '../../base/clock.ts'

const withoutPath = ({ path: _path, ...field }: FieldChange) => field
/** A change without the reader's possibilities to revert it. */
const withoutActions = ({ state: _state, restorable: _restorable, fields, ...change }: Change) => ({
  ...change,
  fields: fields.map(withoutPath),
})

const conflictWith = (message: string) => ({
  status: 409,
  body: { message: expect.stringContaining(message) },
})

/** No record of any kind has this id. */
const unknownId = 2_000_000

const readItem = (client: Client, id: number) =>
  client.call(api.inventory.details, { params: { id } })

const saveTags = (client: Client, itemId: number, tags: Record<string, string>) =>
  client.call(api.inventory.saveTags, { body: { itemId, tags } })

const newEntry = (changes: Partial<JournalInput> = {}): JournalInput => ({
  comment: 'alt',
  date: '2026-05-31',
  tags: [],
  ...changes,
})

/** Saves an event in several states, one after the other; returns its id. */
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

test('records author, time and each field before and after of every change', async ({
  employee: clerk,
  admin,
}) => {
  await addPlaces(admin, 'Hall 2')
  const data = newItem({ identifier: 'LG-H1', name: 'One', description: 'Old\ntext' })
  const id = await addItem(clerk, data)
  await saveTags(clerk, id, { artist: 'Anker', year: '1885' })
  await saveTags(admin, id, { artist: 'Hodler', year: '' })
  await saveTags(admin, id, { location: 'Hall 2', dimensions: '30 × 40 cm', year: '1890' })
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
      // In the order in which the item shows them, not in which they were sent.
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
  const ages = changes.map(({ at }) => Date.now() - Date.parse(at))
  expect(Math.max(...ages)).toBeLessThan(minutes(5))
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
})

test('keeps the author’s name of a change after the user is deleted', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const id = await addItem(clerk)
  const users = await root.call(api.users.list)
  const author = users.find(({ role, firstName }) => role === 'employee' && firstName === 'Noémie')
  await root.call(api.users.remove, { params: { id: author?.id ?? 0 } })
  expect(await listChanges(root, 'item', id)).toMatchObject([{ by: 'Noémie Chappuis' }])
})

/** Fails if `save` writes a history or a comment. */
async function expectNothingWritten(
  server: TestServer,
  save: () => Promise<unknown>,
): Promise<void> {
  const readRows = () =>
    server.inDatabase(async (db) => ({
      changes: await db.selectFrom('change').selectAll().orderBy('id').execute(),
      comments: await db.selectFrom('item_comment').selectAll().orderBy('id').execute(),
    }))
  const before = await readRows()
  await save()
  expect(await readRows()).toEqual(before)
}

test('writes neither history nor version for an item saved without a difference', async ({
  server,
  root,
}) => {
  const data = newItem({ name: 'One', description: 'Un tableau peint dans la vallée.' })
  const id = await addItem(root, data)
  const file = await createPictureFile()
  await root.call(api.media.uploadImage, { body: { itemId: id }, file })
  await saveTags(root, id, { artist: 'Anker' })
  const saveTranslation = (was: string) => {
    const description = { text: 'Ein Bild.', was, source: data.description }
    return root.call(api.inventory.saveTexts, {
      body: { itemId: id, lang: 'de', fields: { description }, state: 'checked' },
    })
  }
  await saveTranslation('')
  const item = await readItem(root, id)
  const pictures = item.pictures.map(
    ({ fileName: _fileName, width: _width, height: _height, ...picture }) => picture,
  )

  await expectNothingWritten(server, async () => {
    await root.call(api.inventory.saveInfo, { body: { itemId: id, data } })
    await saveTags(root, id, { artist: 'Anker' })
    await saveTranslation('Ein Bild.')
    const body = { itemId: id, version: item.version, pictures }
    await root.call(api.media.savePictures, { body })
    await root.call(api.media.uploadImage, { body: { itemId: id }, file })
    await root.call(api.inventory.setPublic, { body: { itemId: id, public: true } })
  })
  expect(await readItem(root, id)).toEqual(item)
})

test('writes neither history nor version for other records saved without a difference', async ({
  server,
  root,
}) => {
  const [firstTag, secondTag] = [
    await root.call(api.journal.addTag, { body: { name: 'Zoll' } }),
    await root.call(api.journal.addTag, { body: { name: 'Atelier' } }),
  ]
  const entry = newEntry({ tags: [firstTag.id, secondTag.id] })
  const addedEntry = await root.call(api.journal.add, { body: entry })
  const task = { due: '2026-06-01' }
  const comment = 'Rahmen?'
  const { id: commentId } = await root.call(api.comments.add, {
    body: { itemId: await addItem(root), comment, task },
  })
  const [attribute] = await root.call(api.attributes.list, { params: { type: 'art' } })
  if (!attribute) throw new Error('the catalogue is empty')
  const {
    id,
    tag_key: _key,
    order_key: _order,
    retired: _retired,
    version,
    ...settings
  } = attribute
  const events = await root.call(api.events.list)

  await expectNothingWritten(server, async () => {
    // The order of tags makes no difference.
    const body = { ...entry, tags: entry.tags.toReversed() }
    expect(await root.call(api.journal.change, { params: { id: addedEntry.id }, body })).toEqual(
      addedEntry,
    )
    await root.call(api.comments.edit, { body: { commentId, comment } })
    await root.call(api.comments.setTask, { body: { commentId, task } })
    await root.call(api.events.save, { body: { events: events.events } })
    expect(
      await root.call(api.attributes.save, { body: { id, attribute: settings, version } }),
    ).toMatchObject({ version })
  })
  expect(await root.call(api.events.list)).toEqual(events)
})

test('undoes the fields of one change, keeps later changes, and can be undone itself', async ({
  employee: clerk,
}) => {
  const data = newItem({ identifier: 'LG-H2', name: 'One', description: 'First' })
  const itemId = await addItem(clerk, data)
  await saveTags(clerk, itemId, { artist: 'Anker', year: '1885' })
  await saveTags(clerk, itemId, { artist: '', year: '1890', music_detail: 'a\nb' })
  await clerk.call(api.inventory.saveInfo, { body: { itemId, data: { ...data, name: 'Two' } } })
  await saveTags(clerk, itemId, { technique: 'Öl' })
  const before = await readItem(clerk, itemId)

  const history = await listChanges(clerk, 'item', itemId)
  const [, , changedTags] = history
  await undoChange(clerk, 'item', itemId, changedTags)
  const undone = await readItem(clerk, itemId)
  expect(undone).toMatchObject({ name: 'Two', version: before.version + 1 })
  expect(undone.tags).toEqual({ artist: 'Anker', year: '1885', technique: 'Öl' })
  const list = await clerk.call(api.inventory.art)
  expect(list.find(({ id }) => id === itemId)).toMatchObject({ artist: 'Anker' })

  const [undo, ...earlier] = await listChanges(clerk, 'item', itemId)
  expect(undo).toMatchObject({
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
  await undoChange(clerk, 'item', itemId, undo)
  expect(await readItem(clerk, itemId)).toEqual({ ...before, version: before.version + 2 })
})

test('refuses to undo a creation, and a field that changed since or is undone already', async ({
  employee: clerk,
}) => {
  const data = newItem({ identifier: 'LG-H3' })
  const itemId = await addItem(clerk, data)
  await clerk.call(api.inventory.saveInfo, {
    body: { itemId, data: { ...data, identifier: 'LG-H3b' } },
  })
  await saveTags(clerk, itemId, { artist: 'Anker', year: '1885', technique: 'Öl' })
  await saveTags(clerk, itemId, { artist: 'Hodler', year: '1890' })
  const before = await readItem(clerk, itemId)
  const otherId = await addItem(clerk, { identifier: 'lg-h3' })
  const [, addedTags, renamed, created] = await listChanges(clerk, 'item', itemId)
  const [createdOther] = await listChanges(clerk, 'item', otherId)

  await expect(undoChange(clerk, 'item', itemId, addedTags)).rejects.toMatchObject(
    conflictWith('‘Artist’ and ‘Year’ were changed again since. Undo the later change first'),
  )
  await expect(undoChange(clerk, 'item', itemId, renamed)).rejects.toMatchObject(
    conflictWith('“LG-H3” is now used by another item'),
  )
  await expect(undoChange(clerk, 'item', itemId, created)).rejects.toMatchObject(
    conflictWith('there was nothing before it'),
  )
  for (const [id, change] of [
    [itemId, createdOther],
    [unknownId, renamed],
  ] as const)
    await expect(undoChange(clerk, 'item', id, change)).rejects.toMatchObject({ status: 404 })
  await expect(listChanges(clerk, 'item', unknownId)).rejects.toMatchObject({ status: 404 })
  expect(await readItem(clerk, itemId)).toEqual(before)

  await saveTags(clerk, itemId, { artist: 'Anker', year: '1885' })
  const [changedTags] = await listChanges(clerk, 'item', itemId)
  await undoChange(clerk, 'item', itemId, changedTags)
  await expect(undoChange(clerk, 'item', itemId, changedTags)).rejects.toMatchObject(
    conflictWith('already been undone'),
  )
})

test('restores an earlier value as a new change, whatever changed since', async ({
  employee: clerk,
  admin,
}) => {
  const data = newItem({ identifier: 'LG-H4', name: 'One', description: 'First' })
  const itemId = await addItem(clerk, data)
  await saveTags(clerk, itemId, { artist: 'Anker', year: '1885' })
  await saveTags(clerk, itemId, { artist: 'Hodler', year: '1890' })
  await saveTags(clerk, itemId, { artist: 'Klee', technique: 'Öl' })
  const before = await readItem(clerk, itemId)

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
    path: ['tags', 'artist'],
    newest: newest?.id ?? 0,
  })
  const { tags } = await readItem(clerk, itemId)
  expect(tags).toEqual({ artist: 'Anker', year: '1890', technique: 'Öl' })

  const [restored, , secondNow] = await listChanges(clerk, 'item', itemId)
  expect(restored).toMatchObject({
    kind: 'restored',
    by: 'Matthias Zurbriggen',
    state: 'undoable',
    fields: [{ field: 'Artist', before: 'Klee', after: 'Anker' }],
  })
  // No path, because the item has this value now.
  expect(secondNow?.fields.map(({ field, path }) => [field, path])).toEqual([
    ['Artist', undefined],
    ['Year', ['tags', 'year']],
  ])
  await undoChange(clerk, 'item', itemId, restored)
  expect(await readItem(clerk, itemId)).toEqual({ ...before, version: before.version + 2 })
})

test('restores the whole state before a change, except withdrawal and archiving', async ({
  employee: clerk,
}) => {
  const data = newItem({ identifier: 'LG-H5', name: 'One', description: 'First' })
  const itemId = await addItem(clerk, data)
  await saveTags(clerk, itemId, { artist: 'Anker', year: '1885' })
  const before = await readItem(clerk, itemId)
  await saveTags(clerk, itemId, { artist: '', technique: 'Öl' })
  await clerk.call(api.inventory.saveInfo, { body: { itemId, data: { ...data, name: 'Two' } } })
  await clerk.call(api.inventory.setPublic, { body: { itemId, public: false } })
  const [withdrawn, , changedTags] = await listChanges(clerk, 'item', itemId)
  expect([withdrawn?.restorable, changedTags?.restorable]).toEqual([false, true])
  await restoreChange(clerk, 'item', itemId, changedTags)
  const restored = await readItem(clerk, itemId)
  expect(restored).toEqual({ ...before, public: false, version: restored.version })
  await expect(restoreChange(clerk, 'item', itemId, changedTags)).rejects.toMatchObject(
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
  await saveTags(clerk, itemId, { year: '1890' })
  await expect(
    restoreChange(clerk, 'item', itemId, renamed, { path, newest: renamed?.id ?? 0 }),
  ).rejects.toMatchObject(conflictWith('Noémie Chappuis changed this in the meantime.'))
  expect(await readItem(clerk, itemId)).toMatchObject({ identifier: 'LG-H6b' })
})

test('restores removed pictures with their order, and keeps those added since', async ({
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const addPicture = async (width: number) =>
    clerk.call(api.media.addPicture, {
      body: { itemId },
      file: await createPictureFile(createDrawing({ width }).jpeg(), `${width}.jpg`),
    })
  const listFiles = async () =>
    (await readItem(clerk, itemId)).pictures.map(({ fileName }) => fileName)
  const savePictures = async (
    change: (pictures: PicturesToSave['pictures']) => PicturesToSave['pictures'],
  ) => {
    const { pictures, version } = await readItem(clerk, itemId)
    const sent = pictures.map(
      ({ fileName: _fileName, width: _width, height: _height, ...picture }) => picture,
    )
    await clerk.call(api.media.savePictures, { body: { itemId, version, pictures: change(sent) } })
  }
  const creditFirst = (credit: string) =>
    savePictures((pictures) =>
      pictures.map((picture, index) => (index === 0 ? { ...picture, credit } : picture)),
    )
  await addPicture(30)
  await addPicture(31)
  await creditFirst('Meier')
  await creditFirst('Muster')
  await savePictures(([, ...others]) => others)
  await addPicture(32)
  expect(await listFiles()).toEqual(['31.jpg', '32.jpg'])

  const [, removed, credited] = await listChanges(clerk, 'item', itemId)
  // The texts of a removed picture can’t be restored without it.
  expect(credited?.fields).toMatchObject([
    { field: 'Credit of picture 1', before: 'Meier', after: 'Muster' },
  ])
  expect(credited?.fields[0]?.path).toBeUndefined()
  await restoreChange(clerk, 'item', itemId, removed, { path: removed?.fields[0]?.path })
  expect(await listFiles()).toEqual(['30.jpg', '31.jpg', '32.jpg'])
  const creditedNow = (await listChanges(clerk, 'item', itemId)).find(
    ({ id }) => id === credited?.id,
  )
  await restoreChange(clerk, 'item', itemId, creditedNow, { path: creditedNow?.fields[0]?.path })
  const { pictures } = await readItem(clerk, itemId)
  expect(pictures.map(({ credit }) => credit)).toEqual(['Meier', '', ''])
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
  const { texts } = await readItem(clerk, itemId)
  expect(texts.de?.description).toEqual({
    text: 'Ein Bild.',
    state: 'checked',
    source: data.description,
  })
})

test('restores an earlier value of an event', async ({ root }) => {
  const eventId = await saveEventStates(
    root,
    { text_en: 'Rally' },
    { text_en: 'Rally 2' },
    { text_en: 'Rally 3' },
  )
  const [, secondText] = await listChanges(root, 'event', eventId)
  await restoreChange(root, 'event', eventId, secondText, { path: ['text_en'] })
  const { events } = await root.call(api.events.list)
  const event = events.find(({ id }) => id === eventId)
  expect(event?.text_en).toContain('Rally')
  expect(event?.text_en).not.toContain('2')
  // So that other tests of this file find no event of this name.
  const body = { events: [{ id: eventId, date: '2099-05-31', remove: true }] }
  await root.call(api.events.save, { body })
})

test('restores an earlier value of a journal entry for those who may change it', async ({
  root,
  employee: clerk,
}) => {
  const { id } = await root.call(api.journal.add, { body: newEntry({ comment: 'eins' }) })
  for (const comment of ['zwei', 'drei'])
    await root.call(api.journal.change, { params: { id }, body: newEntry({ comment }) })
  const [, secondText] = await listChanges(root, 'journal', id)
  await expect(restoreChange(clerk, 'journal', id, secondText)).rejects.toMatchObject({
    status: 403,
  })
  await restoreChange(root, 'journal', id, secondText, { path: ['comment'] })
  const { data } = await root.call(api.journal.list)
  expect(data.find((entry) => entry.id === id)).toMatchObject({ comment: 'eins' })
})

test('restores the assignee of a task', async ({ root }) => {
  const itemId = await addItem(root)
  const { id: commentId } = await root.call(api.comments.add, {
    body: { itemId, comment: 'Rahmen?' },
  })
  const [assignee] = await root.call(api.users.list)
  for (const task of [
    { assigneeId: assignee?.id ?? 0 },
    { due: '2026-06-01' },
    { due: '2026-07-01' },
  ])
    await root.call(api.comments.setTask, { body: { commentId, task } })
  const [, unassigned] = await listChanges(root, 'comment', commentId)
  await restoreChange(root, 'comment', commentId, unassigned, { path: ['assignee'] })
  const [comment] = await root.call(api.comments.ofItem, { params: { id: itemId } })
  expect(comment?.task).toMatchObject({ assignee: { id: assignee?.id }, due: '2026-07-01' })
})

test('restores an earlier label of an attribute', async ({ root }) => {
  const [attribute] = await root.call(api.attributes.list, { params: { type: 'car' } })
  const id = attribute?.id ?? 0
  for (const en of ['Hand', 'Painter', 'Maker'])
    await root.call(api.attributes.save, {
      body: { id, attribute: { ...plainAttribute, labels: { en } } },
    })
  const [, secondLabel] = await listChanges(root, 'attribute', id)
  await restoreChange(root, 'attribute', id, secondLabel, { path: ['labels', 'en'] })
  const attributes = await root.call(api.attributes.list, { params: { type: 'car' } })
  expect(attributes.find((candidate) => candidate.id === id)?.labels.en).toBe('Hand')
})

test('restores an earlier picture and recording, which the history shows to staff only', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const body = { itemId }
  const [firstFile, secondFile] = [
    await createPictureFile(createDrawing().jpeg(), 'first.jpg'),
    await createPictureFile(createDrawing({ width: 30 }).jpeg(), 'second.jpg'),
  ]
  await clerk.call(api.media.uploadImage, { body, file: firstFile })
  await clerk.call(api.media.uploadRecording, { body, file: createMp3File({ name: 'waltz.mp3' }) })
  const before = await readItem(clerk, itemId)
  await clerk.call(api.media.uploadImage, { body, file: secondFile })
  await clerk.call(api.media.uploadRecording, {
    body,
    file: createMp3File({ seed: 7, name: 'waltz.mp3' }),
  })
  const after = await readItem(clerk, itemId)

  const history = await listChanges(clerk, 'item', itemId)
  const [oldName, newName] = [before.picture?.name ?? '', after.picture?.name ?? '']
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
          pictures: { before: oldName, after: newName },
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
    { kind: 'picture', fields: [{ field: 'Picture', pictures: { before: null, after: oldName } }] },
    { kind: 'created' },
  ])
  const thumbnail = await clerk.fetch(`/api/image/earlier/${oldName}`)
  expect(thumbnail.headers.get('content-type')).toMatch(/^image\//)
  expect((await server.fetch(`/api/image/earlier/${oldName}`)).status).toBe(404)
  expect((await clerk.fetch(`/api/image/earlier/${'0'.repeat(16)}`)).status).toBe(404)
  expect((await clerk.fetch('/api/image/earlier/..%2f..%2fetc')).status).toBe(400)

  const [newRecording, newPicture] = history
  await undoChange(clerk, 'item', itemId, newRecording)
  await undoChange(clerk, 'item', itemId, newPicture)
  expect(await readItem(clerk, itemId)).toEqual({ ...before, version: after.version + 2 })
})

test('returns a long history in pages of ten changes', async ({ employee: clerk }) => {
  const itemId = await addItem(clerk)
  const years = Array.from({ length: 21 }, (_, index) => String(1901 + index))
  for (const year of years) await saveTags(clerk, itemId, { year })
  const params = { subject: 'item', id: itemId } as const
  const firstPage = await clerk.call(api.history.of, { params, query: {} })
  expect([firstPage.changes.length, firstPage.hasMore]).toEqual([10, true])

  const changes = await listChanges(clerk, 'item', itemId)
  const createdAsPublic = 'Yes'
  expect(changes.map(({ fields }) => fields.at(-1)?.after)).toEqual([
    ...years.toReversed(),
    createdAsPublic,
  ])
})

test('describes and undoes changes of the text, day and visibility of an event', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const id = await saveEventStates(
    clerk,
    { text_en: '<p>Rally</p>', time: '19:30', show_time: true },
    { text_en: '<p><strong>Rally</strong></p>' },
    { text_en: '<p>Rally, in the rain</p>', date: '2099-06-01', active: true },
  )
  const [changed, bold, created, ...others] = await listChanges(clerk, 'event', id)
  expect(others).toEqual([])
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
  const { events } = await clerk.call(api.events.list)
  expect(events.find((event) => event.id === id)).toMatchObject({
    date: '2099-05-31',
    text_en: '<p><strong>Rally</strong></p>',
    active: false,
  })
})

test('restores a removed event with its id, once', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const id = await saveEventStates(clerk, { text_en: 'Rally' }, { text_en: 'Rally 2' })
  const findEvent = async () =>
    (await clerk.call(api.events.list)).events.find((event) => event.id === id)
  const before = await findEvent()
  expect(before?.text_en).toContain('Rally 2')
  const body = { events: [{ id, date: '2099-05-31', remove: true }] }
  await clerk.call(api.events.save, { body })

  const [removed, changed] = await listChanges(clerk, 'event', id)
  expect([removed?.kind, changed?.kind]).toEqual(['removed', 'changed'])
  await expect(undoChange(clerk, 'event', id, changed)).rejects.toMatchObject(
    conflictWith('This was deleted. Restore it first.'),
  )
  await undoChange(clerk, 'event', id, removed)
  expect(await findEvent()).toEqual(before)
  await expect(undoChange(clerk, 'event', id, removed)).rejects.toMatchObject(
    conflictWith('already been restored'),
  )
  await expect(listChanges(clerk, 'event', unknownId)).rejects.toMatchObject({ status: 404 })
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
  const eventsBefore = await clerk.call(api.events.list)
  const [, moved] = await listChanges(clerk, 'event', id)
  await expect(undoChange(clerk, 'event', id, moved)).rejects.toMatchObject(
    conflictWith('The last day must not be before the first day'),
  )
  expect(await clerk.call(api.events.list)).toEqual(eventsBefore)
})

test('undoes moving, renaming and retiring an attribute, without moving others', async () => {
  await using server = await startTestServer()
  const [admin, clerk] = [await server.signIn('admin'), await server.signIn('employee')]
  const listAttributes = () => admin.call(api.attributes.list, { params: { type: 'art' } })
  const before = await listAttributes()
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
  const withoutVersions = (attributes: typeof before) =>
    attributes.map(({ version: _version, ...attribute }) => attribute)
  expect(withoutVersions(await listAttributes())).toEqual(withoutVersions(before))
  await admin.call(api.attributes.move, { body: { id: second?.id ?? 0, after: null } })
  const moved = changes.at(-1)
  await expect(undoChange(admin, 'attribute', id, moved)).rejects.toMatchObject(
    conflictWith('‘Position’ was changed again'),
  )
})

test('undoes a change of a journal entry for those who may read it', async ({
  root,
  admin,
  employee: clerk,
}) => {
  const addTag = async (name: string) =>
    (await root.call(api.journal.addTag, { body: { name } })).id
  const [chronicle, oil, rain] = [
    await addTag('Chronik'),
    await addTag('Öl'),
    await addTag('Regen'),
  ]
  const { id } = await root.call(api.journal.add, { body: newEntry({ tags: [chronicle] }) })
  for (const [client, tags] of [
    [admin, [oil]],
    [root, [oil, rain]],
  ] as const)
    await client.call(api.journal.change, {
      params: { id },
      body: newEntry({ comment: 'neu', tags: [...tags] }),
    })

  const [, changed] = await listChanges(admin, 'journal', id)
  expect(changed).toMatchObject({ kind: 'changed', by: 'Matthias Zurbriggen', state: 'undoable' })
  expect(changed?.fields.map(withoutPath)).toEqual([
    { field: 'Comment', before: 'alt', after: 'neu' },
    { field: 'Tags', before: 'Chronik', after: 'Öl' },
  ])
  await expect(listChanges(clerk, 'journal', id)).rejects.toMatchObject({ status: 403 })
  await expect(undoChange(clerk, 'journal', id, changed)).rejects.toMatchObject({ status: 403 })

  const readEntry = async () =>
    (await root.call(api.journal.list)).data.find((entry) => entry.id === id)
  await root.call(api.journal.removeTag, { params: { id: chronicle } })
  await expect(undoChange(root, 'journal', id, changed)).rejects.toMatchObject(
    conflictWith('The tag ‘Chronik’ was deleted.'),
  )
  expect(await readEntry()).toMatchObject({ comment: 'neu', version: 3 })
  await addTag('Chronik')
  await undoChange(root, 'journal', id, changed)
  expect(await readEntry()).toMatchObject({
    comment: 'alt',
    version: 4,
    tags: [{ name: 'Chronik' }, { name: 'Regen' }],
  })
})

test('restores a deleted journal entry by undoing or by its own call', async ({ root, admin }) => {
  const { id } = await root.call(api.journal.add, { body: newEntry() })
  await root.call(api.journal.remove, { params: { id } })
  const [deleted] = await listChanges(admin, 'journal', id)
  expect(deleted).toMatchObject({
    kind: 'deleted',
    by: 'Claire Aebischer',
    fields: [{}, { before: 'alt' }],
  })
  await undoChange(admin, 'journal', id, deleted)
  await root.call(api.journal.remove, { params: { id } })
  await root.call(api.journal.restore, { body: { id } })
  const changes = await listChanges(root, 'journal', id)
  expect(changes.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'restored beginning',
    'deleted taken-back',
    'undone beginning',
    'deleted taken-back',
    'created beginning',
  ])
})

test('forgets the history of a journal entry a month after its deletion', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const { id } = await root.call(api.journal.add, { body: newEntry() })
  await root.call(api.journal.remove, { params: { id } })
  const [deleted] = await listChanges(root, 'journal', id)
  server.clock.advance(days(retentionDays + 1))
  const rootLater = await server.signIn('root')
  await expect(listChanges(rootLater, 'journal', id)).rejects.toMatchObject({ status: 404 })
  await expect(undoChange(rootLater, 'journal', id, deleted)).rejects.toMatchObject({ status: 404 })
})
