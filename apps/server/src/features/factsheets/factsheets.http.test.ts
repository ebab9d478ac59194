// @module-tag sqlite

import { api, labelLanguages, placeAttributeKey, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, addPlaces } from '../../../test/inventory.ts'
import { createDrawing, createMp3File, createPictureFile } from '../../../test/media-files.ts'
import { readQr } from '../../../test/read-qr.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let staff: Client

beforeAll(async () => {
  server = await startTestServer({
    PUBLIC_URL: 'https://museum.example.org',
    CHAT_FRAME_URL: 'https://chat.example.org/box?lang=en',
  })
  staff = await server.signIn('employee')
  await addPlaces(await server.signIn('root'), 'Depot 3')
})
afterAll(() => server[Symbol.asyncDispose]())

const addCar = (changes = {}) => addItem(staff, { type_id: 1, name: 'Monteverdi 375', ...changes })
const addArtwork = (changes = {}) => addItem(staff, { name: 'Étude en bleu', ...changes })
const saveTags = (itemId: number, tags: Record<string, string>) =>
  staff.call(api.inventory.saveTags, { body: { itemId, tags } })
const withdraw = (itemId: number) =>
  staff.call(api.inventory.setPublic, { body: { itemId, public: false } })
const fetchPage = async (path: string, init: RequestInit = {}) => {
  const response = await server.fetch(path, {
    ...init,
    headers: { 'accept-language': 'en-GB', ...init.headers },
  })
  return { response, status: response.status, html: await response.text() }
}
/** The number in the public address of an artwork. */
const publicNumber = (id: number) => toPublicNumber('art', id)

describe('the page of a car', () => {
  test('shows name, attributes, description, QR code, questions and copyright', async () => {
    const id = await addCar({
      description: 'Une suisse, avec un moteur qui est plus grand que les autres.',
    })
    await saveTags(id, {
      power_hp: '375',
      model: 'High Speed',
      units_built: '1500',
      units_comment: 'approx',
    })
    const { status, html } = await fetchPage(`/car/${id}`)
    expect(status).toBe(200)
    expect(html).toContain('<h1 lang="fr" dir="auto">Monteverdi 375</h1>')
    expect(
      [...html.matchAll(/<th scope="row">(.*?)<\/th><td[^>]*>(.*?)<\/td>/g)].map(
        ([, ...row]) => row,
      ),
    ).toEqual([
      ['Model', 'High Speed'],
      ['Units Built', '~1&#x27;500'],
      ['Power (hp)', '375'],
      ['Power (kW)', '276'],
    ])
    expect(html).toContain('<div class="description" lang="fr" dir="auto"><p>Une suisse, avec')
    expect(html).toMatch(/<svg width="200" height="200"[^>]*aria-label="QR code of this page"/)
    expect(html).toContain('<iframe src="https://chat.example.org/box?lang=en"')
    expect([...html.matchAll(/<span lang="(..)">/g)].map(([, lang]) => lang)).toEqual(
      labelLanguages,
    )
    expect(html).toMatch(/© \d{4} Fondation Vitrine/)
    expect(html).toContain(`<link rel="canonical" href="https://museum.example.org/car/${id}"/>`)
  })

  test('offers its picture in several widths, and reserves its space', async () => {
    const id = await addCar()
    await staff.call(api.media.uploadImage, {
      body: { itemId: id },
      file: await createPictureFile(createDrawing({ width: 1200, height: 900 }).jpeg()),
    })
    const { html } = await fetchPage(`/car/${id}`)
    const img = /<img [^>]*>/.exec(html)?.[0] ?? ''
    expect(img).toContain('width="1200" height="900"')
    const offered = [...(/srcSet="(.*?)"/i.exec(img)?.[1] ?? '').matchAll(/(\/api\S+) (\d+)w/g)]
    expect(offered.map(([, , width]) => width)).toEqual(['320', '800', '1200'])
    for (const [, src = ''] of offered) {
      const response = await server.fetch(src.replaceAll('&amp;', '&'), {
        headers: { accept: 'image/webp' },
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('cache-control')).toContain('immutable')
    }
    expect(html).toMatch(
      /<meta property="og:image" content="https:\/\/museum.example.org\/api\/image\/\d+\?v=\w+"/,
    )
  })

  test('does not show content for staff', async () => {
    const id = await addCar()
    const secrets = { location: 'Depot 3', previous_owners: 'Mme Rochat', condition: 'poor' }
    await saveTags(id, secrets)
    const { html } = await fetchPage(`/car/${id}`)
    for (const secret of Object.values(secrets)) expect(html).not.toContain(secret)
  })
})

describe('the page of an artwork', () => {
  test('lists the attributes of the recording and of the art, each in order', async () => {
    const id = await addArtwork()
    await saveTags(id, {
      year: '1905',
      artist: 'Ferdinand Hodler',
      music: 'Au lac',
      composer: 'Franz Liszt',
      reference: 'S. 160',
      signature: 'unten rechts',
    })
    const { status, html } = await fetchPage(`/art/${publicNumber(id)}`)
    expect(status).toBe(200)
    expect([...html.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, label]) => label)).toEqual([
      'Composer',
      'Music',
      'Reference',
      'Artist',
      'Year',
    ])
    expect(html).not.toContain('<audio')
    expect(html).not.toContain('player.js')
  })

  test('loads the script of recordings only if there is one', async () => {
    const id = await addArtwork()
    await staff.call(api.media.uploadRecording, { body: { itemId: id }, file: createMp3File() })
    const { html } = await fetchPage(`/art/${publicNumber(id)}`)
    const [, audio = ''] = /<audio [^>]*src="(.*?)"/.exec(html) ?? []
    expect((await server.fetch(audio)).headers.get('content-type')).toBe('audio/mpeg')
    const [, script = ''] = /<script src="(.*?)" defer/.exec(html) ?? []
    const answer = await server.fetch(script)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(answer.headers.get('content-type')).toContain('text/javascript')
    expect((await server.fetch('/public/player.js?v=old')).headers.get('cache-control')).toBe(
      'public, no-cache',
    )
  })

  test('plays recordings only from valid https addresses', async () => {
    const id = await addArtwork()
    await saveTags(id, { mp3: 'https://sounds.example.org/a b.mp3' })
    const { response, html } = await fetchPage(`/art/${publicNumber(id)}`)
    expect(html).toContain('src="https://sounds.example.org/a%20b.mp3"')
    expect(response.headers.get('content-security-policy')).toContain(
      "media-src 'self' https://sounds.example.org;",
    )
    const unsafeHosts = [
      '*',
      '*.example.org',
      'evil;sandbox',
      'evil,example.org',
      "evil'example.org",
    ]
    const unsafeAddresses = [
      'lost.mp3',
      'javascript:alert(1)',
      'http://plain.example.org/a.mp3',
      'https://',
    ]
    for (const mp3 of [...unsafeAddresses, ...unsafeHosts.map((host) => `https://${host}/a.mp3`)]) {
      await saveTags(id, { mp3 })
      const { html, response } = await fetchPage(`/art/${publicNumber(id)}`)
      expect(html).not.toContain('<audio')
      expect(response.headers.get('content-security-policy')).toContain(
        ";media-src 'self';frame-src",
      )
    }
  })

  test('is found by its number and by its id, under one canonical address', async () => {
    const id = await addArtwork()
    for (const number of [publicNumber(id), id]) {
      expect((await fetchPage(`/art/${number}`)).html).toContain(
        `<link rel="canonical" href="https://museum.example.org/art/${publicNumber(id)}"/>`,
      )
    }
  })
})

