// @module-tag sqlite

import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDrawing, createPictureFile } from '../../test/media-files.ts'
import { type MediaTestServer, startMediaTestServer } from '../../test/media-test-server.ts'

// Within each of these periods 5 KB a second must arrive.
const bodyTimeoutMs = 500
const minBytes = (5 * 1024 * bodyTimeoutMs) / 1_000
let world: MediaTestServer

beforeAll(async () => {
  world = await startMediaTestServer({}, { limits: { bodyTimeoutMs } })
})
afterAll(() => world[Symbol.asyncDispose]())

interface UnfinishedRequest {
  readonly path: string
  readonly headers: Record<string, string | number>
}

/** Starts a POST request, whose body the test writes. */
function startRequest({ path, headers }: UnfinishedRequest, testServer = world): ClientRequest {
  const post = request(`${testServer.server.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testServer.staff.token}`, ...headers },
  })
  // The server may close the connection while the body is written.
  return post.on('error', () => undefined)
}

const jsonHeaders = { 'content-type': 'application/json' }
const upload = {
  path: '/inventory/upload-image',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
}

/** Sends a few bytes at a time until an answer arrives. */
async function sendSlowly(
  slow: ClientRequest,
): Promise<{ status: number | undefined; message: string }> {
  const answered = once(slow, 'response') as Promise<[IncomingMessage]>
  const timer = setInterval(() => slow.write(' '.repeat(100)), 100)
  try {
    const [response] = await answered
    const { message } = (await json(response)) as { message: string }
    return { status: response.statusCode, message }
  } finally {
    clearInterval(timer)
  }
}

/** The form up to the first byte of its picture. */
const createFormHead = (itemId: number) =>
  `--b\r\ncontent-disposition: form-data; name="itemId"\r\n\r\n${itemId}\r\n--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n`
const tooSlow = { status: 408, message: expect.stringMatching(/too slowly.*try again/) }

test('does not let slow uploads block other uploads', async () => {
  // With the usual timeout, so that no upload is aborted.
  await using patientServer = await startMediaTestServer()
  const itemId = await patientServer.newItem()
  const slowUploads = Array.from({ length: 8 }, () => startRequest(upload, patientServer))
  for (const slow of slowUploads) slow.write(`${createFormHead(itemId)} `)
  await expect.poll(patientServer.temporaryFiles).toHaveLength(slowUploads.length)

  const colleague = await patientServer.server.signIn('admin')
  await colleague.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  expect(await patientServer.temporaryFiles()).toHaveLength(slowUploads.length)

  for (const slow of slowUploads) slow.destroy()
  await expect.poll(patientServer.temporaryFiles).toEqual([])
})

test('aborts a slow upload and removes its temporary file', async () => {
  const slow = startRequest(upload)
  slow.write(createFormHead(await world.newItem()))
  expect(await sendSlowly(slow)).toEqual(tooSlow)
  await expect.poll(world.temporaryFiles).toEqual([])
})

test.for([
  ['JSON body', '/inventory/add'],
  ['JSON body whose values are counted while it arrives', '/inventory/art/upload'],
])('aborts a slow %s', async ([, path = '']) => {
  expect(await sendSlowly(startRequest({ path, headers: jsonHeaders }))).toEqual(tooSlow)
})

test('ignores a body that goes on arriving after its request was rejected', async () => {
  const rejected = startRequest({
    path: '/inventory/art/upload',
    headers: { ...jsonHeaders, 'content-length': 1_000_000_000 },
  })
  rejected.write('{')
  const [{ statusCode }] = (await once(rejected, 'response')) as [IncomingMessage]
  expect(statusCode).toBe(413)
  // By then its speed would have been checked.
  await setTimeout(1.5 * bodyTimeoutMs)
  expect((await fetch(`${world.server.url}/api/health`)).status).toBe(200)
  rejected.destroy()
})

test('accepts a body of 5 KB a second, however long it takes', async () => {
  const itemId = await world.newItem()
  const steady = startRequest(upload)
  const answered = once(steady, 'response') as Promise<[IncomingMessage]>
  steady.write(createFormHead(itemId))
  // Uncompressed, so that it takes several periods.
  const picture = await createDrawing({ width: 60, height: 50 })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(picture.length).toBeGreaterThan(3 * minBytes)

  for (let offset = 0; offset < picture.length; offset += minBytes) {
    steady.write(picture.subarray(offset, offset + minBytes))
    // Somewhat more than the minimum arrives within each period.
    await setTimeout(0.7 * bodyTimeoutMs)
  }
  steady.end('\r\n--b--\r\n')
  const [response] = await answered
  expect(response.statusCode).toBe(200)
})
