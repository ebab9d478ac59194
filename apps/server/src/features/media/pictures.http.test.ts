// @module-tag sqlite

import { createHash } from 'node:crypto'
import { readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listChanges } from '../../../test/history.ts'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import {
  type MediaTestServer,
  readBytes,
  startMediaTestServer,
} from '../../../test/media-test-server.ts'

const { inventory } = api
const unknownId = 2_000_000_000
const modernAccept = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8'

let world: MediaTestServer

beforeAll(async () => {
  world = await startMediaTestServer()
})
afterAll(() => world[Symbol.asyncDispose]())

const fetchImage = (id: number, headers: Record<string, string> = {}) =>
  world.server.fetch(`/api/image/${id}`, { headers })
const hashContent = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const getMediaFolder = (name: string) => join(world.server.dataDir, 'media', name.slice(0, 2), name)

test.for([
  ['/api/image/', modernAccept, 'image/webp'],
  ['/api/image/', 'image/webp;q=0, */*', 'image/jpeg'],
  ['/api/image/', '*/*', 'image/jpeg'],
  ['/api/image/thumbnail/', modernAccept, 'image/avif'],
  ['/api/image/thumbnail/', 'image/webp,*/*', 'image/webp'],
  ['/api/image/thumbnail/', 'image/png', 'image/jpeg'],
] as const)('answers %s with Accept %s as %s', async ([path, accept, type]) => {
  const id = await world.newItem()
  await world.uploadImage(
    id,
    await createPictureFile(createDrawing({ width: 2000, height: 1000 }).jpeg()),
  )
  const response = await world.server.fetch(path + id, { headers: { accept } })
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('vary')).toMatch(/^accept\b/)
  const width = path.includes('thumbnail') ? 320 : 1600
  const { mediaType, ...size } = await sharp(await readBytes(response)).metadata()
  expect({ mediaType, width: size.width, height: size.height }).toEqual({
    mediaType: type,
    width,
    height: width / 2,
  })
})

test('serves pictures so that they can’t run as pages, and without cookies', async () => {
  const id = await world.newItem()
  await world.uploadImage(id, await createPictureFile())
  const { headers } = await fetchImage(id)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('content-disposition')).toBe('inline')
  expect(headers.get('set-cookie')).toBeNull()
})

test('answers 304 for an unchanged picture, and lets caches keep a named one', async () => {
  const id = await world.newItem()
  await world.uploadImage(id, await createPictureFile())
  const name = (await world.staff.call(inventory.details, { params: { id } })).picture?.name
  for (const path of ['/api/image/', '/api/image/thumbnail/']) {
    const first = await world.server.fetch(path + id)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const revalidated = await world.server.fetch(path + id, { headers: { 'if-none-match': etag } })
    expect(revalidated.status).toBe(304)
    expect(await revalidated.text()).toBe('')
    expect(revalidated.headers.get('etag')).toBe(etag)

    const inOtherFormat = await world.server.fetch(path + id, {
      headers: { 'if-none-match': etag, accept: 'image/webp' },
    })
    expect(inOtherFormat.status).toBe(200)

    const named = await world.server.fetch(`${path}${id}?v=${name}`)
    expect(named.headers.get('cache-control')).toBe(
      'public, max-age=31536000, s-maxage=300, immutable',
    )
    const misnamed = await world.server.fetch(`${path}${id}?v=${name?.toUpperCase()}x`)
    expect(misnamed.headers.get('cache-control')).toBe('private, no-cache')
  }
})

test('gives a new picture another name in lists and details, and records the change', async () => {
  const id = await world.newItem()
  const readPictureName = async () =>
    (await world.staff.call(inventory.details, { params: { id } })).picture?.name
  const readListedName = async () =>
    (await world.staff.call(inventory.art)).find((item) => item.id === id)?.picture
  const readEtag = async () => (await fetchImage(id)).headers.get('etag')
  const first = await world.uploadImage(
    id,
    await createPictureFile(createDrawing().jpeg(), 'first.jpg'),
  )
  const namesBefore = [await readPictureName(), await readListedName(), await readEtag()]
  const second = await world.uploadImage(
    id,
    await createPictureFile(createDrawing({ width: 62 }).jpeg(), 'second.jpg'),
  )
  const namesAfter = [await readPictureName(), await readListedName(), await readEtag()]
  expect(second.version).toBe(first.version + 1)
  expect(namesBefore[0]).toMatch(/^[0-9a-f]{16}$/)
  for (const [index, name] of namesAfter.entries()) expect(name).not.toBe(namesBefore[index])

  const [latest] = await listChanges(world.staff, 'item', id)
  expect(latest).toMatchObject({
    kind: 'picture',
    fields: [{ before: 'first.jpg', after: 'second.jpg' }],
  })
})

