// @module-tag sqlite

import {
  api,
  type Change,
  EditConflict,
  type FieldChange,
  type ItemPicture,
  itemPictureLimits,
  type PictureKind,
} from '@vitrine/contract'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallError } from '../../../../test/client.ts'
import { undoChange } from '../../../../test/history.ts'
import { createDrawing, createPictureFile } from '../../../../test/media-files.ts'
import { type MediaTestServer, startMediaTestServer } from '../../../../test/media-test-server.ts'
import { createImageProcessor, createLibvipsRunner } from '../../../adapters/images/libvips.ts'
import { openMediaStore } from '../../../adapters/media/open-media.ts'
import { createLogger } from '../../../runtime/logger.ts'
import { getLikenessKey, pictureSizes, storeMissingLikenesses } from '../../media/index.ts'

let mediaServer: MediaTestServer

beforeAll(async () => {
  mediaServer = await startMediaTestServer()
})
afterAll(() => mediaServer[Symbol.asyncDispose]())

/** Pictures of different widths differ. */
const createFile = (width: number, name = `${width}.jpg`) =>
  createPictureFile(createDrawing({ width }).jpeg(), name)

const catchFailure = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error) => error,
  )

/** Selects the fields of a picture that a client sends back. */
const toPictureToSave = ({ name, kind, credit, licence, public: isPublic, alt }: ItemPicture) => ({
  name,
  kind,
  credit,
  licence,
  public: isPublic,
  alt,
})

type Picture = ReturnType<typeof toPictureToSave>
/** The first three pictures are typed as defined, for tests that have at least three. */
type SavedPictures = [Picture, Picture, Picture, ...Picture[]]

function pictureClient({ staff }: MediaTestServer, itemId: number) {
  const details = () => staff.call(api.inventory.details, { params: { id: itemId } })
  const history = async () =>
    (await staff.call(api.history.of, { params: { subject: 'item', id: itemId }, query: {} }))
      .changes
  return {
    details,
    history,
    /** Reads the file names, which tell the pictures apart. */
    readFileNames: async () => (await details()).pictures.map(({ fileName }) => fileName),
    add: async (width: number, name?: string) =>
      staff.call(api.media.addPicture, { body: { itemId }, file: await createFile(width, name) }),
    /** Changes the current pictures and saves them. */
    async save(change: (pictures: SavedPictures) => SavedPictures[number][], client = staff) {
      const { version, pictures } = await details()
      return client.call(api.media.savePictures, {
        body: { itemId, version, pictures: change(pictures.map(toPictureToSave) as SavedPictures) },
      })
    },
    undo: (change: Change | undefined) => undoChange(staff, 'item', itemId, change),
    async undoNewest() {
      const [newest] = await history()
      return undoChange(staff, 'item', itemId, newest)
    },
    readNewestFields: async (): Promise<Pick<FieldChange, 'field' | 'before' | 'after'>[]> =>
      ((await history())[0]?.fields ?? []).map(({ field, before, after }) => ({
        field,
        before,
        after,
      })),
  }
}

test('describes added pictures, and adds the same content once', async () => {
  // A server of its own, because `alike` names other items with similar pictures.
  await using ownMediaServer = await startMediaTestServer()
  const { add, readFileNames, details, readNewestFields, history } = pictureClient(
    ownMediaServer,
    await ownMediaServer.newItem(),
  )
  expect(await add(10)).toMatchObject({ version: 2, result: 'added', alike: [] })
  expect(await readNewestFields()).toEqual([{ field: 'Picture', before: '', after: '10.jpg' }])

  const { picture } = await add(20)
  expect(picture).toMatchObject({
    fileName: '20.jpg',
    width: 20,
    height: 40,
    kind: 'view',
    public: true,
    licence: '',
  })
  const [addition] = await history()
  const pictures = { before: null, after: picture.name }
  expect(addition).toMatchObject({
    kind: 'picture',
    fields: [{ field: 'Picture added', before: '', after: '20.jpg', pictures }],
  })

  await add(30)
  expect(await add(20, 'copy.jpg')).toMatchObject({ version: 4, result: 'duplicate', picture })
  expect(await readFileNames()).toEqual(['10.jpg', '20.jpg', '30.jpg'])
  const item = await details()
  expect(item.picture?.name).toBe(item.pictures[0]?.name)
})

