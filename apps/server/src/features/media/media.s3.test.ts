import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBucket } from '../../../test/bucket.ts'
import {
  createDrawing,
  createMp3File,
  createPictureFile,
  toFile,
} from '../../../test/media-files.ts'
import {
  type MediaTestServer,
  readBytes,
  startMediaTestServer,
} from '../../../test/media-test-server.ts'
import { spawnProgram } from '../../../test/process.ts'

let world: MediaTestServer

/** Environment variables of the bucket that the server uses. */
let bucketVariables: Record<string, string>

beforeAll(async () => {
  bucketVariables = await createBucket()
  world = await startMediaTestServer(bucketVariables)
})
afterAll(() => world[Symbol.asyncDispose]())

test('stores a picture in the bucket and nowhere else', async () => {
  const id = await world.newItem()
  await world.uploadImage(
    id,
    await createPictureFile(createDrawing({ width: 800, height: 400 }).png()),
  )
  await using secondServer = await world.server.another()
  for (const client of [world.server, secondServer]) {
    const [image, thumbnail] = [
      await client.fetch(`/api/image/${id}`),
      await client.fetch(`/api/image/thumbnail/${id}`, { headers: { accept: 'image/avif' } }),
    ]
    expect(await sharp(await readBytes(image)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 800,
    })
    expect(await sharp(await readBytes(thumbnail)).metadata()).toMatchObject({
      mediaType: 'image/avif',
      width: 320,
    })
    const revalidated = await client.fetch(`/api/image/${id}`, {
      headers: { 'if-none-match': image.headers.get('etag') ?? '' },
    })
    expect(revalidated.status).toBe(304)
  }
  expect(existsSync(join(world.server.dataDir, 'media'))).toBe(false)
  expect(await readdir(join(world.server.dataDir, 'tmp'))).toEqual([])
})

test('keeps the old picture when a new one is rejected', async () => {
  const id = await world.newItem()
  await world.uploadImage(id, await createPictureFile())
  await expect(world.uploadImage(id, toFile('words', 'a.jpg'))).rejects.toMatchObject({
    status: 400,
  })
  expect((await world.server.fetch(`/api/image/${id}`)).status).toBe(200)
})

test('serves any range of a recording', async () => {
  const id = await world.newItem()
  const file = createMp3File({ frames: 5000 })
  const content = Buffer.from(await file.arrayBuffer())
  await world.uploadRecording(id, file)
  const listen = (range?: string) =>
    world.server.fetch(`/api/recording/${id}`, { headers: range ? { range } : {} })

  const whole = await listen()
  expect(whole.headers.get('content-length')).toBe(String(content.length))
  expect((await readBytes(whole)).equals(content)).toBe(true)
  for (const [range, start, end] of [
    ['bytes=0-1', 0, 1],
    ['bytes=1000000-1000999', 1_000_000, 1_000_999],
    ['bytes=-500', content.length - 500, content.length - 1],
  ] as const) {
    const part = await listen(range)
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${content.length}`)
    expect((await readBytes(part)).equals(content.subarray(start, end + 1))).toBe(true)
  }
  expect((await listen(`bytes=${content.length}-`)).status).toBe(416)
})

/** Reads the checksum of every file in a folder, by its path relative to the folder. */
async function readChecksums(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const sums = files.sort().map(async (file) => {
    const sum = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    return [file.slice(folder.length + 1), sum] as const
  })
  return Object.fromEntries(await Promise.all(sums))
}

test('copies media between buckets and disk unchanged, and reports a damaged file', async () => {
  const id = await world.newItem()
  await world.uploadImage(
    id,
    await createPictureFile(createDrawing({ width: 640, height: 480 }).jpeg()),
  )
  await world.uploadRecording(id, createMp3File({ frames: 3000 }))
  const secondBucket = await createBucket()
  const disk = join(world.server.dataDir, 'disk')
  const diskFromSecondBucket = join(world.server.dataDir, 'back')
  const runCommand = async (bucket: Record<string, string>, ...args: string[]) => {
    const cli = spawnProgram('cli.ts', args, { DATA_DIR: world.server.dataDir, ...bucket })
    return { code: await cli.waitForExit(), text: cli.output() }
  }
  const copy = (bucket: Record<string, string>, from: string, to: string) =>
    runCommand(bucket, 'copy', '--media-from', from, '--media-to', to)

  expect(await copy(bucketVariables, 's3', disk)).toMatchObject({ code: 0 })
  const sums = await readChecksums(disk)
  const originals = Object.entries(sums).filter(([path]) => path.endsWith('/original'))
  expect(originals.length).toBeGreaterThan(1)
  for (const [path, sum] of originals) expect(path).toContain(sum)

  const fileCount = Object.keys(sums).length
  const success = (copied: number, existing: number) => ({
    code: 0,
    text: expect.stringContaining(
      `Media: ${copied} files were copied, ${existing} were there already.`,
    ),
  })
  expect(await copy(secondBucket, disk, 's3')).toEqual(success(fileCount, 0))
  expect(await copy(secondBucket, disk, 's3')).toEqual(success(0, fileCount))
  expect(await copy(secondBucket, 's3', diskFromSecondBucket)).toEqual(success(fileCount, 0))
  expect(await readChecksums(diskFromSecondBucket)).toEqual(sums)
  expect(await runCommand(secondBucket, 'check')).toMatchObject({ code: 0 })

  const [path = ''] = originals[0] ?? []
  await writeFile(join(disk, path), 'damaged')
  expect(await copy(await createBucket(), disk, 's3')).toEqual({
    code: 1,
    text: expect.stringMatching(
      new RegExp(`Media: ${fileCount - 1} files were copied.*damaged: \\w+/original`, 's'),
    ),
  })
  for (const folder of [disk, diskFromSecondBucket]) await rm(folder, { recursive: true })
})
