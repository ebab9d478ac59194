// @module-tag sqlite
// @module-tag only-with-all

import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
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

async function start({ variables }: DemoDataFolder) {
  const server = spawnProgram('main.ts', [], variables)
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const kill = async () => {
    server.child.kill('SIGKILL')
    await server.waitForExit()
  }
  return { staff: await new Client(url).signIn('employee'), kill, [Symbol.asyncDispose]: kill }
}

const temporaryFiles = async ({ dataDir }: DemoDataFolder) => [
  ...(await readdir(join(dataDir, 'tmp'))),
  ...(await readdir(join(dataDir, 'media', 'unfinished'))),
]

const widthOfPicture = async (staff: Client, id: number) =>
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

/**
 * Every row has all of its bytes; bytes without a row may exist, under a name that can't be
 * guessed.
 */
async function expectConsistent({ variables, dataDir }: DemoDataFolder): Promise<void> {
  const db = openDatabase(readConfig(variables).database, createLogger('silent'))
  const rows = await db.selectFrom('media').select(['name', 'kind']).execute()
  await db.destroy()
  expect(rows.length).toBeGreaterThan(0)
  const kept = await readdir(join(dataDir, 'media'), { recursive: true })
  for (const { name, kind } of rows) {
    const keys = [
      getOriginalKey(name),
      ...(kind === 'picture' ? pictureVariants.map((variant) => getVariantKey(name, variant)) : []),
    ]
    expect(kept).toEqual(expect.arrayContaining(keys.map((key) => join(name.slice(0, 2), key))))
  }
}

test('keeps the old picture and no leftovers when killed during an upload', async () => {
  await using here = await createDemoDataFolder()
  await using before = await start(here)
  const id = await addItemWithPicture(
    before.staff,
    await createPictureFile(createDrawing({ width: 50 }).jpeg()),
  )

  const headers = {
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': 10_000_000,
    authorization: `Bearer ${before.staff.token}`,
  }
  const open = request(`${before.staff.url}/api/inventory/upload-image`, {
    method: 'POST',
    headers,
  })
  const failed = new Promise((resolve) => open.on('error', resolve))
  open.write('--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n')
  open.write(Buffer.alloc(1_000_000, 1))
  await expect.poll(() => temporaryFiles(here)).toHaveLength(1)
  await before.kill()
  await failed
  expect(await temporaryFiles(here)).toHaveLength(1)

  await using after = await start(here)
  expect(await temporaryFiles(here)).toEqual([])
  expect(await widthOfPicture(after.staff, id)).toBe(50)
  await expectConsistent(here)
})

test('shows the old or the new picture when killed at any moment', async () => {
  await using here = await createDemoDataFolder()
  const content = await createDrawing({ width: 3000, height: 2000 }).png().toBuffer()
  const file = toFile(content, 'large.png')
  const item = await (async () => {
    await using first = await start(here)
    return await addItemWithPicture(
      first.staff,
      await createPictureFile(createDrawing({ width: 50 }).jpeg()),
    )
  })()

  for (const delay of [30, 150, 300, 600]) {
    await using server = await start(here)
    const { staff } = server
    await expectConsistent(here)
    expect(await temporaryFiles(here)).toEqual([])
    expect([50, 1600]).toContain(await widthOfPicture(staff, item))

    const answer = staff
      .send(api.media.uploadImage, { body: { itemId: item }, file })
      .catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, delay))
    await server.kill()
    await answer
  }

  await using last = await start(here)
  await last.staff.call(api.media.uploadImage, { body: { itemId: item }, file })
  expect(await widthOfPicture(last.staff, item)).toBe(1600)
  expect(await temporaryFiles(here)).toEqual([])
  await expectConsistent(here)
})
