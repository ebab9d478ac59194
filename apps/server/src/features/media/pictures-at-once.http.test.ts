// @module-tag sqlite

import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { createDrawing, toFile } from '../../../test/media-files.ts'
import { startMediaTestServer } from '../../../test/media-test-server.ts'
import { createImageProcessor, createLibvipsRunner } from '../../adapters/images/libvips.ts'
import type { MediaStore } from '../../adapters/media/media-store.ts'
import { openMediaStore } from '../../adapters/media/open-media.ts'
import { days } from '../../base/clock.ts'
import type { Db } from '../../db/tables.ts'
import { mediaUploadService } from './accept.ts'
import { getOriginalKey, getVariantKey } from './variants.ts'

/**
 * A server with a picture on its disk, and the upload and discard of a second process on the same
 * data.
 */
async function startSecondProcess() {
  const world = await startMediaTestServer()
  const { server } = world
  const media = await openMediaStore(server.config.media)
  const bytes = await createDrawing().png().toBuffer()
  const content = createHash('sha256').update(bytes).digest('hex')
  const path = join(server.dataDir, 'picture.png')
  await writeFile(path, bytes)
  const pictures = createLibvipsRunner()
  return {
    world,
    media,
    bytes,
    content,
    upload: { path, fileName: 'picture.png', bytes: bytes.length },
    /** The variant that an upload stores last. */
    lastKey: getVariantKey(content, { name: 'print', format: 'jpeg' }),
    createUploadService: (db: Db, store: Partial<MediaStore> = {}) =>
      mediaUploadService({
        db,
        clock: server.clock,
        images: createImageProcessor(pictures),
        media: { ...media, ...store },
      }),
    /** Reads the row, and the size of the original in bytes. */
    readStored: async (id: number) => ({
      rows: await server.inDatabase((db) =>
        db.selectFrom('media').select('name').where('id', '=', id).execute(),
      ),
      bytes: (await media.find(getOriginalKey(content)))?.size,
    }),
    async [Symbol.asyncDispose]() {
      await pictures.close()
      await world[Symbol.asyncDispose]()
    },
  }
}

test('stores a picture again that is discarded while another process uploads it', async () => {
  await using fixture = await startSecondProcess()
  const { world, media, content, lastKey } = fixture
  const { server } = world
  const itemId = await world.newItem()
  await world.uploadImage(itemId, toFile(fixture.bytes, 'picture.png'))
  await world.staff.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  server.clock.advance(days(31))
  const root = await server.signIn('root')

  let isRemoved = false
  const find: MediaStore['find'] = async (key) => {
    const storedFile = await media.find(key)
    // The upload has found all files of the picture and won't store them again.
    if (key === lastKey && !isRemoved) {
      isRemoved = true
      await root.call(api.inventory.remove, { params: { id: itemId } })
    }
    return storedFile
  }
  const { id } = await server.inDatabase((db) =>
    fixture.createUploadService(db, { find }).storePicture(fixture.upload),
  )
  expect(isRemoved).toBe(true)
  expect(await fixture.readStored(id)).toEqual({
    rows: [{ name: content }],
    bytes: fixture.bytes.length,
  })
})

test('either records or discards a picture when two processes do both at once', async () => {
  await using fixture = await startSecondProcess()
  const { world, media, content } = fixture
  await world.server.inDatabase(async (db) => {
    const stored = Promise.withResolvers<void>()
    const put: MediaStore['put'] = async (key, bytes) => {
      await media.put(key, bytes)
      if (key === fixture.lastKey) stored.resolve()
    }
    const uploading = fixture.createUploadService(db, { put }).storePicture(fixture.upload)
    await stored.promise
    const remove: MediaStore['remove'] = async (key) => {
      // As long as an upload may take to write its row if it is not blocked.
      if (key === getOriginalKey(content)) await Promise.race([uploading, setTimeout(1_000)])
      await media.remove(key)
    }
    await fixture.createUploadService(db, { remove }).discard('picture', content)
    expect(await fixture.readStored((await uploading).id)).toEqual({
      rows: [{ name: content }],
      bytes: fixture.bytes.length,
    })
  })
})