describe('an unusual value', () => {
  const unusualValues = [
    '',
    ' ',
    '0',
    '-1',
    'NaN',
    '1e999',
    'twelve',
    '٣',
    "1'2",
    '\u202e',
    '🚗'.repeat(200),
    '<b>',
    '&amp;',
  ]

  test.for(unusualValues)('is shown by a page in any field: %j', async (value) => {
    const car = await addCar({ name: value.slice(0, 300), description: value })
    const art = await addArtwork({ name: value.slice(0, 300), description: value })
    const listKeys = async (call: typeof api.inventory.carTags | typeof api.inventory.artTags) =>
      (await staff.call(call))
        .map(({ tag_key }) => tag_key)
        .filter((key) => key !== placeAttributeKey)
    const fillWithValue = (names: string[]) =>
      Object.fromEntries(names.map((name) => [name, value]))
    await saveTags(car, fillWithValue(await listKeys(api.inventory.carTags)))
    await saveTags(art, fillWithValue(await listKeys(api.inventory.artTags)))
    expect((await fetchPage(`/car/${car}`)).status).toBe(200)
    expect((await fetchPage(`/art/${publicNumber(art)}`)).status).toBe(200)
  })
})

describe('an address without an item', () => {
  const numbers = [
    '0',
    '-1',
    '99999999',
    '2147483648',
    '9'.repeat(400),
    'abc',
    '1.5',
    '1e3',
    '٣',
    '%20',
    '1%2F2',
    '..%2F..',
  ]
  const paths = ['/car', '/art'].flatMap((prefix) => numbers.map((number) => `${prefix}/${number}`))

  test.for([...paths, '/art/1/2', '/car/%00', '/car/%27%20or%201=1', '/car/1;drop'])(
    'is answered with a page for %s',
    async (path) => {
      const { status, html, response } = await fetchPage(path)
      expect(status).toBe(404)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(html).toContain(path.startsWith('/car') ? 'Le Manège' : 'La Grange')
      expect(html).toContain('Nothing under this number')
      expect(html).toContain('noindex')
    },
  )

  test.for(['/car/%', '/art/%zz'])('rejects %s, which no browser can decode', async (path) => {
    expect((await server.fetch(path)).status).toBe(400)
  })

  test('has the number of an item of the other museum', async () => {
    expect((await fetchPage(`/art/${await addCar()}`)).status).toBe(404)
    expect((await fetchPage(`/car/${await addArtwork()}`)).status).toBe(404)
  })
})