test('describes each edited text of a picture, and undoes its removal', async () => {
  const itemId = await mediaServer.newItem()
  const { add, save, readFileNames, details, readNewestFields, undoNewest } = pictureClient(
    mediaServer,
    itemId,
  )
  for (const width of [10, 20, 30]) await add(width)
  const edited = {
    kind: 'back',
    credit: 'Photo: M. Rochat',
    licence: 'CC-BY-4.0',
    public: false,
    alt: { fr: 'Le dos', de: '', en: 'The back' },
  } as const
  await save(([first, second, third]) => [third, first, { ...second, ...edited }])
  expect(await readFileNames()).toEqual(['30.jpg', '10.jpg', '20.jpg'])
  expect(await readNewestFields()).toEqual([
    { field: 'First picture', before: '10.jpg', after: '30.jpg' },
    { field: 'Kind of picture 3', before: 'View', after: 'Back' },
    { field: 'Credit of picture 3', before: '', after: 'Photo: M. Rochat' },
    { field: 'Licence of picture 3', before: 'The foundation’s licence', after: 'CC BY 4.0' },
    { field: 'Picture 3 shown to visitors', before: 'Yes', after: 'No' },
    { field: 'Alternative text of picture 3 in French', before: '', after: 'Le dos' },
    { field: 'Alternative text of picture 3 in English', before: '', after: 'The back' },
  ])

  const before = await details()
  await save(([first, , third]) => [first, third])
  expect(await readNewestFields()).toEqual([{ field: 'Picture 2', before: '10.jpg', after: '' }])
  await undoNewest()
  expect(await details()).toEqual({ ...before, version: before.version + 2 })
})

test('keeps the position of a picture added since when an order is undone', async () => {
  const { add, save, readFileNames, history, undo } = pictureClient(
    mediaServer,
    await mediaServer.newItem(),
  )
  for (const width of [10, 20, 30]) await add(width)
  await save(([first, second, third]) => [third, first, { ...second, credit: 'Photo' }])
  const [reordered] = await history()
  await add(40)
  await undo(reordered)
  expect(await readFileNames()).toEqual(['10.jpg', '20.jpg', '30.jpg', '40.jpg'])
})

test('refuses to undo the change of a picture that was changed again since', async () => {
  const client = pictureClient(mediaServer, await mediaServer.newItem())
  const { add, save, details, history, undo, undoNewest } = client
  for (const width of [10, 20, 30]) await add(width)
  await save((pictures) => pictures.map((picture) => ({ ...picture, credit: 'A' })))
  const [credited] = await history()
  await save((pictures) =>
    pictures
      .toReversed()
      .map((picture, index) => ({ ...picture, credit: index === 0 ? 'B' : picture.credit })),
  )
  const failure = await catchFailure(undo(credited))
  expect([failure.status, failure.body.message]).toEqual([
    409,
    expect.stringMatching(/^‘Picture’ was changed again/),
  ])

  await undoNewest()
  await undo(credited)
  expect((await details()).pictures.map(({ credit }) => credit)).toEqual(['', '', ''])
})

test('describes a new order by its first picture, or by the one that moved', async () => {
  const { add, save, readNewestFields, undoNewest } = pictureClient(
    mediaServer,
    await mediaServer.newItem(),
  )
  for (const width of [10, 20, 30, 40, 50]) await add(width)
  const orders = [
    [[0, 3, 1, 2, 4], 'Place of 40.jpg', '4', '2'],
    [[0, 2, 3, 1, 4], 'Place of 20.jpg', '2', '4'],
    [[0, 1, 3, 2, 4], 'Place of 40.jpg', '4', '3'],
    [[1, 2, 3, 4, 0], 'First picture', '10.jpg', '20.jpg'],
    [
      [0, 4, 2, 3, 1],
      'Order of pictures',
      '10.jpg, 20.jpg, 30.jpg, 40.jpg, 50.jpg',
      '10.jpg, 50.jpg, 30.jpg, 40.jpg, 20.jpg',
    ],
  ] as const
  for (const [order, field, before, after] of orders) {
    await save((pictures) => order.flatMap((index) => pictures[index] ?? []))
    expect(await readNewestFields()).toEqual([{ field, before, after }])
    await undoNewest()
  }
})

