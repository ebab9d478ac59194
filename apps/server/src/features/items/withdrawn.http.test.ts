// @module-tag sqlite

import { api } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { createMp3File, createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

let server: TestServer
let employee: Client
let id: number
let mediaPaths: string[]

beforeAll(async () => {
  server = await startTestServer()
  employee = await server.signIn('employee')
  id = await addItem(employee)
  await employee.call(api.media.uploadImage, {
    body: { itemId: id },
    file: await createPictureFile(),
  })
  await employee.call(api.media.uploadRecording, { body: { itemId: id }, file: createMp3File() })
  const { picture, recording } = await employee.call(api.inventory.details, { params: { id } })
  mediaPaths = [
    ...['image', 'image/medium', 'image/thumbnail'].flatMap((size) => [
      `/api/${size}/${id}`,
      `/api/${size}/${id}?v=${picture?.name}`,
    ]),
    `/api/recording/${id}`,
    `/api/recording/${id}?v=${recording?.name}`,
  ]
})
afterAll(() => server[Symbol.asyncDispose]())

const setPublic = (isPublic: boolean) =>
  employee.call(api.inventory.setPublic, { body: { itemId: id, public: isPublic } })

const requestAll = (client: Client, headers: Record<string, string> = {}) =>
  Promise.all(
    mediaPaths.map(async (path) => {
      const answer = await client.fetch(path, { headers })
      return `${answer.status} ${answer.headers.get('cache-control')}`
    }),
  )

const forEveryPath = (answer: string) => mediaPaths.map(() => answer)

/** Returns the media pass that an answer sets as a cookie, with its attributes. */
async function fetchMediaPass(
  client: Client,
  cookies = 'XSRF-TOKEN=x',
): Promise<string | undefined> {
  const answer = await client.send(api.inventory.artTags, {}, { cookie: cookies })
  return answer.headers.getSetCookie().find((cookie) => cookie.startsWith('media-pass='))
}

/** Returns the name and value of a cookie, as a browser sends it back. */
const toCookiePair = (cookie: string | undefined) => cookie?.split(';')[0] ?? ''

test('publishes nothing of a withdrawn item, not even from shared caches', async () => {
  await setPublic(true)
  const cacheable = 'public, max-age=31536000, s-maxage=300, immutable'
  expect(await requestAll(server)).toEqual(
    mediaPaths.map((path) => `200 ${path.includes('?v=') ? cacheable : 'private, no-cache'}`),
  )
  await setPublic(false)
  expect(await requestAll(server)).toEqual(forEveryPath('404 no-store'))
  for (const path of [
    `/art/${id}`,
    `/api/public/details/${id}`,
    `/api/public/art/qr/${id}`,
    `/api/pdf-art/v6/${id}`,
  ]) {
    expect([path, (await server.fetch(path)).status]).toEqual([path, 404])
  }
  expect(await requestAll(employee)).toEqual(forEveryPath('200 private, no-cache'))
  const [path = ''] = mediaPaths
  const etag = (await employee.fetch(path)).headers.get('etag') ?? ''
  const revalidation = await server.fetch(path, { headers: { 'if-none-match': etag } })
  expect([revalidation.status, revalidation.headers.get('cache-control')]).toEqual([
    404,
    'no-store',
  ])
  await setPublic(true)
  expect((await server.fetch(path)).status).toBe(200)
})

test('gives staff a cookie that only opens media, on every process', async () => {
  await setPublic(false)
  const cookie = await fetchMediaPass(employee)
  expect(cookie).toMatch(
    /^media-pass=\d+\.[\w-]{43}; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  )
  const pass = { cookie: toCookiePair(cookie) }
  expect(await requestAll(server, pass)).toEqual(forEveryPath('200 private, no-cache'))
  await using otherProcess = await server.another()
  expect(await requestAll(otherProcess, pass)).toEqual(forEveryPath('200 private, no-cache'))
  for (const path of [
    '/api/inventory/art',
    `/api/inventory/preview/${id}`,
    '/api/user/sessions',
    '/api/journal',
  ]) {
    expect([path, (await server.fetch(path, { headers: pass })).status]).toEqual([path, 401])
  }
  // The pass is not sent again to a browser that has it, and never to scripts without cookies.
  expect(await fetchMediaPass(employee, `XSRF-TOKEN=x; ${toCookiePair(cookie)}`)).toBeUndefined()
  expect((await employee.send(api.inventory.artTags)).headers.getSetCookie().join()).not.toContain(
    'media-pass',
  )
  expect(
    (
      await server.send(api.operations.health, {}, { cookie: 'XSRF-TOKEN=x' })
    ).headers.getSetCookie(),
  ).toEqual([])
})

test('rejects a forged media cookie', async () => {
  await setPublic(false)
  const admin = await server.signIn('admin')
  const validPass = toCookiePair(await fetchMediaPass(admin))
  // 'media-pass=12.…': the id of the session and a signature.
  const sessionId = Number(/=(\d+)\./.exec(validPass)?.[1])
  const ofOtherSession = validPass.replace(/=\d+\./, `=${sessionId - 1}.`)
  for (const forgedPass of [
    ofOtherSession,
    `${validPass}x`,
    `${validPass}.x`,
    `media-pass=${sessionId}.${'é'.repeat(43)}`,
    validPass.slice(0, -1),
    'media-pass=',
    `media-pass=${sessionId}.`,
    'media-pass=-1.x',
  ]) {
    expect(await requestAll(server, { cookie: forgedPass })).toEqual(forEveryPath('404 no-store'))
  }
})

test('rejects a media cookie after its session was signed out', async () => {
  await setPublic(false)
  const admin = await server.signIn('admin')
  const validPass = toCookiePair(await fetchMediaPass(admin))
  // The pass does not stand in for the cookie against cross-site requests.
  const rejectedSignOut = await admin.send(
    api.auth.signOut,
    {},
    { cookie: validPass, 'x-xsrf-token': 'x' },
  )
  expect(rejectedSignOut.status).toBe(403)
  const signOut = await admin.send(
    api.auth.signOut,
    {},
    { cookie: `XSRF-TOKEN=x; ${validPass}`, 'x-xsrf-token': 'x' },
  )
  expect(signOut.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^media-pass=; Path=\/api; Max-Age=0;/),
  )
  expect(await requestAll(server, { cookie: validPass })).toEqual(forEveryPath('404 no-store'))
})

test('rejects media cookies after a new password or a month without use', async () => {
  await setPublic(false)
  const [first, second] = [await server.signIn('employee'), await server.signIn('employee')]
  const [firstPass, secondPass] = [
    toCookiePair(await fetchMediaPass(first)),
    toCookiePair(await fetchMediaPass(second)),
  ]
  // A new password ends the other sessions.
  await first.call(api.auth.changePassword, { body: { password: 'vitrine-demo' } })
  expect(await requestAll(server, { cookie: secondPass })).toEqual(forEveryPath('404 no-store'))
  expect(await requestAll(server, { cookie: firstPass })).toEqual(
    forEveryPath('200 private, no-cache'),
  )
  server.clock.advance(days(31))
  expect(await requestAll(server, { cookie: firstPass })).toEqual(forEveryPath('404 no-store'))
})
