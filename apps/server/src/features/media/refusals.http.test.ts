// @module-tag sqlite

import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { api } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHeicFile } from '../../../test/heic-files.ts'
import { manyFrameFiles } from '../../../test/many-frames.ts'
import {
  createDrawing,
  createMosaic,
  createMp3File,
  createPictureFile,
  createPngFile,
  toFile,
} from '../../../test/media-files.ts'
import {
  type MediaTestServer,
  readBytes,
  startMediaTestServer,
} from '../../../test/media-test-server.ts'
import { createTiffHeader } from '../../adapters/images/heic-process.ts'

const { inventory, media } = api

let world: MediaTestServer

beforeAll(async () => {
  world = await startMediaTestServer()
})
afterAll(() => world[Symbol.asyncDispose]())

const fetchImage = (id: number) => world.server.fetch(`/api/image/${id}`)

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const html = '<!doctype html><script>alert(1)</script>'
const createHeic = async () => Buffer.from(await createHeicFile().arrayBuffer())

/** Changes the size that an AVIF states (in its box 'ispe'), not its content. */
function claim100Megapixels(avif: Buffer): Buffer {
  const sizePosition = avif.indexOf('ispe') + 8
  avif.writeUInt32BE(10_000, sizePosition)
  avif.writeUInt32BE(10_000, sizePosition + 4)
  return avif
}

const createLandscape = () => createDrawing({ width: 600, height: 400 })
const createJpeg = () => createLandscape().jpeg().toBuffer()

/** Replaces the bytes in which a picture states its width and height. */
const withClaimedSize = async (
  picture: Promise<Buffer>,
  findSizePosition: (bytes: Buffer) => number,
  sizeBytes: readonly number[],
) => {
  const bytes = await picture
  bytes.set(sizeBytes, findSizePosition(bytes))
  return toFile(bytes, 'picture')
}

type RejectedPicture = [
  title: string,
  status: number,
  message: RegExp,
  createFile: () => Promise<File> | File,
]