test('does not restore a picture that was added again as another file', async () => {
  const itemId = await mediaServer.newItem()
  const { add, save, readFileNames, history, undo } = pictureClient(mediaServer, itemId)
  await add(10)
  await add(20, 'a.jpg')
  await add(30)
  await save(([first]) => [first])
  const [removal] = await history()
  await add(20, 'b.jpg')
  await undo(removal)
  expect((await readFileNames()).toSorted()).toEqual(['10.jpg', '30.jpg', 'b.jpg'])
  // The pictures can still be saved.
  await save((pictures) =>
    pictures.filter((_, index) => index !== 1).map((picture) => ({ ...picture, credit: 'C' })),
  )
})

test('refuses to restore only a picture that was added again as another file', async () => {
  const { add, save, history, undo } = pictureClient(mediaServer, await mediaServer.newItem())
  await add(20, 'a.jpg')
  await save(() => [])
  const [removal] = await history()
  await add(20, 'b.jpg')
  const failure = await catchFailure(undo(removal))
  expect([failure.status, failure.body.message]).toEqual([
    409,
    'The item already has this picture again.',
  ])
})

test('answers with a conflict if pictures were changed meanwhile', async () => {
  const itemId = await mediaServer.newItem()
  const { add, save, details } = pictureClient(mediaServer, itemId)
  await add(10)
  const opened = await details()
  const admin = await mediaServer.server.signIn('admin')
  await save((pictures) => pictures.map((picture) => ({ ...picture, credit: 'Theirs' })), admin)
  const current = await details()
  const pictures = opened.pictures.map((picture) => ({
    ...toPictureToSave(picture),
    credit: 'Mine',
  }))
  const failure = await catchFailure(
    mediaServer.staff.call(api.media.savePictures, {
      body: { itemId, version: opened.version, pictures },
    }),
  )
  expect(failure.status).toBe(409)
  expect(EditConflict.parse(failure.body.obj).current).toEqual(current)
  expect(await details()).toEqual(current)
  // A save without a difference does not change the version.
  await save((pictures) => pictures)
  expect((await details()).version).toBe(current.version)
})

test('puts a picture of `upload-image` first, and keeps the texts of the former one', async () => {
  await using ownMediaServer = await startMediaTestServer()
  const itemId = await ownMediaServer.newItem()
  const { add, save, details, readFileNames, readNewestFields, undoNewest } = pictureClient(
    ownMediaServer,
    itemId,
  )
  const upload = async (width: number) =>
    ownMediaServer.staff.call(api.media.uploadImage, {
      body: { itemId },
      file: await createFile(width),
    })
  await add(10)
  await add(20)
  const metadata = { kind: 'detail', credit: 'C', licence: 'InC', public: false } as const
  const alt = { fr: 'a', de: 'b', en: 'c' }
  await save(([first, second]) => [{ ...first, ...metadata, alt }, second])
  const before = await details()
  const { picture, ...answer } = await upload(30)
  expect(answer).toEqual({ version: before.version + 1, result: 'added', alike: [] })
  expect(picture).toMatchObject({ fileName: '30.jpg', kind: 'view', public: true, credit: '' })
  expect((await details()).pictures).toEqual([picture, ...before.pictures])
  const listed = (await ownMediaServer.staff.call(api.inventory.art)).find(
    ({ id }) => id === itemId,
  )
  expect([(await details()).picture?.name, listed?.picture]).toEqual([picture.name, picture.name])
  expect((await ownMediaServer.server.fetch(`/api/image/${itemId}`)).headers.get('etag')).toContain(
    picture.name,
  )
  expect(await readNewestFields()).toEqual([
    { field: 'First picture', before: '10.jpg', after: '30.jpg' },
  ])
  await undoNewest()
  expect((await details()).pictures).toEqual(before.pictures)

  // A picture that the item already has moves to the front and keeps its texts.
  expect(await upload(20)).toMatchObject({ result: 'duplicate' })
  expect(await readFileNames()).toEqual(['20.jpg', '10.jpg'])
  expect((await details()).pictures[1]).toEqual(before.pictures[0])
  expect(await readNewestFields()).toEqual([
    { field: 'First picture', before: '10.jpg', after: '20.jpg' },
  ])
  const { version } = await details()
  expect(await upload(20)).toMatchObject({ result: 'duplicate', version })
})

