// @module-tag sqlite
// @module-tag only-with-all

import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { Client } from '../client.ts'
import { createDemoDatabase } from '../database.ts'
import { addItem } from '../inventory.ts'
import { createPictureFile } from '../media-files.ts'
import { spawnProgram } from '../process.ts'
import { linkSharedCache } from '../shared-cache.ts'
import { expectCheckPasses } from './check-database.ts'
import { mountMemoryDisk, type SmallDisk } from './small-disk.ts'

const diskFull = {
  status: 507,
  body: { statusCode: 507, message: expect.stringContaining('no room left') },
}

// More writes than the preallocated space of the database can hold.
const maxWrites = 2000
const bytesPerMegabyte = 2 ** 20

/** Starts a server with its data on a small disk; returns it with a client of root. */
async function startOnDisk(disk: SmallDisk) {
  const database = await createDemoDatabase(disk.path)
  await linkSharedCache(disk.path)
  const variables = {
    DATA_DIR: disk.path,
    PORT: '0',
    // The daily backup, which starts after a minute, would fail too.
    BACKUP_KEEP: '0',
    ...database.variables,
  }
  const server = spawnProgram('main.ts', [], variables)
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.waitForExit()
    await database[Symbol.asyncDispose]()
    await disk[Symbol.asyncDispose]()
  })
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  return { server, variables, root, itemId: await addItem(root) }
}

type DiskServer = Awaited<ReturnType<typeof startOnDisk>>

const addLongComment = async ({ root, itemId }: DiskServer): Promise<number> =>
  (await root.call(api.comments.add, { body: { itemId, comment: 'y'.repeat(5000) } })).id

/** Writes until the database rejects a write; returns the ids of what it stored before. */
async function writeUntilFull(diskServer: DiskServer): Promise<number[]> {
  const storedIds: number[] = []
  const writeAll = async () => {
    for (let count = 0; count < maxWrites; count++) storedIds.push(await addLongComment(diskServer))
  }
  await expect(writeAll()).rejects.toMatchObject(diskFull)
  return storedIds
}

/** Uploads pictures with ever more free space. An upload without enough must leave no file. */
async function uploadWithLittleSpace(disk: SmallDisk, { root, itemId }: DiskServer): Promise<void> {
  const statuses = new Set<number>()
  for (const freeMegabytes of [0.5, 1, 1.5, 4]) {
    const filesBefore = await listStoredFiles(disk)
    const file = await createNoise()
    await disk.fillUp(freeMegabytes * bytesPerMegabyte)
    const { status } = await root.send(api.media.uploadImage, { body: { itemId }, file })
    statuses.add(status)
    if (status === 507)
      expect(await listStoredFiles(disk), `with ${freeMegabytes} MB free`).toEqual(filesBefore)
    await disk.makeRoom()
  }
  expect([...statuses].sort()).toEqual([200, 507])
}

/** Lists media files and temporary files. */
async function listStoredFiles({ path }: SmallDisk): Promise<string[]> {
  const entries = await Promise.all(
    ['media', 'tmp'].map((name) =>
      readdir(join(path, name), { recursive: true, withFileTypes: true }),
    ),
  )
  return entries
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Creates a picture that can't be compressed. */
async function createNoise(): Promise<File> {
  const [width, height] = [700, 400]
  return createPictureFile(
    sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } }).jpeg(),
  )
}

test('rejects writes with 507 on a full disk, serves reads, and recovers', {
  timeout: 120_000,
}, async ({ skip }) => {
  const disk = mountMemoryDisk(24)
  if (!disk) return skip('only root may mount a small disk')
  const diskServer = await startOnDisk(disk)
  const { server, root, itemId, variables } = diskServer
  const upload = { body: { itemId }, file: await createPictureFile() }

  for (let round = 0; round < 3; round++) {
    await disk.fillUp()
    await expect(root.call(api.media.uploadImage, upload)).rejects.toMatchObject(diskFull)
    const storedIds = await writeUntilFull(diskServer)
    expect((await root.send(api.inventory.art)).status).toBe(200)
    const ready = await root.send(api.operations.ready)
    expect(ready.status).toBe(503)
    expect(await ready.text()).toContain('The disk of DATA_DIR is full.')

    await disk.makeRoom()
    storedIds.push(await addLongComment(diskServer))
    await root.call(api.media.uploadImage, upload)
    const comments = await root.call(api.comments.ofItem, { params: { id: itemId } })
    expect(comments.map(({ id }) => id)).toEqual(expect.arrayContaining(storedIds))
  }

  await uploadWithLittleSpace(disk, diskServer)
  server.child.kill('SIGTERM')
  expect(await server.waitForExit()).toBe(0)
  await expectCheckPasses(variables, 'after a full disk')
})
