// @module-tag sqlite
// @module-tag only-with-all

import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import sharp from 'sharp'
import { expect, inject, onTestFinished, test } from 'vitest'
import { CallError, Client } from '../client.ts'
import { createDemoDatabase } from '../database.ts'
import { addItem } from '../inventory.ts'
import { createPictureFile } from '../media-files.ts'
import { spawnProgram } from '../process.ts'
import { linkSharedCache } from '../shared-cache.ts'
import { expectCheckPasses } from './check-database.ts'
import { mountMemoryDisk } from './small-disk.ts'

const diskFull = {
  status: 507,
  body: { statusCode: 507, message: expect.stringContaining('no room left') },
}

test('rejects writes with 507 on a full disk, serves reads, and recovers', {
  timeout: 120_000,
}, async ({ skip }) => {
  const disk = mountMemoryDisk(24)
  if (!disk) return skip('only root may mount a small disk')
  await using database = await createDemoDatabase(disk.path)
  await linkSharedCache(disk.path)
  // Without the daily backup, which starts after a minute and would fail too.
  const variables = {
    DATA_DIR: disk.path,
    PORT: '0',
    BACKUP_KEEP: '0',
    ...database.variables,
  }
  const server = spawnProgram('main.ts', [], variables)
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.waitForExit()
    await disk[Symbol.asyncDispose]()
  })
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  const itemId = await addItem(root)
  const file = await createPictureFile()

  for (let round = 0; round < 3; round++) {
    await disk.fillUp()
    await expect(
      root.call(api.media.uploadImage, { body: { itemId }, file }),
    ).rejects.toMatchObject(diskFull)

    // Preallocated space of the database may hold some writes. PostgreSQL is on another disk.
    const storedIds: number[] = []
    const comment = 'y'.repeat(5000)
    const write = async () =>
      storedIds.push((await root.call(api.comments.add, { body: { itemId, comment } })).id)
    const rejection = await (async () => {
      for (let count = 0; count < (inject('postgresUrl') ? 20 : 2000); count++) await write()
      return null
    })().catch((error: unknown) => error)
    if (inject('postgresUrl')) expect(rejection).toBeNull()
    else {
      expect(rejection).toBeInstanceOf(CallError)
      expect(rejection).toMatchObject(diskFull)
    }
    expect((await root.send(api.inventory.art)).status).toBe(200)
    const ready = await root.send(api.operations.ready)
    expect({ status: ready.status, text: await ready.text() }).toEqual({
      status: 503,
      text: expect.stringContaining('The disk of DATA_DIR is full.'),
    })

    await disk.makeRoom()
    await write()
    await root.call(api.media.uploadImage, { body: { itemId }, file })
    const comments = await root.call(api.comments.ofItem, { params: { id: itemId } })
    expect(comments.map(({ id }) => id)).toEqual(expect.arrayContaining(storedIds))
  }

  // An upload that runs out of space after some of its files leaves none of them.
  const listFiles = async () => {
    const entries = await Promise.all(
      ['media', 'tmp'].map((name) =>
        readdir(join(disk.path, name), { recursive: true, withFileTypes: true }),
      ),
    )
    return entries
      .flat()
      .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
  }
  const outcomes = new Set<number>()
  for (const free of [0.5, 1, 1.5, 4].map((megabytes) => megabytes * 2 ** 20)) {
    const before = await listFiles()
    const image = await createNoise()
    await disk.fillUp(free)
    const { status } = await root.send(api.media.uploadImage, { body: { itemId }, file: image })
    outcomes.add(status)
    if (status === 507)
      expect(new Set(await listFiles()), `with ${free} bytes free`).toEqual(new Set(before))
    await disk.makeRoom()
  }
  expect([...outcomes].sort()).toEqual([200, 507])
  server.child.kill('SIGTERM')
  expect(await server.waitForExit()).toBe(0)
  await expectCheckPasses(variables, 'after a full disk')
})

/** Creates a picture that can't be compressed. */
async function createNoise(): Promise<File> {
  const [width, height] = [700, 400]
  return createPictureFile(
    sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } }).jpeg(),
  )
}