const rejectedPictures: RejectedPicture[] = [
  ['a text named .jpg', 400, /not a picture/, () => toFile('Just words.', 'photo.jpg')],
  ['an SVG with a script', 400, /not a picture/, () => toFile(svg, 'drawing.svg')],
  [
    'an SVG named .png',
    400,
    /not a picture/,
    () => toFile(`<?xml version="1.0"?>${svg}`, 'drawing.png'),
  ],
  [
    'a page that ends as a picture',
    400,
    /not a picture/,
    async () => toFile(`${html}${await createJpeg()}`, 'a.jpg'),
  ],
  ['a page that begins as a picture', 400, /damaged/, () => toFile(`GIF89a/*${html}*/`, 'a.gif')],
  [
    'a JPEG cut short',
    400,
    /damaged/,
    async () => toFile((await createJpeg()).subarray(0, -500), 'a.jpg'),
  ],
  [
    'a JPEG that is only a header',
    400,
    /damaged/,
    async () => toFile((await createJpeg()).subarray(0, 20), 'a.jpg'),
  ],
  [
    'a PNG cut short',
    400,
    /damaged/,
    async () =>
      toFile(
        (await createDrawing().png({ compressionLevel: 0 }).toBuffer()).subarray(0, 3000),
        'a.png',
      ),
  ],
  [
    'a WebP cut short',
    400,
    /damaged/,
    async () => toFile((await createLandscape().webp().toBuffer()).subarray(0, -100), 'a.webp'),
  ],
  [
    'an AVIF cut short',
    400,
    /damaged/,
    async () => toFile((await createLandscape().avif().toBuffer()).subarray(0, -40), 'a.avif'),
  ],
  [
    'a GIF cut short',
    400,
    /damaged/,
    async () => toFile((await createLandscape().gif().toBuffer()).subarray(0, 900), 'a.gif'),
  ],
  [
    'a TIFF cut short',
    400,
    /damaged/,
    async () => toFile((await createLandscape().tiff().toBuffer()).subarray(0, 900), 'a.tif'),
  ],
  [
    'a HEIC cut short',
    400,
    /damaged/,
    async () => toFile((await createHeic()).subarray(0, -20), 'a.heic'),
  ],
  [
    'a HEIC that is only a header',
    400,
    /damaged/,
    () => toFile('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'a.heic'),
  ],
  ['an MP3', 400, /not a picture/, () => createMp3File()],
  ['an empty file', 400, /choose a file/, () => toFile('', 'a.jpg')],
  [
    '87 bytes that claim 101 megapixels',
    400,
    /100 megapixels/,
    () => createPngFile({ width: 10_100, height: 10_000 }),
  ],
  [
    '87 bytes that claim 3600 megapixels',
    400,
    /100 megapixels/,
    () => createPngFile({ width: 60_000, height: 60_000 }),
  ],
  [
    '87 bytes that claim 100 megapixels',
    400,
    /damaged/,
    () => createPngFile({ width: 10_000, height: 10_000 }),
  ],
  [
    '100 megapixels that can’t be read in strips, of 8 bytes each',
    400,
    /8 bits per channel/,
    () => createPngFile({ width: 10_000, height: 10_000, deep: true }),
  ],
  [
    '2 KB of AVIF that claim 100 megapixels',
    400,
    /too much memory.*JPEG/,
    async () =>
      toFile(
        claim100Megapixels(await createDrawing({ width: 200, height: 200 }).avif().toBuffer()),
        'a.avif',
      ),
  ],
  [
    'a JPEG of 1 KB that claims 3600 megapixels',
    400,
    /100 megapixels/,
    () =>
      withClaimedSize(
        createJpeg(),
        (bytes) => bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5,
        // 60,000 × 60,000, after the first bytes of the frame header.
        [0xea, 0x60, 0xea, 0x60],
      ),
  ],
  [
    'a WebP of 1 KB that claims 268 megapixels',
    400,
    /100 megapixels/,
    // 16,383 × 16,383, after 26 bytes of headers.
    () => withClaimedSize(createLandscape().webp().toBuffer(), () => 26, [0xff, 0x3f, 0xff, 0x3f]),
  ],
  [
    'a TIFF header that claims 900 megapixels',
    400,
    /100 megapixels/,
    () =>
      toFile(
        createTiffHeader({ width: 30_000, height: 30_000, channels: 3, profile: Buffer.alloc(0) }),
        'a.tif',
      ),
  ],
  [
    'a HEIC of 1 KB that claims 3600 megapixels',
    400,
    /100 megapixels/,
    () => createHeicFile({ width: 60_000, height: 60_000 }),
  ],
  [
    'a HEIC of 1 KB that claims 100 megapixels',
    400,
    /too much memory.*JPEG/,
    () => createHeicFile({ width: 10_000, height: 10_000 }),
  ],
  [
    'a HEIC of 1 KB whose tiles claim 100 megapixels each',
    400,
    /damaged|too much memory/,
    async () =>
      withClaimedSize(
        createHeic(),
        (bytes) => bytes.indexOf('ispe') + 8,
        // 10,000 × 10,000.
        [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10],
      ),
  ],
  ['a GIF of 200,000 frames', 400, /at most 1000 frames.*JPEG/, () => manyFrameFiles.gif(200_000)],
  ['a TIFF of 1,001 pages', 400, /at most 1000 frames or pages/, () => manyFrameFiles.tiff(1_001)],
  [
    'a file of 41 MB',
    413,
    /at most 40 MB/,
    () => toFile(Buffer.alloc(41 * 1024 * 1024, 1), 'a.jpg'),
  ],
]

test.for(rejectedPictures)('rejects %s', async ([, status, message, createFile]) => {
  const id = await world.newItem()
  const { version } = await world.uploadImage(id, await createPictureFile())
  const pictureBefore = await readBytes(await fetchImage(id))
  const listMedia = () =>
    world.server.inDatabase((db) => db.selectFrom('media').select('id').execute())
  const mediaCount = (await listMedia()).length

  const response = await world.staff.send(media.uploadImage, {
    body: { itemId: id },
    file: await createFile(),
  })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({
    statusCode: status,
    message: expect.stringMatching(message),
  })

  expect(await readBytes(await fetchImage(id))).toEqual(pictureBefore)
  expect((await world.staff.call(inventory.details, { params: { id } })).version).toBe(version)
  expect(await listMedia()).toHaveLength(mediaCount)
  expect(await world.temporaryFiles()).toEqual([])
})

test('rejects files of half a million frames at once, without blocking others', {
  tags: ['only-with-all'],
}, async () => {
  const hostileFile = manyFrameFiles.webp(560_000)
  const colleague = await world.server.signIn('admin')
  const itemId = await world.newItem()
  const hostileUploads = Array.from({ length: 7 }, () =>
    world.staff.send(media.uploadImage, { body: { itemId }, file: hostileFile }),
  )
  await colleague.call(media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(createMosaic().jpeg()),
  })
  const { picture } = await colleague.call(inventory.details, { params: { id: itemId } })
  expect((await world.server.fetch(`/iiif/3/${picture?.name}/full/60,/0/default.jpg`)).status).toBe(
    200,
  )
  for (const answer of await Promise.all(hostileUploads)) {
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      message: expect.stringMatching(/at most 1000 frames/),
    })
  }
})

/** Uploads of an account that the server receives at once. */
const maxUploads = 20

test('receives twenty uploads of an account at a time, and rejects the next', async () => {
  const excess = 2
  const refusals: IncomingMessage[] = []
  const slowUploads = Array.from({ length: maxUploads + excess }, () =>
    beginUpload(world).on('response', (response) => refusals.push(response)),
  )
  await expect.poll(() => refusals.length, { timeout: 20_000 }).toBe(excess)
  for (const { statusCode, headers } of refusals) {
    expect({ statusCode, retryAfter: headers['retry-after'] }).toEqual({
      statusCode: 503,
      retryAfter: '5',
    })
  }
  await expect.poll(() => world.temporaryFiles()).toHaveLength(maxUploads)
  const itemId = await world.newItem()
  const colleague = await world.server.signIn('admin')
  await colleague.call(media.uploadImage, { body: { itemId }, file: await createPictureFile() })

  for (const upload of slowUploads) upload.destroy()
  await expect.poll(() => world.temporaryFiles(), { timeout: 20_000 }).toEqual([])
  expect(
    await world.uploadImage(itemId, await createPictureFile(createMosaic().jpeg())),
  ).toMatchObject({
    version: 3,
  })
})

/** Sends the beginning of a multipart form that never ends. */
function beginUpload({ server, staff }: MediaTestServer): ClientRequest {
  const upload = request(`${server.url}/api/inventory/upload-image`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${staff.token}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
  })
  upload.on('error', () => undefined)
  upload.write('--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n…')
  return upload
}
