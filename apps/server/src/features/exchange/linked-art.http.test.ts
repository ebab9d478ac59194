import { api, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

// @module-tag sqlite

const site = 'https://museum.example.org'
const linkedArt = 'application/ld+json;profile="https://linked.art/ns/v1/linked-art.json"'
const manifest = 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"'
const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

let server: TestServer
let staff: Client
beforeAll(async () => {
  server = await startTestServer({
    PUBLIC_URL: site,
    TEXT_LICENCE: 'CC-BY-SA-4.0',
    PICTURE_LICENCE: 'InC',
  })
  staff = await server.signIn('employee')
})
afterAll(() => server[Symbol.asyncDispose]())

const saveTags = (itemId: number, tags: Record<string, string>) =>
  staff.call(api.inventory.saveTags, { body: { itemId, tags } })
const publicNumber = (id: number) => toPublicNumber('art', id)

// biome-ignore lint/suspicious/noExplicitAny: read as another program would
type Json = any
const readJson = async (path: string): Promise<Json> => (await server.fetch(path)).json()
const listContents = (things: { content: string }[]) => things.map(({ content }) => content)

describe('an item as Linked Art', () => {
  test('has texts, maker, date, materials, size and pictures of an artwork', async () => {
    const description = 'Une étude du lac, un matin qui est plus clair que les autres.'
    const id = await addItem(staff, { name: 'Étude en bleu', description })
    await saveTags(id, {
      artist: 'Ferdinand Hodler',
      year: '1904–1910',
      title: 'Étude en bleu, 1905',
      technique: 'Huile sur toile marouflée',
      dimensions: '61,5 × 46 cm',
      signature: 'unten rechts',
      provenance: 'Genève, vente Bovy',
    })
    const fields = {
      name: { text: 'Study in blue', was: '', source: 'Étude en bleu' },
      description: { text: 'A study of the lake.', was: '', source: description },
    }
    await staff.call(api.inventory.saveTexts, {
      body: { itemId: id, lang: 'en', state: 'checked', fields },
    })
    await staff.call(api.inventory.saveTexts, {
      body: { itemId: id, lang: 'de', state: 'draft', fields },
    })
    await staff.call(api.media.uploadImage, {
      body: { itemId: id },
      file: await createPictureFile(),
    })
    const { identifier, picture } = await staff.call(api.inventory.details, { params: { id } })

    const address = `/exchange/linked-art/art/${publicNumber(id)}`
    const object = await readJson(address)
    expect(object).toMatchObject({
      '@context': 'https://linked.art/ns/v1/linked-art.json',
      id: `${site}${address}`,
      type: 'HumanMadeObject',
      _label: 'Étude en bleu',
      current_custodian: [{ id: `${site}/grange`, type: 'Group', _label: 'La Grange' }],
    })
    expect(object.classified_as.map((one: Json) => one._label)).toEqual(['work of art', 'Painting'])
    expect(
      object.identified_by.map((one: Json) => [one.content, one.language?.[0]._label]),
    ).toEqual([
      [identifier, undefined],
      ['Étude en bleu', 'French'],
      ['Study in blue', 'English'],
      ['Étude en bleu, 1905', undefined],
    ])
    const [french, english] = object.referred_to_by
    expect([french.content, french.language[0]._label]).toEqual([description, 'French'])
    expect([english.content, english.language[0]._label]).toEqual([
      'A study of the lake.',
      'English',
    ])
    expect(listContents(english.referred_to_by)).toEqual([
      expect.stringContaining('licenses/by-sa/4.0'),
    ])
    expect(object.produced_by).toMatchObject({
      timespan: {
        begin_of_the_begin: '1904-01-01T00:00:00Z',
        end_of_the_end: '1910-12-31T23:59:59Z',
      },
      carried_out_by: [{ type: 'Person', _label: 'Ferdinand Hodler' }],
      technique: [{ _label: 'Painting' }],
    })
    expect(object.made_of.map((one: Json) => one._label)).toEqual(['oil paint', 'canvas'])
    expect(
      object.dimension.map((one: Json) => [
        one.classified_as[0]._label,
        one.value,
        one.unit._label,
      ]),
    ).toEqual([
      ['height', 61.5, 'centimeters'],
      ['width', 46, 'centimeters'],
    ])
    const [shown] = object.representation[0].digitally_shown_by
    expect(shown.digitally_available_via[0].access_point[0].id).toBe(
      `${site}/iiif/3/${picture?.name}`,
    )
    expect(listContents(shown.referred_to_by)).toEqual([
      expect.stringContaining('rightsstatements.org/vocab/InC'),
    ])
    expect(
      object.subject_of.map((one: Json) => one.digitally_carried_by[0].access_point[0].id),
    ).toEqual([`${site}/art/${publicNumber(id)}`, `${site}/iiif/manifest/art/${publicNumber(id)}`])
    expect(JSON.stringify(object)).not.toContain('Bovy')
  })

  test('describes a car with labelled attributes, measurements and makers', async () => {
    const id = await addItem(staff, { type_id: 1, name: 'Morris Mini' })
    await saveTags(id, {
      designer: 'Alec Issigonis, Flaminio Bertoni',
      origin: 'Cowley',
      power_hp: '34',
      weight_kg: '585',
      length: '3054 mm',
      year: 'um 1960',
      location: 'Halle 3',
    })
    const object = await readJson(`/exchange/linked-art/car/${id}`)
    expect(object.produced_by).toMatchObject({
      carried_out_by: [
        { type: 'Group', _label: 'Morris' },
        { type: 'Group', _label: 'Alec Issigonis, Flaminio Bertoni' },
      ],
      took_place_at: [{ _label: 'Cowley' }],
      timespan: { identified_by: [{ content: 'um 1960' }] },
    })
    expect(object.produced_by.timespan).not.toHaveProperty('begin_of_the_begin')
    expect(object.dimension.map((one: Json) => [one.value, one.unit._label]).sort()).toEqual([
      [3054, 'millimeters'],
      [585, 'kilograms'],
    ])
    const power = object.referred_to_by.find((one: Json) => one.content === '34 hp')
    expect(listContents(power.identified_by)).toContain('Leistung')
    expect(JSON.stringify(object)).not.toContain('Halle 3')
  })

  test('has CORS and cache headers, and answers 404 for an item that is not public', async () => {
    const id = await addItem(staff)
    const path = `/exchange/linked-art/art/${publicNumber(id)}`
    const first = await server.fetch(path)
    expect(first.headers.get('content-type')).toBe(linkedArt)
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    expect(first.headers.get('set-cookie')).toBeNull()
    const known = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
    expect((await server.fetch(path, known)).status).toBe(304)
    await saveTags(id, { year: '1905' })
    expect((await server.fetch(path, known)).status).toBe(200)
    await staff.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
    for (const gone of [path, '/exchange/linked-art/art/99999', '/exchange/lido/car/x']) {
      const { status, headers } = await server.fetch(gone)
      expect([gone, status, headers.get('cache-control')]).toEqual([gone, 404, 'no-store'])
    }
    expect((await server.fetch('/exchange/linked-art/x/1')).status).toBe(404)
  })
})

describe('at the address of its page', () => {
  const ask = (path: string, accept: string, from: Client = server) =>
    from.fetch(path, { headers: { accept }, redirect: 'manual' })

  test('redirects programs to the format that they accept, but never browsers', async () => {
    const cases = [
      [linkedArt, '/exchange/linked-art/car/7'],
      ['application/ld+json', '/exchange/linked-art/car/7'],
      ['application/ld+json;q=0.5,text/html;q=0.4', '/exchange/linked-art/car/7'],
      ['application/json', '/exchange/linked-art/car/7'],
      ['application/xml', '/exchange/lido/car/7'],
    ] as const
    for (const [accept, location] of cases) {
      const { status, headers } = await ask('/car/7', accept)
      expect([accept, status, headers.get('location')]).toEqual([accept, 303, location])
      // No store, so that a cache that ignores Vary can't send it to a browser.
      expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['accept', 'no-store'])
    }
    for (const accept of [
      browserAccept,
      '*/*',
      'application/ld+json;profile="https://x.example"',
    ]) {
      const page = await ask('/car/7', accept)
      expect([accept, page.status, page.headers.get('content-type')]).toEqual([
        accept,
        200,
        'text/html; charset=utf-8',
      ])
      expect(page.headers.get('vary')).toMatch(/^accept, /)
    }
    // Programs that accept only JSON may not know linked data.
    for (const [accept, type] of [
      [linkedArt, linkedArt],
      ['application/json', 'application/json'],
      ['application/json, application/ld+json;q=0.5', linkedArt],
    ] as const) {
      const form = await server.fetch('/art/1', { headers: { accept } })
      expect([accept, form.headers.get('content-type')]).toEqual([accept, type])
      expect(await form.json()).toMatchObject({ type: 'HumanMadeObject' })
    }
  })

  test('does not redirect for an unknown item', async () => {
    const id = await addItem(staff)
    // Without a picture there is no manifest.
    expect((await ask(`/art/${publicNumber(id)}`, manifest)).status).toBe(200)
    await staff.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
    for (const path of ['/car/0', '/car/99999', `/art/${publicNumber(id)}`])
      for (const accept of [linkedArt, 'application/xml', manifest])
        expect([path, accept, (await ask(path, accept)).status]).toEqual([path, accept, 404])
  })

  const linksIn = (html: string) =>
    [...html.matchAll(/<link rel="alternate" type="(.*?)" href="(.*?)"/g)].map(
      ([, type = '', href]) => [type.replaceAll('&quot;', '"'), href],
    )

  test('links to all formats from the page', async () => {
    const id = await addItem(staff)
    const number = publicNumber(id)
    const links = async () => linksIn(await (await server.fetch(`/art/${number}`)).text())
    const forms = [
      [linkedArt, `/exchange/linked-art/art/${number}`],
      ['application/xml', `/exchange/lido/art/${number}`],
    ]
    expect(await links()).toEqual(forms)
    // A manifest needs a picture.
    await staff.call(api.media.uploadImage, {
      body: { itemId: id },
      file: await createPictureFile(),
    })
    expect(await links()).toEqual([...forms, [manifest, `/iiif/manifest/art/${number}`]])
    expect((await ask(`/art/${number}`, manifest)).headers.get('location')).toBe(
      `/iiif/manifest/art/${number}`,
    )
    for (const [type = '', href = ''] of await links()) {
      const { status, headers } = await server.fetch(href)
      expect([href, status, headers.get('content-type')?.startsWith(type)]).toEqual([
        href,
        200,
        true,
      ])
    }
    expect(linksIn(await (await staff.fetch(`/api/inventory/preview/${id}`)).text())).toEqual([])
  })

  test('has no formats with OPEN_COLLECTION=off', async () => {
    await using closed = await startTestServer({ OPEN_COLLECTION: 'off' })
    for (const accept of [linkedArt, 'application/xml', browserAccept]) {
      const page = await ask('/car/7', accept, closed)
      expect([accept, page.status, page.headers.get('content-type')]).toEqual([
        accept,
        200,
        'text/html; charset=utf-8',
      ])
      expect(page.headers.get('vary')).not.toContain('accept,')
      expect(linksIn(await page.text())).toEqual([])
    }
    for (const path of ['/exchange/linked-art/car/7', '/exchange/lido/car/7'])
      expect([path, (await closed.fetch(path)).status]).toEqual([path, 404])
    expect(await (await closed.fetch('/robots.txt')).text()).not.toMatch(/exchange|iiif|oai/)
  })
})
