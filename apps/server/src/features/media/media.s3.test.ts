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

let first: Record<string, string>

beforeAll(async () => {
  first = await createBucket()
  world = await startMediaTestServer(first)
})
afterAll(() => world[Symbol.asyncDispose]())

test('stores a picture in the bucket and nowhere else', async () => {
  const id = await world.newItem()
  await world.uploadImage(
    id,
    await createPictureFile(createDrawing({ width: 800, height: 400 }).png()),
  )
  await using second = await world.server.another()
  for (const client of [world.server, second]) {
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
    const again = await client.fetch(`/api/image/${id}`, {
      headers: { 'if-none-match': image.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
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
  const all = Buffer.from(await file.arrayBuffer())
  await world.uploadRecording(id, file)
  const listen = (range?: string) =>
    world.server.fetch(`/api/recording/${id}`, { headers: range ? { range } : {} })

  const whole = await listen()
  expect(whole.headers.get('content-length')).toBe(String(all.length))
  expect((await readBytes(whole)).equals(all)).toBe(true)
  for (const [range, start, end] of [
    ['bytes=0-1', 0, 1],
    ['bytes=1000000-1000999', 1_000_000, 1_000_999],
    ['bytes=-500', all.length - 500, all.length - 1],
  ] as const) {
    const part = await listen(range)
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${all.length}`)
    expect((await readBytes(part)).equals(all.subarray(start, end + 1))).toBe(true)
  }
  expect((await listen(`bytes=${all.length}-`)).status).toBe(416)
})

/** The checksum of every file in a folder, by its path there. */
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

test('copies media between buckets and disk without a changed byte', async () => {
  const id = await world.newItem()
  await world.uploadImage(
    id,
    await createPictureFile(createDrawing({ width: 640, height: 480 }).jpeg()),
  )
  await world.uploadRecording(id, createMp3File({ frames: 3000 }))
  const second = await createBucket()
  const [disk, back] = [join(world.server.dataDir, 'disk'), join(world.server.dataDir, 'back')]
  const vitrine = async (bucket: Record<string, string>, ...args: string[]) => {
    const cli = spawnProgram('cli.ts', args, { DATA_DIR: world.server.dataDir, ...bucket })
    return { code: await cli.waitForExit(), text: cli.output() }
  }
  const copy = (bucket: Record<string, string>, from: string, to: string) =>
    vitrine(bucket, 'copy', '--media-from', from, '--media-to', to)

  expect(await copy(first, 's3', disk)).toMatchObject({ code: 0 })
  const sums = await readChecksums(disk)
  const originals = Object.entries(sums).filter(([path]) => path.endsWith('/original'))
  expect(originals.length).toBeGreaterThan(1)
  for (const [path, sum] of originals) expect(path).toContain(sum)

  const count = Object.keys(sums).length
  const there = (copied: number, already: number) => ({
    code: 0,
    text: expect.stringContaining(
      `Media: ${copied} files were copied, ${already} were there already.`,
    ),
  })
  expect(await copy(second, disk, 's3')).toEqual(there(count, 0))
  expect(await copy(second, disk, 's3')).toEqual(there(0, count))
  expect(await copy(second, 's3', back)).toEqual(there(count, 0))
  expect(await readChecksums(back)).toEqual(sums)
  expect(await vitrine(second, 'check')).toMatchObject({ code: 0 })

  const [path = ''] = originals[0] ?? []
  await writeFile(join(disk, path), 'damaged')
  expect(await copy(await createBucket(), disk, 's3')).toEqual({
    code: 1,
    text: expect.stringMatching(
      new RegExp(`Media: ${count - 1} files were copied.*damaged: \\w+/original`, 's'),
    ),
  })
  await Promise.all([disk, back].map((folder) => rm(folder, { recursive: true })))
})
