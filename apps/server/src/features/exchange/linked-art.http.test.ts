// @module-tag sqlite

import { api, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

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
const toNumber = (id: number) => toPublicNumber('art', id)

// biome-ignore lint/suspicious/noExplicitAny: read as another program would
type Json = any
const readJson = async (path: string): Promise<Json> => (await server.fetch(path)).json()
const listContents = (texts: Json[]): string[] => texts.map(({ content }) => content)
const listLabels = (entities: Json[]): string[] => entities.map(({ _label }) => _label)

describe('an item as Linked Art', () => {
  const description = 'Une étude du lac, un matin qui est plus clair que les autres.'

  /** Adds an artwork with all parts, in French with an English translation and a German draft. */
  async function addArtwork(): Promise<number> {
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
    return id
  }

  let artworkId: number
  let object: Json
  beforeAll(async () => {
    artworkId = await addArtwork()
    object = await readJson(`/exchange/linked-art/art/${toNumber(artworkId)}`)
  })

  test('has names and texts of an artwork in each language, but no drafts', async () => {
    const { identifier } = await staff.call(api.inventory.details, { params: { id: artworkId } })
    expect(object).toMatchObject({
      '@context': 'https://linked.art/ns/v1/linked-art.json',
      id: `${site}/exchange/linked-art/art/${toNumber(artworkId)}`,
      type: 'HumanMadeObject',
      _label: 'Étude en bleu',
      current_custodian: [{ id: `${site}/grange`, type: 'Group', _label: 'La Grange' }],
    })
    expect(listLabels(object.classified_as)).toEqual(['work of art', 'Painting'])
    const names = object.identified_by.map(({ content, language = [] }: Json) => [
      content,
      ...listLabels(language),
    ])
    expect(names).toEqual([
      [identifier],
      ['Étude en bleu', 'French'],
      ['Study in blue', 'English'],
      ['Étude en bleu, 1905'],
    ])
    const [french, english] = object.referred_to_by
    expect(french).toMatchObject({ content: description, language: [{ _label: 'French' }] })
    expect(english).toMatchObject({
      content: 'A study of the lake.',
      language: [{ _label: 'English' }],
    })
    expect(listContents(english.referred_to_by)).toEqual([
      expect.stringContaining('licenses/by-sa/4.0'),
    ])
    expect(JSON.stringify(object)).not.toContain('Bovy')
  })

  test('has maker, date, materials and size of an artwork', () => {
    expect(object.produced_by).toMatchObject({
      timespan: {
        begin_of_the_begin: '1904-01-01T00:00:00Z',
        end_of_the_end: '1910-12-31T23:59:59Z',
      },
      carried_out_by: [{ type: 'Person', _label: 'Ferdinand Hodler' }],
      technique: [{ _label: 'Painting' }],
    })
    expect(listLabels(object.made_of)).toEqual(['oil paint', 'canvas'])
    expect(object.dimension).toMatchObject([
      { classified_as: [{ _label: 'height' }], value: 61.5, unit: { _label: 'centimeters' } },
      { classified_as: [{ _label: 'width' }], value: 46, unit: { _label: 'centimeters' } },
    ])
  })

  test('links to pictures with their rights, to the page and to the manifest', async () => {
    const { picture } = await staff.call(api.inventory.details, { params: { id: artworkId } })
    expect(object.representation).toMatchObject([
      {
        digitally_shown_by: [
          {
            digitally_available_via: [
              { access_point: [{ id: `${site}/iiif/3/${picture?.name}` }] },
            ],
            referred_to_by: [
              { content: expect.stringContaining('rightsstatements.org/vocab/InC') },
            ],
          },
        ],
      },
    ])
    const number = toNumber(artworkId)
    expect(object.subject_of).toMatchObject([
      { digitally_carried_by: [{ access_point: [{ id: `${site}/art/${number}` }] }] },
      { digitally_carried_by: [{ access_point: [{ id: `${site}/iiif/manifest/art/${number}` }] }] },
    ])
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
    const car = await readJson(`/exchange/linked-art/car/${id}`)
    expect(car.produced_by).toMatchObject({
      carried_out_by: [
        { type: 'Group', _label: 'Morris' },
        { type: 'Group', _label: 'Alec Issigonis, Flaminio Bertoni' },
      ],
      took_place_at: [{ _label: 'Cowley' }],
      timespan: { identified_by: [{ content: 'um 1960' }] },
    })
    expect(car.produced_by.timespan).not.toHaveProperty('begin_of_the_begin')
    const dimensions = car.dimension.map(({ value, unit }: Json) => `${value} ${unit._label}`)
    expect(dimensions.sort()).toEqual(['3054 millimeters', '585 kilograms'])
    const power = car.referred_to_by.find(({ content }: Json) => content === '34 hp')
    expect(listContents(power.identified_by)).toContain('Leistung')
    expect(JSON.stringify(car)).not.toContain('Halle 3')
  })

  test('may be read by other sites, and cached until the item changes', async () => {
    const id = await addItem(staff)
    const path = `/exchange/linked-art/art/${toNumber(id)}`
    const first = await server.fetch(path)
    expect(first.headers.get('content-type')).toBe(linkedArt)
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    expect(first.headers.get('set-cookie')).toBeNull()
    const withEtag = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
    expect((await server.fetch(path, withEtag)).status).toBe(304)
    await saveTags(id, { year: '1905' })
    expect((await server.fetch(path, withEtag)).status).toBe(200)
  })

  test('answers 404, which is not cached, unless there is a public item', async () => {
    const id = await addItem(staff)
    const path = `/exchange/linked-art/art/${toNumber(id)}`
    expect((await server.fetch(path)).status).toBe(200)
    await staff.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
    for (const absentPath of [path, '/exchange/linked-art/art/99999', '/exchange/lido/car/x']) {
      const { status, headers } = await server.fetch(absentPath)
      expect(status, absentPath).toBe(404)
      expect(headers.get('cache-control'), absentPath).toBe('no-store')
    }
    expect((await server.fetch('/exchange/linked-art/x/1')).status).toBe(404)
  })
})

describe('the address of a page', () => {
  const fetchAs = (path: string, accept: string, client: Client = server) =>
    client.fetch(path, { headers: { accept }, redirect: 'manual' })

  test('redirects programs to the format that they accept', async () => {
    const cases = [
      [linkedArt, '/exchange/linked-art/car/7'],
      ['application/ld+json', '/exchange/linked-art/car/7'],
      ['application/ld+json;q=0.5,text/html;q=0.4', '/exchange/linked-art/car/7'],
      ['application/json', '/exchange/linked-art/car/7'],
      ['application/xml', '/exchange/lido/car/7'],
    ] as const
    for (const [accept, location] of cases) {
      const { status, headers } = await fetchAs('/car/7', accept)
      expect(status, accept).toBe(303)
      expect(headers.get('location'), accept).toBe(location)
      // Not stored, so that no cache that ignores Vary redirects a browser.
      expect(headers.get('vary')).toBe('accept')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test('does not redirect browsers, nor programs that ask for an unknown profile', async () => {
    for (const accept of [
      browserAccept,
      '*/*',
      'application/ld+json;profile="https://x.example"',
    ]) {
      const page = await fetchAs('/car/7', accept)
      expect(page.status, accept).toBe(200)
      expect(page.headers.get('content-type'), accept).toBe('text/html; charset=utf-8')
      expect(page.headers.get('vary')).toMatch(/^accept, /)
    }
  })

  test('calls a record plain JSON for programs that do not ask for linked data', async () => {
    for (const [accept, type] of [
      [linkedArt, linkedArt],
      ['application/json', 'application/json'],
      ['application/json, application/ld+json;q=0.5', linkedArt],
    ] as const) {
      const record = await server.fetch('/art/1', { headers: { accept } })
      expect(record.headers.get('content-type'), accept).toBe(type)
      expect(await record.json()).toMatchObject({ type: 'HumanMadeObject' })
    }
  })

  test('does not redirect for an unknown or withdrawn item', async () => {
    const id = await addItem(staff)
    // Without a picture there is no manifest.
    expect((await fetchAs(`/art/${toNumber(id)}`, manifest)).status).toBe(200)
    await staff.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
    for (const path of ['/car/0', '/car/99999', `/art/${toNumber(id)}`])
      for (const accept of [linkedArt, 'application/xml', manifest])
        expect((await fetchAs(path, accept)).status, `${path} ${accept}`).toBe(404)
  })

  /** Lists the type and address of each alternate format. */
  const listAlternates = (html: string) =>
    [...html.matchAll(/<link rel="alternate" type="(.*?)" href="(.*?)"/g)].map(
      ([, type = '', href]) => [type.replaceAll('&quot;', '"'), href],
    )

  test('links to all formats from the page', async () => {
    const id = await addItem(staff)
    const number = toNumber(id)
    const readAlternates = async () =>
      listAlternates(await (await server.fetch(`/art/${number}`)).text())
    const formats = [
      [linkedArt, `/exchange/linked-art/art/${number}`],
      ['application/xml', `/exchange/lido/art/${number}`],
    ]
    expect(await readAlternates()).toEqual(formats)
    // A manifest needs a picture.
    await staff.call(api.media.uploadImage, {
      body: { itemId: id },
      file: await createPictureFile(),
    })
    expect(await readAlternates()).toEqual([...formats, [manifest, `/iiif/manifest/art/${number}`]])
    expect((await fetchAs(`/art/${number}`, manifest)).headers.get('location')).toBe(
      `/iiif/manifest/art/${number}`,
    )
    for (const [type = '', href = ''] of await readAlternates()) {
      const { status, headers } = await server.fetch(href)
      expect(status, href).toBe(200)
      expect(headers.get('content-type')?.startsWith(type), href).toBe(true)
    }
    expect(
      listAlternates(await (await staff.fetch(`/api/inventory/preview/${id}`)).text()),
    ).toEqual([])
  })

  test('has no other formats with OPEN_COLLECTION=off', async () => {
    await using closed = await startTestServer({ OPEN_COLLECTION: 'off' })
    for (const accept of [linkedArt, 'application/xml', browserAccept]) {
      const page = await fetchAs('/car/7', accept, closed)
      expect(page.status, accept).toBe(200)
      expect(page.headers.get('content-type'), accept).toBe('text/html; charset=utf-8')
      expect(page.headers.get('vary')).not.toContain('accept,')
      expect(listAlternates(await page.text())).toEqual([])
    }
    for (const path of ['/exchange/linked-art/car/7', '/exchange/lido/car/7'])
      expect((await closed.fetch(path)).status, path).toBe(404)
    expect(await (await closed.fetch('/robots.txt')).text()).not.toMatch(/exchange|iiif|oai/)
  })
})
