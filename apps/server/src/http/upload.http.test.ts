// @module-tag sqlite

import { request } from 'node:http'
import { api, type Call } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDrawing, createPictureFile } from '../../test/media-files.ts'
import { type MediaTestServer, startMediaTestServer } from '../../test/media-test-server.ts'

const { media } = api

let world: MediaTestServer

beforeAll(async () => {
  world = await startMediaTestServer()
})
afterAll(() => world[Symbol.asyncDispose]())

const fetchImage = (itemId: number) => world.server.fetch(`/api/image/${itemId}`)

const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
// A form up to the first byte of its picture, and what follows the last one.
const pictureHead = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
const formEnd = '\r\n--b--\r\n'

test('rejects a picture over 40 MB that is sent without a Content-Length', async () => {
  const itemId = await world.newItem()
  async function* createBody() {
    yield Buffer.from(pictureHead)
    for (let megabyte = 0; megabyte <= 40; megabyte++) yield Buffer.alloc(1024 * 1024, 1)
    yield Buffer.from(formEnd)
  }
  const response = await world.staff.fetch('/api/inventory/upload-image', {
    method: 'POST',
    headers: multipart,
    body: createBody() as unknown as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(413)
  expect((await fetchImage(itemId)).status).toBe(404)
  expect(await world.temporaryFiles()).toEqual([])
})

const post = (body: FormData | string, headers: Record<string, string> = {}) =>
  world.staff.fetch('/api/inventory/upload-image', { method: 'POST', body, headers })
const createForm = (...entries: [string, string | File][]) => {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}
const invalidUploads: [
  defect: string,
  status: number,
  message: RegExp,
  send: () => Promise<Response>,
][] = [
  [
    'no file',
    400,
    /choose a file/,
    async () => post(createForm(['itemId', String(await world.newItem())])),
  ],
  [
    'a text instead of a file',
    400,
    /choose a file/,
    () => post(createForm(['image', 'photo.jpg'])),
  ],
  ['no item', 400, /itemId/, async () => post(createForm(['image', await createPictureFile()]))],
  [
    'an invalid item id',
    400,
    /itemId/,
    async () => post(createForm(['itemId', 'first'], ['image', await createPictureFile()])),
  ],
  [
    'an unknown item',
    404,
    /no such item/,
    async () => post(createForm(['itemId', '2000000000'], ['image', await createPictureFile()])),
  ],
  [
    'a file in another field',
    400,
    /"image"/,
    async () => post(createForm(['photo', await createPictureFile()])),
  ],
  [
    'two files',
    400,
    /form data/,
    async () =>
      post(createForm(['image', await createPictureFile()], ['image', await createPictureFile()])),
  ],
  [
    'a name that poisons prototypes',
    400,
    /form data/,
    async () => post(createForm(['__proto__', '1'], ['image', await createPictureFile()])),
  ],
  [
    'JSON instead of a form',
    415,
    /multipart/,
    () => post('{"itemId": 1}', { 'content-type': 'application/json' }),
  ],
  [
    'plain text instead of a form',
    415,
    /multipart/,
    () => post('x', { 'content-type': 'text/plain' }),
  ],
  ['no boundary', 400, /form data/, () => post('x', { 'content-type': 'multipart/form-data' })],
  ['a form that never ends', 400, /form data/, () => post('--b\r\n', multipart)],
  ['a file that never ends', 400, /form data/, () => post(`${pictureHead}abc`, multipart)],
  ['an empty form', 400, /choose a file/, () => post('--b--\r\n', multipart)],
]

test.for(invalidUploads)('rejects an upload with %s', async ([, status, message, send]) => {
  const response = await send()
  const body = (await response.json()) as { message: string }
  expect({ status: response.status, ...body }).toMatchObject({ status, statusCode: status })
  expect(body.message).toMatch(message)
  expect(await world.temporaryFiles()).toEqual([])
})

test('accepts the item before or after the file', async () => {
  const file = await createPictureFile()
  const [firstItemId, secondItemId] = [await world.newItem(), await world.newItem()]
  const itemFirst = createForm(['itemId', String(firstItemId)], ['image', file])
  const itemLast = createForm(['image', file], ['itemId', String(secondItemId)])
  expect((await post(itemFirst)).status).toBe(200)
  expect((await post(itemLast)).status).toBe(200)
  expect((await fetchImage(firstItemId)).status).toBe(200)
  expect((await fetchImage(secondItemId)).status).toBe(200)
})

test('rejects a form sent to any other call', async () => {
  const response = await world.staff.fetch('/api/inventory/add', {
    method: 'POST',
    body: createForm(['item', '{}']),
  })
  expect(response.status).toBe(415)
})

test('removes the files of an aborted upload, and stores nothing', async () => {
  const itemId = await world.newItem()
  const listMedia = () =>
    world.server.inDatabase((db) => db.selectFrom('media').select('id').execute())
  const mediaBefore = await listMedia()
  const content = await createDrawing({ width: 2000, height: 2000 })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const head = `--b\r\ncontent-disposition: form-data; name="itemId"\r\n\r\n${itemId}\r\n${pictureHead}`
  const headers = {
    ...multipart,
    'content-length': head.length + content.length + formEnd.length,
    authorization: `Bearer ${world.staff.token}`,
  }
  const broken = request(`${world.server.url}/api/inventory/upload-image`, {
    method: 'POST',
    headers,
  })
  const failed = new Promise((resolve) => broken.on('error', resolve))
  broken.write(head)
  broken.write(content.subarray(0, content.length / 2))
  await expect.poll(world.temporaryFiles, { timeout: 20_000 }).toHaveLength(1)
  broken.destroy()
  await failed
  await expect.poll(world.temporaryFiles, { timeout: 20_000 }).toEqual([])
  expect(await listMedia()).toHaveLength(mediaBefore.length)
  expect((await fetchImage(itemId)).status).toBe(404)
})

test('serves pictures to anyone, and accepts uploads from staff only', async () => {
  const itemId = await world.newItem()
  await world.uploadImage(itemId, await createPictureFile())
  expect((await fetchImage(itemId)).status).toBe(200)
  for (const call of [media.uploadImage, media.uploadRecording] as Call[]) {
    const response = await world.server.send(call, {
      body: { itemId },
      file: await createPictureFile(),
    } as never)
    expect(response.status).toBe(401)
  }
})