test('shows visitors public pictures only, and staff all', async () => {
  const { server, staff } = mediaServer
  const itemId = await mediaServer.newItem()
  const { add, save, details } = pictureClient(mediaServer, itemId)
  for (const width of [81, 82, 83]) await add(width)
  await save(([first, second, third]) => [
    { ...first, kind: 'condition', public: false },
    second,
    { ...third, credit: 'C', alt: { fr: '', de: '', en: 'Blue' } },
  ])
  const [hidden, firstShown, secondShown] = (await details()).pictures

  const seenByVisitors = await server.call(api.factsheets.details, {
    params: { id: itemId },
    query: {},
  })
  expect(seenByVisitors.picture).toEqual({ name: firstShown?.name, width: 82, height: 40 })
  expect(seenByVisitors.pictures.map(({ name }) => name)).toEqual([
    firstShown?.name,
    secondShown?.name,
  ])
  expect(Object.keys(seenByVisitors.pictures[1] ?? {}).sort()).toEqual(
    ['alt', 'credit', 'height', 'kind', 'licence', 'name', 'width'].sort(),
  )
  const readCaching = async (client: typeof server | typeof staff, path: string) => {
    const answer = await client.fetch(`/api/${path}`)
    return [
      answer.headers.get('etag')?.match(/[0-9a-f]{16}/)?.[0],
      answer.headers.get('cache-control'),
    ]
  }
  const revalidated = 'private, no-cache'
  const cachedForever = 'public, max-age=31536000, s-maxage=300, immutable'
  for (const size of ['image', 'image/medium', 'image/thumbnail']) {
    const path = `${size}/${itemId}`
    expect(await readCaching(server, path)).toEqual([firstShown?.name, revalidated])
    expect(await readCaching(server, `${path}?v=${secondShown?.name}`)).toEqual([
      secondShown?.name,
      cachedForever,
    ])
    // Visitors get the first public picture instead of a hidden or unknown one.
    for (const name of [hidden?.name, '0'.repeat(16), '%', "' or 1=1"]) {
      expect(await readCaching(server, `${path}?v=${name && encodeURIComponent(name)}`)).toEqual([
        firstShown?.name,
        revalidated,
      ])
    }
    expect(await readCaching(staff, path)).toEqual([hidden?.name, revalidated])
    expect(await readCaching(staff, `${path}?v=${hidden?.name}`)).toEqual([
      hidden?.name,
      revalidated,
    ])
    expect(await readCaching(staff, `${path}?v=${secondShown?.name}`)).toEqual([
      secondShown?.name,
      cachedForever,
    ])
  }
  const list = await (await staff.fetch('/api/inventory/art')).text()
  const start = await (await server.fetch('/art')).text()
  expect([list.includes(hidden?.name ?? ''), start.includes(hidden?.name ?? '')]).toEqual([
    true,
    false,
  ])
})

test('shows visitors no picture if all are for staff, or if the item is withdrawn', async () => {
  const { server, staff } = mediaServer
  const itemId = await mediaServer.newItem()
  const { add, save } = pictureClient(mediaServer, itemId)
  await add(84)
  const { picture } = await add(85)
  const namedPath = `/api/image/${itemId}?v=${picture.name}`
  await save((pictures) => pictures.map((saved) => ({ ...saved, public: false })))
  expect((await server.fetch(`/api/image/${itemId}`)).status).toBe(404)
  expect((await server.fetch(namedPath)).status).toBe(404)
  expect(
    (await server.call(api.factsheets.details, { params: { id: itemId }, query: {} })).picture,
  ).toBeNull()

  await save((pictures) => pictures.map((saved) => ({ ...saved, public: true })))
  await staff.call(api.inventory.setPublic, { body: { itemId, public: false } })
  expect((await server.fetch(namedPath)).status).toBe(404)
  expect((await staff.fetch(namedPath)).status).toBe(200)
})

