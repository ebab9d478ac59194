// @module-tag sqlite

import { deflateSync } from 'node:zlib'
import { api } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHeicFile } from '../../../test/heic-files.ts'
import {
  createDrawing,
  createId3Tag,
  createMp3File,
  createPngChunk,
  createPngFile,
  toFile,
} from '../../../test/media-files.ts'
import {
  type MediaTestServer,
  readBytes,
  startMediaTestServer,
} from '../../../test/media-test-server.ts'

let world: MediaTestServer

beforeAll(async () => {
  world = await startMediaTestServer()
})
afterAll(() => world[Symbol.asyncDispose]())

/** A page with a script, which browsers must never run. */
const page = '<!doctype html><script>alert("from a picture")</script>'
/** The end of every ZIP file, which is what programs look for when they open one. */
const zipEnd = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')
const zeros64MB = Buffer.alloc(64 * 1024 * 1024)
const compressionBomb = deflateSync(zeros64MB)

const createInThreeFormats = () => [
  createDrawing().tiff().toBuffer(),
  createDrawing().webp().toBuffer(),
  createDrawing().gif().toBuffer(),
]

/** Files that are a picture to one program and something else to another. */
const disguises: [title: string, createFile: () => Promise<File> | File][] = [
  [
    'a JPEG with a page and an archive appended',
    async () =>
      toFile(
        Buffer.concat([await createDrawing().jpeg().toBuffer(), Buffer.from(page), zipEnd]),
        'a.jpg.html',
      ),
  ],
  [
    'a JPEG with a page in its metadata',
    async () =>
      toFile(
        await createDrawing()
          .withExif({ IFD0: { ImageDescription: page } })
          .jpeg()
          .toBuffer(),
        'a.html',
      ),
  ],
  [
    'a HEIC with a page in its metadata and appended',
    async () =>
      toFile(
        Buffer.concat([
          Buffer.from(await createHeicFile({ exif: Buffer.from(page) }).arrayBuffer()),
          Buffer.from(page),
          zipEnd,
        ]),
        'a.heic.html',
      ),
  ],
  [
    'a TIFF, a WebP and a GIF in one file, with a page',
    async () =>
      toFile(
        Buffer.concat([...(await Promise.all(createInThreeFormats())), Buffer.from(page), zipEnd]),
        'a.tif',
      ),
  ],
  [
    'a PNG with a page in its metadata',
    () => createPngFile({ before: [createPngChunk('tEXt', Buffer.from(`Comment\0${page}`))] }),
  ],
  ['a PNG of 2400 pixels that unpack to 64 MB', () => createPngFile({ pixels: zeros64MB })],
  [
    'a PNG whose metadata unpacks to 64 MB',
    () =>
      createPngFile({
        before: [
          createPngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), compressionBomb])),
        ],
      }),
  ],
  [
    'a PNG whose colour profile unpacks to 64 MB',
    () =>
      createPngFile({
        before: [
          createPngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0'), compressionBomb])),
        ],
      }),
  ],
]

test.for(disguises)('publishes nothing but the picture of %s', async ([, createFile]) => {
  const id = await world.newItem()
  await world.uploadImage(id, await createFile())
  for (const path of ['image', 'image/medium', 'image/thumbnail']) {
    for (const accept of ['image/avif', 'image/webp', 'text/html', '*/*']) {
      const response = await world.server.fetch(`/api/${path}/${id}`, { headers: { accept } })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^image\/(?:avif|webp|jpeg)$/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      const bytes = await readBytes(response)
      expect(bytes.length).toBeLessThan(5_000)
      expect(bytes.includes('<script')).toBe(false)
      expect(bytes.includes(zipEnd)).toBe(false)
    }
  }
})

test('serves a recording with a page in its tags as audio only', async () => {
  const id = await world.newItem()
  const tags = createId3Tag(page.length)
  const id3HeaderLength = 10
  tags.write(page, id3HeaderLength)
  await world.uploadRecording(id, createMp3File({ tags, name: '../../<b>song</b>.mp3.html' }))
  const { headers } = await world.server.fetch(`/api/recording/${id}`, {
    headers: { accept: 'text/html' },
  })
  expect(headers.get('content-type')).toBe('audio/mpeg')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('content-disposition')).toBe('inline')
  const { recording } = await world.staff.call(api.inventory.details, { params: { id } })
  expect(recording?.fileName).not.toMatch(/[/\\]/)
})
