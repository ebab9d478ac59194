// @module-tag sqlite

import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing, pictureFile } from '../../test/media-files.ts'
import { type MediaTestServer, startMediaTestServer } from '../../test/media-world.ts'

// A second at 5 KB.
const fewest = 5 * 1024
let world: MediaTestServer

beforeAll(async () => {
  world = await startMediaTestServer({ BODY_TIMEOUT: '1' })
})
afterAll(() => world[Symbol.asyncDispose]())

function begin(
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

/** Sends a few bytes at a time until there is an answer. */
async function drip(slow: ClientRequest): Promise<{ status: number | undefined; message: string }> {
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

test('slow uploads do not block other uploads', async () => {
  await using patient = await startMediaTestServer()
  const itemId = await patient.newItem()
  const slow = Array.from({ length: 8 }, () => begin('/inventory/upload-image', form, patient))
  for (const one of slow) one.write(`${formHead(itemId)} `)
  await expect.poll(patient.temporaryFiles).toHaveLength(8)
  const colleague = await patient.server.signIn('admin')
  await colleague.call(api.media.uploadImage, { body: { itemId }, file: await pictureFile() })
  expect(await patient.temporaryFiles()).toHaveLength(8)
  for (const one of slow) one.destroy()
  await expect.poll(patient.temporaryFiles).toEqual([])
})

test('a slow upload is aborted, and its remains are removed', async () => {
  const slow = begin('/inventory/upload-image', form)
  slow.write(formHead(await world.newItem()))
  expect(await drip(slow)).toEqual(tooSlow)
  await expect.poll(world.temporaryFiles).toEqual([])
})

test('any other request with a slow body is aborted, too', async () => {
  expect(await drip(begin('/inventory/add', 'application/json'))).toEqual(tooSlow)
  // Its body is counted while it arrives.
  expect(await drip(begin('/inventory/art/upload', 'application/json'))).toEqual(tooSlow)
})

test('a body that drips on after its request was rejected does no harm', async () => {
  const rejected = begin('/inventory/art/upload', 'application/json', world, 1_000_000_000)
  rejected.write('{')
  const [{ statusCode }] = (await once(rejected, 'response')) as [IncomingMessage]
  expect(statusCode).toBe(413)
  await setTimeout(1_500)
  expect((await fetch(`${world.server.url}/api/health`)).status).toBe(200)
  rejected.destroy()
})

test('a body of 5 KB a second is received, however long it takes', async () => {
  const itemId = await world.newItem()
  const steady = begin('/inventory/upload-image', form)
  const answered = once(steady, 'response') as Promise<[IncomingMessage]>
  steady.write(formHead(itemId))
  const picture = await drawing({ width: 80, height: 60 }).png({ compressionLevel: 0 }).toBuffer()
  for (let at = 0; at < picture.length; at += fewest) {
    steady.write(picture.subarray(at, at + fewest))
    await setTimeout(700)
  }
  steady.end('\r\n--b--\r\n')
  expect((await answered)[0].statusCode).toBe(200)
})