test('shows a new picture to visitors only if its kind is public by default', async () => {
  const itemId = await mediaServer.newItem()
  const add = async (kind: PictureKind, width: number) =>
    (
      await mediaServer.staff.call(api.media.addPicture, {
        body: { itemId, kind },
        file: await createFile(width),
      })
    ).picture
  expect(await add('condition', 61)).toMatchObject({ kind: 'condition', public: false })
  expect(await add('back', 62)).toMatchObject({ kind: 'back', public: true })
})

test('refuses invalid pictures with a reason', async () => {
  const itemId = await mediaServer.newItem()
  const { add, save, details } = pictureClient(mediaServer, itemId)
  await add(10)
  const otherItemId = await mediaServer.newItem()
  const { picture: pictureOfOther } = await pictureClient(mediaServer, otherItemId).add(77)
  const before = await details()
  const refusedChanges: [(picture: Picture) => unknown[], string][] = [
    [(picture) => [picture, picture], 'Please name each picture once.'],
    [(picture) => [{ ...picture, name: pictureOfOther.name }], 'This item has no such picture.'],
    [(picture) => [{ ...picture, credit: 'x'.repeat(201) }], 'at most 200 characters'],
    [
      (picture) => [{ ...picture, alt: { ...picture.alt, de: 'x'.repeat(301) } }],
      'at most 300 characters',
    ],
    [(picture) => [{ ...picture, licence: 'mine' }], 'licence'],
    [(picture) => [{ ...picture, kind: 'selfie' }], 'kind'],
    [
      (picture) => Array.from({ length: itemPictureLimits.pictures + 1 }, () => picture),
      'at most 500 pictures',
    ],
  ]
  for (const [change, message] of refusedChanges) {
    const failure = await catchFailure(save(([picture]) => change(picture) as never))
    expect([failure.status, failure.body.message]).toEqual([400, expect.stringContaining(message)])
  }
  expect(await details()).toEqual(before)
})

/** Adds copies of the last uploaded picture, under other names, up to the limit of an item. */
const fillWithCopies = ({ server }: MediaTestServer, itemId: number) =>
  server.inDatabase(async (db) => {
    const media = await db
      .selectFrom('media')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const row = await db
      .selectFrom('item_picture')
      .selectAll()
      .where('item_id', '=', itemId)
      .executeTakeFirstOrThrow()
    const positions = Array.from(
      { length: itemPictureLimits.pictures - 1 },
      (_, index) => index + 1,
    )
    // Differs in the first 16 digits, by which clients know a picture.
    const createName = (position: number) => position.toString(16).padStart(16, '0').padEnd(64, '0')
    const { id: _, ...file } = media
    await db
      .insertInto('media')
      .values(positions.map((position) => ({ ...file, name: createName(position) })))
      .execute()
    const mediaRows = await db
      .selectFrom('media')
      .select(['id', 'name'])
      .where('id', '>', media.id)
      .orderBy('id')
      .execute()
    await db
      .insertInto('item_picture')
      .values(mediaRows.map(({ id }, index) => ({ ...row, media_id: id, position: index + 1 })))
      .execute()
  })

test('saves and undoes 500 pictures with the longest texts, but no more', async () => {
  const itemId = await mediaServer.newItem()
  const { add, save, details, readNewestFields, undoNewest } = pictureClient(mediaServer, itemId)
  await add(10)
  await fillWithCopies(mediaServer, itemId)
  const failure = await catchFailure(add(20))
  expect([failure.status, failure.body.message]).toEqual([
    409,
    expect.stringContaining('at most 500 pictures'),
  ])

  const before = await details()
  const [credit, alt] = ['ü'.repeat(itemPictureLimits.credit), 'ü'.repeat(itemPictureLimits.alt)]
  await save((pictures) =>
    pictures
      .toReversed()
      .map((picture) => ({ ...picture, credit, alt: { fr: alt, de: alt, en: alt } })),
  )
  const textsPerPicture = 4
  // The texts of all pictures, and their order.
  const changedFields = textsPerPicture * itemPictureLimits.pictures + 1
  /** The history describes this many changed fields, and counts the others. */
  const describedFields = 300
  const changes = await readNewestFields()
  expect(changes[0]).toMatchObject({ field: 'First picture' })
  expect(changes.at(-1)).toEqual({
    field: 'Further changes',
    before: '',
    after: String(changedFields - describedFields),
  })
  await undoNewest()
  expect((await details()).pictures).toEqual(before.pictures)
})

