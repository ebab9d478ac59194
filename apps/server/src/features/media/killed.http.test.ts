// @module-tag sqlite
// @module-tag only-with-all

import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { api, pictureMaxSidePx } from '@vitrine/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { createDrawing, createPictureFile, toFile } from '../../../test/media-files.ts'
import { readBytes } from '../../../test/media-test-server.ts'
import { createDemoDataFolder, spawnProgram } from '../../../test/process.ts'
import { readConfig } from '../../config/config.ts'
import { openDatabase } from '../../db/open.ts'
import { createLogger } from '../../runtime/logger.ts'
import { getOriginalKey, getVariantKey, pictureVariants } from './variants.ts'

type DemoDataFolder = Awaited<ReturnType<typeof createDemoDataFolder>>

async function startServer({ variables }: DemoDataFolder) {
  const server = spawnProgram('main.ts', [], variables)
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const kill = async () => {
    server.child.kill('SIGKILL')
    await server.waitForExit()
  }
  return { staff: await new Client(url).signIn('employee'), kill, [Symbol.asyncDispose]: kill }
}

const listTemporaryFiles = async ({ dataDir }: DemoDataFolder) => [
  ...(await readdir(join(dataDir, 'tmp'))),
  ...(await readdir(join(dataDir, 'media', 'unfinished'))),
]

const readPictureWidth = async (staff: Client, id: number) =>
  (await sharp(await readBytes(await staff.fetch(`/api/image/${id}`))).metadata()).width

async function addItemWithPicture(staff: Client, file: File): Promise<number> {
  const item = {
    type_id: 2 as const,
    identifier: crypto.randomUUID(),
    name: 'Étude',
    description: '',
  }
  const { id } = await staff.call(api.inventory.add, { body: { item } })
  await staff.call(api.media.uploadImage, { body: { itemId: id }, file })
  return id
}

/** Expects all files of every row. Files without a row may remain, under unguessable names. */
async function expectConsistent({ variables, dataDir }: DemoDataFolder): Promise<void> {
  const db = openDatabase(readConfig(variables).database, createLogger('silent'))
  const rows = await db.selectFrom('media').select(['name', 'kind']).execute()
  await db.destroy()
  expect(rows.length).toBeGreaterThan(0)
  const storedPaths = await readdir(join(dataDir, 'media'), { recursive: true })
  for (const { name, kind } of rows) {
    const keys = [
      getOriginalKey(name),
      ...(kind === 'picture' ? pictureVariants.map((variant) => getVariantKey(name, variant)) : []),
    ]
    const paths = keys.map((key) => join(name.slice(0, 2), key))
    expect(storedPaths).toEqual(expect.arrayContaining(paths))
  }
}

test('keeps the old picture and no leftovers when killed during an upload', async () => {
  await using dataFolder = await createDemoDataFolder()
  await using killedServer = await startServer(dataFolder)
  const id = await addItemWithPicture(
    killedServer.staff,
    await createPictureFile(createDrawing({ width: 50 }).jpeg()),
  )

  const headers = {
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': 10_000_000,
    authorization: `Bearer ${killedServer.staff.token}`,
  }
  const upload = request(`${killedServer.staff.url}/api/inventory/upload-image`, {
    method: 'POST',
    headers,
  })
  const failed = new Promise((resolve) => upload.on('error', resolve))
  upload.write('--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n')
  upload.write(Buffer.alloc(1_000_000, 1))
  await expect.poll(() => listTemporaryFiles(dataFolder)).toHaveLength(1)
  await killedServer.kill()
  await failed
  expect(await listTemporaryFiles(dataFolder)).toHaveLength(1)

  await using restartedServer = await startServer(dataFolder)
  expect(await listTemporaryFiles(dataFolder)).toEqual([])
  expect(await readPictureWidth(restartedServer.staff, id)).toBe(50)
  await expectConsistent(dataFolder)
})

test('shows the old or the new picture when killed at any moment', async () => {
  await using dataFolder = await createDemoDataFolder()
  const content = await createDrawing({ width: 3000, height: 2000 }).png().toBuffer()
  const file = toFile(content, 'large.png')
  const [oldWidth, newWidth] = [50, pictureMaxSidePx.screen]
  const itemId = await (async () => {
    await using firstServer = await startServer(dataFolder)
    return await addItemWithPicture(
      firstServer.staff,
      await createPictureFile(createDrawing({ width: oldWidth }).jpeg()),
    )
  })()

  for (const killDelayMs of [30, 150, 300, 600]) {
    await using server = await startServer(dataFolder)
    const { staff } = server
    await expectConsistent(dataFolder)
    expect(await listTemporaryFiles(dataFolder)).toEqual([])
    expect([oldWidth, newWidth]).toContain(await readPictureWidth(staff, itemId))

    const answer = staff.send(api.media.uploadImage, { body: { itemId }, file }).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, killDelayMs))
    await server.kill()
    await answer
  }

  await using lastServer = await startServer(dataFolder)
  await lastServer.staff.call(api.media.uploadImage, { body: { itemId }, file })
  expect(await readPictureWidth(lastServer.staff, itemId)).toBe(newWidth)
  expect(await listTemporaryFiles(dataFolder)).toEqual([])
  await expectConsistent(dataFolder)
})
