import { api } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { createMp3File, createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

// @module-tag sqlite

let server: TestServer
let employee: Client
let id: number
let media: string[]

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
  media = [
    ...['image', 'image/medium', 'image/thumbnail'].flatMap((size) => [
      `/api/${size}/${id}`,
      `/api/${size}/${id}?v=${picture?.name}`,
    ]),
    `/api/recording/${id}`,
    `/api/recording/${id}?v=${recording?.name}`,
  ]
})
afterAll(() => server[Symbol.asyncDispose]())

const show = (shown: boolean) =>
  employee.call(api.inventory.setPublic, { body: { itemId: id, public: shown } })

const requestAll = (client: Client, headers: Record<string, string> = {}) =>
  Promise.all(
    media.map(async (path) => {
      const { status, headers: told } = await client.fetch(path, { headers })
      return `${status} ${told.get('cache-control')}`
    }),
  )

const all = (answer: string) => media.map(() => answer)

/** The media pass that an answer sets as a cookie. */
async function fetchMediaPass(
  client: Client,
  cookies = 'XSRF-TOKEN=x',
): Promise<string | undefined> {
  const answer = await client.send(api.inventory.artTags, {}, { cookie: cookies })
  return answer.headers.getSetCookie().find((cookie) => cookie.startsWith('media-pass='))
}

const cookiePair = (cookie: string | undefined) => cookie?.split(';')[0] ?? ''

test('publishes nothing of a withdrawn item, also not by shared caches', async () => {
  await show(true)
  const kept = 'public, max-age=31536000, s-maxage=300, immutable'
  expect(await requestAll(server)).toEqual(
    media.map((path) => `200 ${path.includes('?v=') ? kept : 'private, no-cache'}`),
  )
  await show(false)
  expect(await requestAll(server)).toEqual(all('404 no-store'))
  for (const path of [
    `/art/${id}`,
    `/api/public/details/${id}`,
    `/api/public/art/qr/${id}`,
    `/api/pdf-art/v6/${id}`,
  ]) {
    expect([path, (await server.fetch(path)).status]).toEqual([path, 404])
  }
  expect(await requestAll(employee)).toEqual(all('200 private, no-cache'))
  const [path = ''] = media
  const etag = (await employee.fetch(path)).headers.get('etag') ?? ''
  const known = await server.fetch(path, { headers: { 'if-none-match': etag } })
  expect([known.status, known.headers.get('cache-control')]).toEqual([404, 'no-store'])
  await show(true)
  expect((await server.fetch(path)).status).toBe(200)
})

test('gives staff a cookie that only opens media, on every process', async () => {
  await show(false)
  const cookie = await fetchMediaPass(employee)
  expect(cookie).toMatch(
    /^media-pass=\d+\.[\w-]{43}; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  )
  const pass = { cookie: cookiePair(cookie) }
  expect(await requestAll(server, pass)).toEqual(all('200 private, no-cache'))
  await using other = await server.another()
  expect(await requestAll(other, pass)).toEqual(all('200 private, no-cache'))
  for (const path of [
    '/api/inventory/art',
    `/api/inventory/preview/${id}`,
    '/api/user/sessions',
    '/api/journal',
  ]) {
    expect([path, (await server.fetch(path, { headers: pass })).status]).toEqual([path, 401])
  }
  // The pass is not sent again to a browser that has it, and never to scripts without cookies.
  expect(await fetchMediaPass(employee, `XSRF-TOKEN=x; ${cookiePair(cookie)}`)).toBeUndefined()
  expect((await employee.send(api.inventory.artTags)).headers.getSetCookie().join()).not.toContain(
    'media-pass',
  )
  expect(
    (
      await server.send(api.operations.health, {}, { cookie: 'XSRF-TOKEN=x' })
    ).headers.getSetCookie(),
  ).toEqual([])
})

test('rejects a media cookie that is forged or whose session has ended', async () => {
  await show(false)
  const admin = await server.signIn('admin')
  const good = cookiePair(await fetchMediaPass(admin))
  const session = Number(/=(\d+)\./.exec(good)?.[1])
  const another = good.replace(/=\d+\./, `=${session - 1}.`)
  for (const made of [
    another,
    `${good}x`,
    `${good}.x`,
    `media-pass=${session}.${'é'.repeat(43)}`,
    good.slice(0, -1),
    'media-pass=',
    `media-pass=${session}.`,
    'media-pass=-1.x',
  ]) {
    expect(await requestAll(server, { cookie: made })).toEqual(all('404 no-store'))
  }
  const out = await admin.send(api.auth.signOut, {}, { cookie: good, 'x-xsrf-token': 'x' })
  expect(out.status).toBe(403)
  const left = await admin.send(
    api.auth.signOut,
    {},
    { cookie: `XSRF-TOKEN=x; ${good}`, 'x-xsrf-token': 'x' },
  )
  expect(left.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^media-pass=; Path=\/api; Max-Age=0;/),
  )
  expect(await requestAll(server, { cookie: good })).toEqual(all('404 no-store'))

  // A new password ends other sessions, and a month without use ends all.
  const [first, second] = [await server.signIn('employee'), await server.signIn('employee')]
  const [ofFirst, ofSecond] = [
    cookiePair(await fetchMediaPass(first)),
    cookiePair(await fetchMediaPass(second)),
  ]
  await first.call(api.auth.changePassword, { body: { password: 'vitrine-demo' } })
  expect(await requestAll(server, { cookie: ofSecond })).toEqual(all('404 no-store'))
  expect(await requestAll(server, { cookie: ofFirst })).toEqual(all('200 private, no-cache'))
  server.clock.advance(days(31))
  expect(await requestAll(server, { cookie: ofFirst })).toEqual(all('404 no-store'))
})