test('stores the same content once for all items, and restores it by another upload', async () => {
  const file = await createPictureFile(createDrawing({ width: 77 }).jpeg(), 'Übung.jpg')
  const name = hashContent(Buffer.from(await file.arrayBuffer()))
  const [firstId, secondId] = [await world.newItem(), await world.newItem()]
  await world.uploadImage(firstId, file)
  await world.uploadImage(secondId, file)
  const repeated = await world.uploadImage(secondId, file)
  expect(repeated.version).toBe(2)
  const rows = await world.server.inDatabase((db) =>
    db.selectFrom('media').selectAll().where('name', '=', name).execute(),
  )
  expect(rows).toMatchObject([
    { kind: 'picture', mime: 'image/jpeg', width: 77, file_name: 'Übung.jpg' },
  ])

  const allFiles = (await readdir(getMediaFolder(name))).sort()
  for (const lostFile of ['original', 'screen.jpeg']) await rm(join(getMediaFolder(name), lostFile))
  expect((await fetchImage(firstId)).status).toBe(404)
  expect(await world.uploadImage(secondId, file)).toEqual(repeated)
  expect((await fetchImage(firstId)).status).toBe(200)
  expect((await readdir(getMediaFolder(name))).sort()).toEqual(allFiles)
})

test('accepts twenty concurrent uploads', { tags: ['only-with-all'] }, async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, world.newItem))
  const files = await Promise.all(
    ids.map((_, index) => createPictureFile(createDrawing({ width: 100 + index }).png())),
  )
  await Promise.all(ids.map((id, index) => world.uploadImage(id, files[index] as File)))
  const widths = await Promise.all(
    ids.map(async (id) => sharp(await readBytes(await fetchImage(id))).metadata()),
  )
  expect(widths.map(({ width }) => width)).toEqual(ids.map((_, index) => 100 + index))
  expect(await world.temporaryFiles()).toEqual([])
})

test.for(['image', 'image/thumbnail', 'recording'])(
  'answers 404 for the %s of an item without media, and of an unknown item',
  async (path) => {
    for (const id of [await world.newItem(), unknownId]) {
      const response = await world.server.fetch(`/api/${path}/${id}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({
        statusCode: 404,
        message: expect.stringMatching(/\.$/),
      })
    }
  },
)

test('renders a missing or empty size from the original at the first request', async () => {
  const id = await world.newItem()
  const file = await createPictureFile(createDrawing({ width: 120, height: 80 }).png())
  await world.uploadImage(id, file)
  const folder = getMediaFolder(hashContent(new Uint8Array(await file.arrayBuffer())))
  const storedFiles = await readdir(folder)
  for (const name of storedFiles) if (name.startsWith('medium')) await rm(join(folder, name))
  for (const name of storedFiles)
    if (name.startsWith('screen')) await truncate(join(folder, name), 0)

  // An empty segment is the size for screens.
  const sizes = ['medium/', 'medium/', 'medium/', '', '']
  const answers = await Promise.all(
    sizes.map((size) =>
      world.server.fetch(`/api/image/${size}${id}`, { headers: { accept: modernAccept } }),
    ),
  )
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(await sharp(await readBytes(answer)).metadata()).toMatchObject({
      width: 120,
      height: 80,
    })
  }
  // Renders only the format that was requested, AVIF.
  expect((await readdir(folder)).sort()).toEqual(
    storedFiles.filter((name) => !/medium\.(webp|jpeg)/.test(name)).sort(),
  )

  // Without its original it can't be rendered, and is not retried with every request.
  await rm(join(folder, 'original'))
  await rm(join(folder, 'medium.avif'))
  for (const _ of [1, 2]) {
    const gone = await world.server.fetch(`/api/image/medium/${id}`, {
      headers: { accept: 'image/avif' },
    })
    expect(gone.status).toBe(404)
  }
})
