// @module-tag sqlite

import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type NewItem, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { closingWord, generateProse } from '../../../test/generate-prose.ts'
import { addItem } from '../../../test/inventory.ts'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

const site = 'https://museum.example.org'

let server: TestServer
let staff: Client

beforeAll(async () => {
  server = await startTestServer(
    { PUBLIC_URL: site, FOUNDATION_NAME: 'Fondation Guichard' },
    { hasOwnCache: true },
  )
  staff = await server.signIn('employee')
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

type ItemOptions = Partial<NewItem> & {
  tags?: Record<string, string>
  picture?: { width: number; height: number }
}

async function addItemWithParts({ tags, picture, ...item }: ItemOptions): Promise<number> {
  const id = await addItem(staff, item)
  if (tags)
    await staff.call(api.inventory.saveTags, {
      body: { itemId: id, tags: selectKnownTags(tags, item.type_id) },
    })
  if (picture) {
    await staff.call(api.media.uploadImage, {
      body: { itemId: id },
      file: await createPictureFile(createDrawing(picture).jpeg()),
    })
  }
  return id
}
const artKeys = ['artist', 'title', 'technique', 'dimensions', 'collection', 'provenance']
const musicKeys = ['composer', 'music', 'music_detail', 'music_interpreters', 'reference']

/** The attributes that an item of a type can have. */
const selectKnownTags = (tags: Record<string, string>, type: number | undefined) =>
  Object.fromEntries(
    Object.entries(tags).filter(
      ([key]) => key === 'year' || (type === 2) === [...artKeys, ...musicKeys].includes(key),
    ),
  )

const addCar = (wanted: ItemOptions = {}) =>
  addItemWithParts({ type_id: 1, name: 'Bugatti Type 35', ...wanted })
const addArt = (wanted: ItemOptions = {}) => addItemWithParts({ type_id: 2, ...wanted })

const fetchCar = (id: number, init?: RequestInit) => server.fetch(`/api/pdf-car/v7/${id}`, init)
const fetchArt = (id: number, init?: RequestInit) =>
  server.fetch(`/api/pdf-art/v6/${toPublicNumber('art', id)}`, init)

async function readSinglePage(response: Response, { codes = false } = {}) {
  expect(response.status, await (response.ok ? '' : response.clone().text())).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const [page, ...others] = await readPdf(bytes, { codes })
  if (!page) throw new Error('there is no page')
  expect(others).toEqual([])
  return { page, source: Buffer.from(bytes).toString('latin1') }
}

describe('the A4 One Pager of a car', () => {
  test('shows the content of its public page', async () => {
    const id = await addCar({
      description: 'Léger, et fort beau. Größe öffnet Türen.\nÜbrigens.\n\nŒuvre, cœur, garçon.',
      tags: {
        model: 'Type 35',
        year: '1924',
        power_hp: '90',
        units_built: '5000',
        units_comment: 'approx',
        location: 'Depot',
      },
      picture: { width: 600, height: 400 },
    })
    const response = await fetchCar(id)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="Bugatti Type 35 - A4 One Pager.pdf"; filename*=UTF-8''Bugatti%20Type%2035%20%E2%80%93%20A4%20One%20Pager.pdf`,
    )
    const { page, source } = await readSinglePage(response, { codes: true })
    expect(page).toMatchObject({ width: 210, height: 297, address: `${site}/car/${id}` })
    for (const words of [
      'Le Manège',
      'Bugatti Type 35',
      'Model Type 35',
      'Year 1924',
      'Power (hp) 90',
      'Power (kW) 66',
      "Units Built ~5'000",
      'Léger, et fort beau. Größe öffnet Türen. Übrigens. Œuvre, cœur, garçon.',
      '© ',
      'Fondation Guichard',
      `museum.example.org/car/${id}`,
    ]) {
      expect(page.text).toContain(words)
    }
    expect(page.text).not.toContain('Depot')

    // For screen readers and archives: title, language, author, structure, alternative texts,
    // embedded fonts.
    expect(source).toContain('<rdf:li xml:lang="x-default">Bugatti Type 35</rdf:li>')
    expect(source).toContain('<rdf:li>Fondation Guichard</rdf:li>')
    expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>')
    for (const sign of [
      '/Lang (en)',
      '/DisplayDocTitle true',
      '/StructTreeRoot',
      '/S /H1',
      '/S /Figure',
      '/FontFile2',
    ]) {
      expect(source).toContain(sign)
    }
    expect(source).toContain(`/Alt (QR code: ${site}/car/${id})`)
    expect(source).toContain('/Alt (Bugatti Type 35)')
  })

  test('supports revalidation and ranges, and changes with the car', async () => {
    const id = await addCar({ description: 'Blau.' })
    const first = await fetchCar(id)
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    expect(first.headers.get('set-cookie')).toBeNull()
    const known = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
    expect((await fetchCar(id, known)).status).toBe(304)
    const part = await fetchCar(id, { headers: { range: 'bytes=0-4' } })
    expect([part.status, await part.text()]).toEqual([206, '%PDF-'])

    const listCachedFiles = () => readdir(join(server.config.cacheDir, 'papers', 'single'))
    const before = await listCachedFiles()
    await fetchCar(id)
    expect(await listCachedFiles()).toEqual(before)

    await staff.call(api.inventory.saveTags, { body: { itemId: id, tags: { colour: 'Bordeaux' } } })
    const changed = await fetchCar(id, known)
    expect((await readSinglePage(changed)).page.text).toContain('Bordeaux')
  })
})

test('shows the content of the public page on the A6 Info Card of an artwork', async () => {
  const id = await addArt({
    name: 'Genfersee',
    description: 'Ein See.',
    tags: {
      artist: 'Ferdinand Hodler',
      title: 'Genfersee von Chexbres aus',
      year: '1905',
      dimensions: '82 × 104 cm',
      technique: 'Öl auf Leinwand',
      collection: 'Fonds général',
      composer: 'Franz Liszt',
      music: 'Au lac de Wallenstadt',
      music_detail: 'Andante placido',
      music_interpreters: 'Anna-Lena Furrer, Klavier',
      reference: 'S. 160',
      provenance: 'Mme Rochat',
    },
    picture: { width: 400, height: 500 },
  })
  const { page } = await readSinglePage(await fetchArt(id), { codes: true })
  expect(page).toMatchObject({
    width: 105,
    height: 148,
    address: `${site}/art/${toPublicNumber('art', id)}`,
  })
  const words =
    'La Grange|Ferdinand Hodler|Genfersee|Genfersee von Chexbres aus|1905 · Öl auf Leinwand|82 × 104 cm|Fonds général'
  const music =
    'Franz Liszt: Au lac de Wallenstadt|Andante placido|Anna-Lena Furrer, Klavier|S. 160|Ein See.|Fondation Guichard'
  for (const word of `${words}|${music}`.split('|'))
    expect(page.text.replaceAll('\u00a0', ' ')).toContain(word)
  expect(page.text).not.toContain('Rochat')
})

test('cuts a long text on a card after a sentence, and shows staff the rest', async () => {
  const id = await addArt({ description: generateProse(4_000) })
  const { page } = await readSinglePage(await fetchArt(id))
  expect(page.text).toMatch(/\. … Weiterlesen: QR-?Code/)
  expect(page.text).not.toContain(closingWord)
  const preview = await staff.fetch(`/api/inventory/preview/${id}/pdf`)
  const [card, ...cut] = await readPdf(new Uint8Array(await preview.arrayBuffer()))
  expect(card?.text).toMatch(/… Weiterlesen: QR-?Code/)
  expect(cut[0]?.text).toMatch(/^Only in this preview: the text that has no room/)
  expect(cut.at(-1)?.text).toContain(closingWord)
})

test('continues a long text on a second page with the code', async () => {
  const id = await addCar({
    description: generateProse(7_000),
    tags: { year: '1924' },
    picture: { width: 600, height: 400 },
  })
  const pages = await readPdf(new Uint8Array(await (await fetchCar(id)).arrayBuffer()), {
    codes: true,
  })
  expect(pages.map(({ address }) => address)).toEqual([`${site}/car/${id}`, `${site}/car/${id}`])
  expect(pages[0]?.text).not.toContain(closingWord)
  expect(pages[1]?.text).toContain(closingWord)
})

test.for<[string, ItemOptions]>([
  ['nothing but an identifier', { name: '' }],
  [
    'a long text and a picture',
    { description: generateProse(1_500), picture: { width: 600, height: 450 } },
  ],
])('prints one page with a code for %s', async ([, wanted]) => {
  for (const [id, fetchPdf] of [
    [await addCar(wanted), fetchCar],
    [await addArt(wanted), fetchArt],
  ] as const) {
    const { page } = await readSinglePage(await fetchPdf(id), { codes: true })
    expect(page.address).toMatch(new RegExp(`^${site}/(car|art)/\\d+$`))
    if (wanted.description) expect(page.text).toContain(closingWord)
  }
})

test('prints markup characters of the typesetter as text', async () => {
  const signs = [
    '#panic("x")',
    '$x^2$',
    '\\',
    '@ref',
    '<label>',
    '*b* _i_ `c`',
    '#read("/etc/passwd")',
    '[[ {{',
    '\\u{41}',
    '= H',
  ]
  const description = signs.join(' ')
  const tags = {
    model: '#panic("model")',
    body: '$y$',
    artist: '#panic("artist")',
    technique: '$y$',
    composer: '#panic()',
  }
  for (const [id, fetchPdf, inTags] of [
    [
      await addCar({ name: '#panic("name")', description, tags }),
      fetchCar,
      ['#panic("model")', '$y$'],
    ],
    [
      await addArt({ name: '#panic("name")', description, tags }),
      fetchArt,
      ['#panic("artist")', '$y$', '#panic()'],
    ],
  ] as const) {
    const { page } = await readSinglePage(await fetchPdf(id))
    for (const sign of [...signs, '#panic("name")', ...inTags]) expect(page.text).toContain(sign)
  }
})

test('prints no item that visitors may not see', async () => {
  const [car, art] = [await addCar(), await addArt()]
  await staff.call(api.inventory.setPublic, { body: { itemId: car, public: false } })
  for (const path of [
    `pdf-car/v7/${car}`,
    `pdf-car/v7/${art}`,
    'pdf-art/v6/99999',
    'pdf-car/v7/2000000000',
  ]) {
    expect((await server.fetch(`/api/${path}`)).status).toBe(404)
  }
  // Staff can preview withdrawn items.
  const preview = await staff.fetch(`/api/inventory/preview/${car}/pdf`)
  expect(preview.headers.get('cache-control')).toBe('private, no-cache')
  expect((await readSinglePage(preview, { codes: true })).page).toMatchObject({
    width: 210,
    address: `${site}/car/${car}`,
  })
  for (const invalidNumber of ['0', '-1', 'x', '1.5', '%00', '1e3', '99999999999999']) {
    expect([400, 404]).toContain((await server.fetch(`/api/pdf-car/v7/${invalidNumber}`)).status)
  }
})

test('answers an unknown number 0 with 404', async () => {
  for (const path of ['pdf-art/v6', 'pdf-car/v7', 'public/art/qr', 'public/details']) {
    const [none, unknown] = [
      await server.fetch(`/api/${path}/0`),
      await server.fetch(`/api/${path}/99999`),
    ]
    expect(none.status).toBe(404)
    expect(await none.json()).toEqual(await unknown.json())
  }
})

test('replaces a missing picture by an empty field until it is back', async () => {
  const id = await addCar({ picture: { width: 600, height: 450 } })
  const [media, elsewhere] = ['media', 'elsewhere'].map((name) => join(server.dataDir, name)) as [
    string,
    string,
  ]
  await rename(media, elsewhere)
  const pale = await fetchCar(id)
  const known = { headers: { 'if-none-match': pale.headers.get('etag') ?? '' } }
  const { page, source } = await readSinglePage(pale)
  expect(page.text).toContain(`museum.example.org/car/${id}`)
  expect(source).not.toContain('/DCTDecode')

  await rename(elsewhere, media)
  const whole = await fetchCar(id, known)
  expect((await readSinglePage(whole)).source).toContain('/DCTDecode')
})

test('shows only a public view or detail as second picture of a car', async () => {
  const id = await addCar({
    tags: { year: '1924' },
    description: 'Light.',
    picture: { width: 600, height: 338 },
  })
  const file = await createPictureFile(createDrawing({ width: 600, height: 400 }).jpeg())
  await staff.call(api.media.addPicture, { body: { itemId: id }, file })
  const saveSecondPicture = async (words: object) => {
    const { version, pictures } = await staff.call(api.inventory.details, { params: { id } })
    const [face, other] = pictures.map(
      ({ fileName: _, width: __, height: ___, ...picture }) => picture,
    )
    if (!face || !other) throw new Error('there are two')
    const all = [face, { ...other, ...words }]
    await staff.call(api.media.savePictures, { body: { itemId: id, version, pictures: all } })
    return (await readSinglePage(await fetchCar(id))).source
  }
  const alt = { fr: '', de: '', en: 'Its radiator' }
  const shown = [
    { kind: 'detail', alt },
    { kind: 'detail', public: false },
    { public: true, kind: 'back' },
  ]
  const papers: string[] = []
  for (const words of shown) papers.push(await saveSecondPicture(words))
  expect(papers.map((source) => source.match(/\/DCTDecode/g)?.length)).toEqual([2, 1, 1])
  expect(papers.map((source) => source.includes('/Alt (Its radiator)'))).toEqual([
    true,
    false,
    false,
  ])
})
