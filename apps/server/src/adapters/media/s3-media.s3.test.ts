import { randomUUID } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { beforeAll, expect, inject, test } from 'vitest'
import { newMediaKey, testMediaStore } from '../../../test/media-store.ts'
import type { MediaStore } from './media-store.ts'
import { openS3MediaStore } from './s3-media.ts'

const { settingsFile: _settingsFile, ...server } = inject('s3')
const settings = { ...server, bucket: `vitrine-${randomUUID()}` }
let store: MediaStore

beforeAll(async () => {
  const client = new AwsClient({ ...server, service: 's3' })
  const bucketAddress = `${server.endpoint}/${settings.bucket}`
  const created = await client.fetch(bucketAddress, { method: 'PUT' })
  expect(created.status).toBe(200)
  store = await openS3MediaStore(settings)
})

testMediaStore(() => store)

test('shows a file to a second server at once', async () => {
  const key = newMediaKey()
  const secondServer = await openS3MediaStore(settings)
  await store.put(key, Buffer.from('x'))
  expect((await secondServer.find(key))?.size).toBe(1)
})

test.for([
  ['a wrong secret', { secretAccessKey: 'wrong' }, /S3_SECRET_ACCESS_KEY is wrong/],
  ['an unknown key', { accessKeyId: 'nobody' }, /S3_ACCESS_KEY_ID or/],
  [
    'a bucket that is not there',
    { bucket: 'no-such-bucket' },
    /there is no bucket "no-such-bucket"/,
  ],
  [
    'an address where nothing answers',
    { endpoint: 'http://127.0.0.1:1' },
    /nothing answers at http:\/\/127\.0\.0\.1:1/,
  ],
] as const)('reports %s at the start', async ([, wrongSettings, message]) => {
  await expect(openS3MediaStore({ ...settings, ...wrongSettings })).rejects.toThrow(message)
})