/** Draws light and dark areas, whose arbitrary shades depend on the seed. */
const drawPattern = (seed: number) => {
  const [width, height, areaSide] = [90, 80, 10]
  const getShade = (index: number) => {
    const x = Math.floor((index % width) / areaSide)
    const y = Math.floor(index / width / areaSide)
    return (seed * 7919 + x * x * 31 + y * 57 + x * y * seed * 13) % 256
  }
  const pixels = Buffer.from(Array.from({ length: width * height }, (_, index) => getShade(index)))
  return sharp(pixels, { raw: { width, height, channels: 1 } })
}

const addPictureTo = async (
  { staff }: MediaTestServer,
  itemId: number,
  picture: Sharp,
  name = 'a.jpg',
) =>
  staff.call(api.media.addPicture, {
    body: { itemId },
    file: await createPictureFile(picture, name),
  })

test('names other items with the same or a similar picture', async () => {
  await using ownMediaServer = await startMediaTestServer()
  const [itemId, twinId, cousinId, strangerId] = [
    await ownMediaServer.newItem(),
    await ownMediaServer.newItem(),
    await ownMediaServer.newItem(),
    await ownMediaServer.newItem(),
  ]
  const original = drawPattern(3).jpeg({ quality: 95 })
  await addPictureTo(ownMediaServer, twinId, original, 'other name.jpg')
  const similar = drawPattern(3).resize(60).jpeg({ quality: 40 })
  await addPictureTo(ownMediaServer, cousinId, similar)
  const different = drawPattern(8).jpeg()
  expect((await addPictureTo(ownMediaServer, strangerId, different)).alike).toEqual([])
  const { alike, result } = await addPictureTo(ownMediaServer, itemId, original)
  expect(result).toBe('added')
  expect(alike.map((item) => item.itemId)).toEqual([twinId, cousinId])
  expect(Object.keys(alike[0] ?? {}).sort()).toEqual(['identifier', 'itemId', 'name'])
})

test('stores missing likenesses of pictures, except those that can’t be read', async () => {
  await using ownMediaServer = await startMediaTestServer()
  const { server } = ownMediaServer
  const [itemId, otherItemId] = [await ownMediaServer.newItem(), await ownMediaServer.newItem()]
  await addPictureTo(ownMediaServer, otherItemId, drawPattern(3).jpeg({ quality: 95 }))
  await addPictureTo(ownMediaServer, otherItemId, drawPattern(3).resize(60).jpeg({ quality: 40 }))
  await addPictureTo(ownMediaServer, otherItemId, drawPattern(8).jpeg())
  const readLikenesses = () =>
    server.inDatabase((db) =>
      db
        .selectFrom('media')
        .select(['name', 'dhash'])
        .where('dhash', '!=', '')
        .orderBy('name')
        .distinct()
        .execute(),
    )
  const before = await readLikenesses()
  await server.inDatabase((db) => db.updateTable('media').set({ dhash: '' }).execute())
  const similar = drawPattern(3).jpeg({ quality: 60 })
  expect((await addPictureTo(ownMediaServer, itemId, similar)).alike).toEqual([])
  const media = await openMediaStore(server.config.media)
  // An unreadable picture does not stop the others.
  const [unreadable] = before
  await media.put(getLikenessKey(unreadable?.name ?? ''), Buffer.from('no picture'))
  const sizes = pictureSizes({
    media,
    images: createImageProcessor(createLibvipsRunner()),
    scratch: { newFile: () => Promise.reject(new Error('no size is missing')) } as never,
    clock: server.clock,
    log: createLogger('silent'),
  })
  const { failed } = await server.inDatabase((db) => storeMissingLikenesses(db, sizes))
  expect(failed).toEqual([unreadable?.name])
  expect(await readLikenesses()).toEqual(expect.arrayContaining(before.slice(1)))
})