describe('a withdrawn item', () => {
  test('has a page that says so, until it is shown again', async () => {
    const id = await addCar({ name: 'Secret car' })
    await withdraw(id)
    const { status, html } = await fetchPage(`/car/${id}`)
    expect(status).toBe(404)
    expect(html).toContain('Not on show at present')
    expect(html).not.toContain('Secret car')
    await staff.call(api.inventory.setPublic, { body: { itemId: id, public: true } })
    expect((await fetchPage(`/car/${id}`)).status).toBe(200)
  })

  test('is previewed by staff as visitors would see it', async () => {
    const car = await addCar({ name: 'Not yet' })
    const art = await addArtwork()
    await saveTags(car, { model: 'Prototype', location: 'Depot 3' })
    await staff.call(api.media.uploadRecording, {
      body: { itemId: art },
      file: createMp3File({ frames: 40 }),
    })
    for (const id of [car, art]) await withdraw(id)

    const response = await staff.fetch(`/api/inventory/preview/${car}`)
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const html = await response.text()
    expect(html).toContain('<h1 lang="" dir="auto">Not yet</h1>')
    expect(html).toContain('Prototype')
    expect(html).not.toContain('Depot 3')
    // Its frame allows neither scripts nor the chat.
    expect(html).not.toContain('<iframe')
    const artPreview = await (await staff.fetch(`/api/inventory/preview/${art}`)).text()
    expect(artPreview).toContain('<audio controls=""')
    expect(artPreview).not.toContain('<script src')

    const code = await staff.fetch(`/api/inventory/preview/${art}/qr`)
    expect(code.headers.get('cache-control')).toBe('private, no-cache')
    expect(await readQr(Buffer.from(await code.arrayBuffer()))).toBe(
      `https://museum.example.org/art/${publicNumber(art)}`,
    )
    expect((await staff.fetch(`/api/inventory/preview/${car}/qr`)).status).toBe(404)
    for (const part of ['', '/qr', '/pdf']) {
      expect((await staff.fetch(`/api/inventory/preview/2000000000${part}`)).status).toBe(404)
    }
    expect((await fetchPage(`/car/${car}`)).html).not.toContain('Not yet')
  })
})

describe('the public calls', () => {
  test('return only the public content of an item', async () => {
    const id = await addArtwork({ identifier: 'LG-KLEE', description: 'Blau.' })
    await saveTags(id, { artist: 'Klee', location: 'Depot', provenance: 'Mme Rochat' })
    expect(await server.call(api.factsheets.details, { params: { id }, query: {} })).toEqual({
      id,
      identifier: 'LG-KLEE',
      name: 'Étude en bleu',
      description: 'Blau.',
      type_name: 'art',
      tags: { artist: 'Klee' },
      picture: null,
      pictures: [],
      recording: null,
    })
  })

  test('find art by its public number when given the type', async () => {
    const id = await addArtwork()
    const query = { type: 'art' } as const
    expect(
      await server.call(api.factsheets.details, { params: { id: publicNumber(id) }, query }),
    ).toMatchObject({ id })
    await expect(
      server.call(api.factsheets.details, { params: { id }, query: { type: 'car' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('do not reveal withdrawn or unknown items', async () => {
    const id = await addArtwork()
    await withdraw(id)
    for (const hiddenId of [id, 0, 2_000_000_000]) {
      const call = server.call(api.factsheets.details, { params: { id: hiddenId }, query: {} })
      await expect(call).rejects.toMatchObject({ status: 404 })
    }
  })

  test.for(['-1', 'abc', '1.5', '99999999999999999999', '1%2F2', '%00'])(
    'reject the id %s',
    async (id) => {
      expect((await server.fetch(`/api/public/details/${id}`)).status).toBe(400)
    },
  )

  test('return the public attributes', async () => {
    const carKeys = (await server.call(api.factsheets.carTags)).map(({ tag_key }) => tag_key)
    expect(carKeys.slice(0, 3)).toEqual(['model', 'year', 'origin'])
    expect(carKeys).not.toContain('location')
    const artKeys = (await server.call(api.factsheets.artTags)).map(({ tag_key }) => tag_key)
    expect(artKeys).toContain('composer')
  })
})

describe('the QR code of an artwork', () => {
  test('is a PNG with the address of its page', async () => {
    const id = await addArtwork()
    const response = await server.fetch(`/api/public/art/qr/${publicNumber(id)}`)
    expect(response.headers.get('content-type')).toBe('image/png')
    const address = await readQr(Buffer.from(await response.arrayBuffer()))
    expect(address).toBe(`https://museum.example.org/art/${publicNumber(id)}`)
  })

  test('exists only for public items', async () => {
    const id = await addArtwork()
    await withdraw(id)
    expect((await server.fetch(`/api/public/art/qr/${publicNumber(id)}`)).status).toBe(404)
    expect((await server.fetch('/api/public/art/qr/99999')).status).toBe(404)
    expect((await server.fetch('/api/public/art/qr/-1')).status).toBe(400)
  })
})
