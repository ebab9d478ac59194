import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { drawing, fileOf, mp3File, pictureFile } from '../../../test/media-files.ts'
import { bytesOf, type MediaWorld, startMediaWorld } from '../../../test/media-world.ts'

let world: MediaWorld

beforeAll(async () => {
  const { endpoint, region, ...account } = inject('s3')
  const bucket = `vitrine-${randomUUID()}`
  await new AwsClient({ ...account, region, service: 's3' }).fetch(`${endpoint}/${bucket}`, { method: 'PUT' })
  world = await startMediaWorld({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: account.accessKeyId,
    S3_SECRET_ACCESS_KEY: account.secretAccessKey,
  })
})
afterAll(() => world[Symbol.asyncDispose]())

test('a picture lives in the bucket and nowhere else', async () => {
  const id = await world.newItem()
  await world.uploadImage(id, await pictureFile(drawing({ width: 800, height: 400 }).png()))
  await using second = await world.server.another()
  for (const client of [world.server, second]) {
    const [image, thumbnail] = [
      await client.fetch(`/api/image/${id}`),
      await client.fetch(`/api/image/thumbnail/${id}`, { headers: { accept: 'image/avif' } }),
    ]
    expect(await sharp(await bytesOf(image)).metadata()).toMatchObject({ format: 'jpeg', width: 800 })
    expect(await sharp(await bytesOf(thumbnail)).metadata()).toMatchObject({ mediaType: 'image/avif', width: 320 })
    const again = await client.fetch(`/api/image/${id}`, {
      headers: { 'if-none-match': image.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  }
  expect(existsSync(join(world.server.dataDir, 'media'))).toBe(false)
  expect(await readdir(join(world.server.dataDir, 'tmp'))).toEqual([])
})

test('a refused picture leaves the old one', async () => {
  const id = await world.newItem()
  await world.uploadImage(id, await pictureFile())
  await expect(world.uploadImage(id, fileOf('words', 'a.jpg'))).rejects.toMatchObject({ status: 400 })
  expect((await world.server.fetch(`/api/image/${id}`)).status).toBe(200)
})

test('any part of a recording can be had', async () => {
  const id = await world.newItem()
  const file = mp3File({ frames: 5000 })
  const all = Buffer.from(await file.arrayBuffer())
  await world.uploadRecording(id, file)
  const listen = (range?: string) => world.server.fetch(`/api/recording/${id}`, { headers: range ? { range } : {} })

  const whole = await listen()
  expect(whole.headers.get('content-length')).toBe(String(all.length))
  expect((await bytesOf(whole)).equals(all)).toBe(true)
  for (const [range, start, end] of [
    ['bytes=0-1', 0, 1],
    ['bytes=1000000-1000999', 1_000_000, 1_000_999],
    ['bytes=-500', all.length - 500, all.length - 1],
  ] as const) {
    const part = await listen(range)
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${all.length}`)
    expect((await bytesOf(part)).equals(all.subarray(start, end + 1))).toBe(true)
  }
  expect((await listen(`bytes=${all.length}-`)).status).toBe(416)
})
