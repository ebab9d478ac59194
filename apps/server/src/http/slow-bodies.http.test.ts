// @module-tag sqlite

import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDrawing, createPictureFile } from '../../test/media-files.ts'
import { type MediaTestServer, startMediaTestServer } from '../../test/media-test-server.ts'

// The minimum per second.
const minBytes = 5 * 1024
let world: MediaTestServer

beforeAll(async () => {
  world = await startMediaTestServer({}, { limits: { bodyTimeoutMs: 1000 } })
})
afterAll(() => world[Symbol.asyncDispose]())

function startRequest(
  path: string,
  type: string,
  { server, staff } = world,
  length?: number,
): ClientRequest {
  const headers = {
    authorization: `Bearer ${staff.token}`,
    'content-type': type,
    ...(length && { 'content-length': length }),
  }
  return request(`${server.url}/api${path}`, { method: 'POST', headers }).on(
    'error',
    () => undefined,
  )
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

const formHead = (itemId: number) =>
  `--b\r\ncontent-disposition: form-data; name="itemId"\r\n\r\n${itemId}\r\n--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n`
const form = 'multipart/form-data; boundary=b'
const tooSlow = { status: 408, message: expect.stringMatching(/too slowly.*try again/) }

test('does not let slow uploads block other uploads', async () => {
  await using patient = await startMediaTestServer()
  const itemId = await patient.newItem()
  const slow = Array.from({ length: 8 }, () =>
    startRequest('/inventory/upload-image', form, patient),
  )
  for (const upload of slow) upload.write(`${formHead(itemId)} `)
  await expect.poll(patient.temporaryFiles).toHaveLength(8)
  const colleague = await patient.server.signIn('admin')
  await colleague.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  expect(await patient.temporaryFiles()).toHaveLength(8)
  for (const upload of slow) upload.destroy()
  await expect.poll(patient.temporaryFiles).toEqual([])
})

test('aborts a slow upload and removes its temporary file', async () => {
  const slow = startRequest('/inventory/upload-image', form)
  slow.write(formHead(await world.newItem()))
  expect(await sendSlowly(slow)).toEqual(tooSlow)
  await expect.poll(world.temporaryFiles).toEqual([])
})

test('aborts any other request with a slow body', async () => {
  expect(await sendSlowly(startRequest('/inventory/add', 'application/json'))).toEqual(tooSlow)
  // The body of this call is counted while it arrives.
  expect(await sendSlowly(startRequest('/inventory/art/upload', 'application/json'))).toEqual(
    tooSlow,
  )
})

test('ignores a body that goes on arriving after its request was rejected', async () => {
  const rejected = startRequest('/inventory/art/upload', 'application/json', world, 1_000_000_000)
  rejected.write('{')
  const [{ statusCode }] = (await once(rejected, 'response')) as [IncomingMessage]
  expect(statusCode).toBe(413)
  await setTimeout(1_500)
  expect((await fetch(`${world.server.url}/api/health`)).status).toBe(200)
  rejected.destroy()
})

test('accepts a body of 5 KB a second, however long it takes', async () => {
  const itemId = await world.newItem()
  const steady = startRequest('/inventory/upload-image', form)
  const answered = once(steady, 'response') as Promise<[IncomingMessage]>
  steady.write(formHead(itemId))
  const picture = await createDrawing({ width: 80, height: 60 })
    .png({ compressionLevel: 0 })
    .toBuffer()
  for (let offset = 0; offset < picture.length; offset += minBytes) {
    steady.write(picture.subarray(offset, offset + minBytes))
    await setTimeout(700)
  }
  steady.end('\r\n--b--\r\n')
  expect((await answered)[0].statusCode).toBe(200)
})
