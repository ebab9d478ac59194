// @module-tag sqlite

import { api, labelLanguages, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { createDrawing, createMp3File, createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let staff: Client

beforeAll(async () => {
  server = await startTestServer({
    PUBLIC_URL: 'https://museum.example.org',
    CHAT_FRAME_URL: 'https://chat.example.org/box?lang=en',
  })
  staff = await server.signIn('employee')
})
afterAll(() => server[Symbol.asyncDispose]())

const addCar = (changes = {}) => addItem(staff, { type_id: 1, name: 'Monteverdi 375', ...changes })
const saveTags = (itemId: number, tags: Record<string, string>) =>
  staff.call(api.inventory.saveTags, { body: { itemId, tags } })
const fetchPage = async (path: string, init: RequestInit = {}) => {
  const response = await server.fetch(path, {
    ...init,
    headers: { 'accept-language': 'en-GB', ...init.headers },
  })
  return { response, status: response.status, html: await response.text() }
}
/** The number in the public address of an artwork. */
const publicNumber = (id: number) => toPublicNumber('art', id)

describe('delivery of public pages', () => {
  test('lets caches keep a page, and revalidate it when the item changes', async () => {
    const id = await addCar()
    const first = await fetchPage(`/car/${id}`)
    expect(first.response.headers.get('cache-control')).toBe('public, no-cache')
    expect(first.response.headers.get('set-cookie')).toBeNull()
    const withEtag = { headers: { 'if-none-match': first.response.headers.get('etag') ?? '' } }
    expect((await fetchPage(`/car/${id}`, withEtag)).status).toBe(304)

    await saveTags(id, { colour: 'Bordeaux' })
    const changed = await fetchPage(`/car/${id}`, withEtag)
    expect(changed.status).toBe(200)
    expect(changed.html).toContain('Bordeaux')
  })

  const maxPageBytes = 7 * 1024
  // These are the longest pages of the demo.
  test.for(['/car/27', '/art/1'])('keeps %s small in every language', async (path) => {
    for (const lang of labelLanguages) {
      const response = await fetch(`${server.url}${path}?lang=${lang}`, {
        headers: { 'accept-encoding': 'br' },
      })
      expect(response.headers.get('content-encoding')).toBe('br')
      const byteCount = Number(response.headers.get('content-length'))
      expect(byteCount, lang).toBeLessThanOrEqual(maxPageBytes)
      expect(await response.text()).toContain('</html>')
    }
  })

  test('compresses a page and its scripts with brotli or gzip if accepted', async () => {
    const cases = [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['x-brotli, gzip;q=0.0', null],
      ['identity', null],
    ] as const
    for (const [accepted, encoding] of cases) {
      const fetchAccepting = (path: string) =>
        fetch(`${server.url}${path}`, { headers: { 'accept-encoding': accepted } })
      const answer = await fetchAccepting('/car/27?lang=de')
      expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, encoding])
      expect(answer.headers.get('vary')).toBe('accept, accept-encoding')
      const [, script = ''] = /<script src="(.*?)" defer/.exec(await answer.text()) ?? []
      expect((await fetchAccepting(script)).headers.get('content-encoding')).toBe(encoding)
    }
  })

  test('allows only scripts and resources of the server itself', async () => {
    const { response } = await fetchPage(`/car/${await addCar()}`)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/style-src 'sha256-[^']+';/)
    expect(policy).toContain('frame-src https://chat.example.org;')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test('answers HEAD like GET, without a body', async () => {
    const response = await server.fetch(`/car/${await addCar()}`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })
})

test('lets a CDN cache answers to visitors, but not to staff, for PUBLIC_MAX_AGE', async () => {
  await using cached = await startTestServer({ PUBLIC_MAX_AGE: '120' })
  const clerk = await cached.signIn('employee')
  const id = await addItem(clerk, { name: 'Étude' })
  await clerk.call(api.media.uploadImage, {
    body: { itemId: id },
    file: await createPictureFile(createDrawing().jpeg()),
  })
  await clerk.call(api.media.uploadRecording, { body: { itemId: id }, file: createMp3File() })
  const number = publicNumber(id)
  const html = await (await cached.fetch(`/art/${number}`)).text()
  const [, picture = ''] = /<img src="(.*?)"/.exec(html) ?? []
  const [, recording = ''] = /<audio [^>]*src="(.*?)"/.exec(html) ?? []
  const readCacheControl = async (path: string, client: Client = cached) =>
    (await client.fetch(path)).headers.get('cache-control')
  const shared = 's-maxage=120, stale-while-revalidate=30'

  const visitorPaths = [
    `/art/${number}`,
    '/art/99999',
    `/api/public/art/qr/${number}`,
    '/save-the-date',
    '/save-the-date.ics',
  ]
  for (const path of visitorPaths)
    expect([path, await readCacheControl(path)]).toEqual([path, `public, max-age=0, ${shared}`])
  for (const path of [picture, recording])
    expect([path, await readCacheControl(path)]).toEqual([
      path,
      `public, max-age=31536000, ${shared}, immutable`,
    ])

  // A browser that has the page still gets a 304 at once.
  const etag = (await cached.fetch(`/art/${number}`)).headers.get('etag') ?? ''
  expect(
    (await cached.fetch(`/art/${number}`, { headers: { 'if-none-match': etag } })).status,
  ).toBe(304)

  expect(await readCacheControl(`/api/inventory/preview/${id}`, clerk)).toBe('private, no-cache')
  expect(await readCacheControl(`/api/public/details/${id}`)).toBe('no-store')
  await clerk.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
  for (const path of [picture, recording]) {
    expect(await readCacheControl(path)).toBe('no-store')
    expect(await readCacheControl(path, clerk)).toBe('private, no-cache')
  }
})
