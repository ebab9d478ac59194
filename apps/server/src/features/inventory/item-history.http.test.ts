import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { addItem, newItem } from '../../../test/inventory.ts'
import { drawing, mp3File, pictureFile } from '../../../test/media-files.ts'
import { startTestServer } from '../../../test/server.ts'

test('every change is kept with who, when, and each field before and after', async () => {
  await using server = await startTestServer()
  const [clerk, admin] = [await server.signIn('employee'), await server.signIn('admin')]
  const data = newItem({ identifier: 'LG-H1', name: 'One', description: 'Old\ntext' })
  const id = await addItem(clerk, data)
  await clerk.call(api.inventory.saveTags, { body: { itemId: id, tags: { artist: 'Anker', year: '1885' } } })
  await admin.call(api.inventory.saveTags, { body: { itemId: id, tags: { artist: 'Hodler', year: '' } } })
  await admin.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { location: 'Hall 2', dimensions: '30 × 40 cm', year: '1890' } },
  })
  await admin.call(api.inventory.saveInfo, { body: { itemId: id, data: { ...data, name: 'Two', description: '' } } })
  await admin.call(api.inventory.setPublic, { body: { itemId: id, public: false } })

  const changes = await clerk.call(api.history.ofItem, { params: { id } })
  expect(changes.map(({ kind, by, fields }) => ({ kind, by, fields }))).toEqual([
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
      // As the item shows them, not as they were sent.
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

test('the name of who made a change stays when the user goes', async () => {
  await using server = await startTestServer()
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const id = await addItem(clerk)
  const { id: userId } = (await root.call(api.users.list)).find(
    (user) => user.role === 'employee' && user.firstName === 'Noémie',
  ) ?? { id: 0 }
  await root.call(api.users.remove, { params: { id: userId } })
  expect(await root.call(api.history.ofItem, { params: { id } })).toMatchObject([{ by: 'Noémie Chappuis' }])
})

test('an earlier state can be brought back, as a new change', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const data = newItem({ identifier: 'LG-H2', name: 'One', description: 'First' })
  const itemId = await addItem(clerk, data)
  await clerk.call(api.inventory.saveTags, { body: { itemId, tags: { artist: 'Anker', music_detail: 'a\nb' } } })
  const before = await clerk.call(api.inventory.details, { params: { id: itemId } })
  await clerk.call(api.inventory.saveInfo, { body: { itemId, data: { ...data, identifier: 'LG-H2b', name: 'Two' } } })
  await clerk.call(api.inventory.saveTags, { body: { itemId, tags: { artist: '', technique: 'Öl' } } })
  await clerk.call(api.inventory.setPublic, { body: { itemId, public: false } })

  const history = await clerk.call(api.history.ofItem, { params: { id: itemId } })
  const changeId = history.at(-2)?.id ?? 0
  expect(await clerk.call(api.history.restore, { body: { itemId, changeId, version: 5 } })).toEqual({ version: 6 })
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toEqual({ ...before, version: 6 })
  const [newest, ...earlier] = await clerk.call(api.history.ofItem, { params: { id: itemId } })
  expect(newest).toMatchObject({ kind: 'restored' })
  expect(newest?.fields.map(({ field }) => field).toSorted()).toEqual([
    'Artist',
    'Identifier',
    'Name',
    'Shown to visitors',
    'Technique',
  ])
  expect(earlier).toEqual(history)

  const list = await clerk.call(api.inventory.art)
  expect(list.find((entry) => entry.id === itemId)).toMatchObject({ identifier: 'LG-H2', artist: 'Anker' })
})

test('bringing back is refused over somebody else’s change, for a taken identifier and for what never was', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const data = newItem({ identifier: 'LG-H3' })
  const itemId = await addItem(clerk, data)
  await clerk.call(api.inventory.saveInfo, { body: { itemId, data: { ...data, identifier: 'LG-H3b' } } })
  const otherId = await addItem(clerk, { identifier: 'lg-h3' })
  const [, created] = await clerk.call(api.history.ofItem, { params: { id: itemId } })
  const [ofOther] = await clerk.call(api.history.ofItem, { params: { id: otherId } })
  const restore = (body: { itemId: number; changeId: number; version?: number }) =>
    clerk.call(api.history.restore, { body })

  const changeId = created?.id ?? 0
  await expect(restore({ itemId, changeId, version: 1 })).rejects.toMatchObject({
    status: 409,
    body: { obj: { current: { id: itemId, version: 2 } } },
  })
  await expect(restore({ itemId, changeId })).rejects.toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('LG-H3') },
  })
  await expect(restore({ itemId, changeId: ofOther?.id ?? 0 })).rejects.toMatchObject({ status: 404 })
  await expect(restore({ itemId: 2_000_000, changeId })).rejects.toMatchObject({ status: 404 })
  await expect(clerk.call(api.history.ofItem, { params: { id: 2_000_000 } })).rejects.toMatchObject({ status: 404 })
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toMatchObject({ version: 2 })
})

test('an earlier picture and recording come back with the state they belong to', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const itemId = await addItem(clerk)
  const body = { itemId }
  const details = () => clerk.call(api.inventory.details, { params: { id: itemId } })
  const [first, second] = [
    await pictureFile(drawing().jpeg(), 'first.jpg'),
    await pictureFile(drawing({ width: 30 }).jpeg(), 'second.jpg'),
  ]
  await clerk.call(api.media.uploadImage, { body, file: first })
  await clerk.call(api.media.uploadRecording, { body, file: mp3File({ name: 'waltz.mp3' }) })
  const before = await details()
  expect(before).toMatchObject({
    picture: { width: 60 },
    recording: { fileName: 'waltz.mp3' },
    tags: { mp3: 'waltz.mp3' },
  })
  expect((await clerk.call(api.inventory.art)).find((entry) => entry.id === itemId)).toMatchObject({
    picture: before.picture?.name,
  })
  await clerk.call(api.media.uploadImage, { body, file: second })
  await clerk.call(api.media.uploadRecording, { body, file: mp3File({ seed: 7, name: 'waltz.mp3' }) })

  const history = await clerk.call(api.history.ofItem, { params: { id: itemId } })
  expect(history.map(({ kind, fields }) => ({ kind, fields }))).toMatchObject([
    { kind: 'recording', fields: [{ field: 'Recording', before: 'waltz.mp3', after: 'waltz.mp3' }] },
    { kind: 'picture', fields: [{ field: 'Picture', before: 'first.jpg', after: 'second.jpg' }] },
    {
      kind: 'recording',
      fields: [
        { field: 'Mp3', before: '', after: 'waltz.mp3' },
        { field: 'Recording', before: '', after: 'waltz.mp3' },
      ],
    },
    { kind: 'picture', fields: [{ field: 'Picture', before: '', after: 'first.jpg' }] },
    { kind: 'created' },
  ])
  await clerk.call(api.history.restore, { body: { itemId, changeId: history[2]?.id ?? 0 } })
  expect(await details()).toEqual({ ...before, version: 6 })
})
