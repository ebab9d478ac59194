// @module-tag sqlite

import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { api, inventoryTypes, type NewItem, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { closingWord, generateProse } from '../../../test/generate-prose.ts'
import { addItem } from '../../../test/inventory.ts'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

const site = 'https://museum.example.org'
/** Marks each JPEG in the source of a PDF. */
const jpegFilter = '/DCTDecode'

let server: TestServer
let staff: Client

beforeAll(async () => {
  server = await startTestServer(
    { PUBLIC_URL: site, FOUNDATION_NAME: 'Fondation Guichard' },
    { hasOwnCache: true },
  )
  staff = await server.signIn('employee')
})
afterAll(() => server[Symbol.asyncDispose]())

interface ItemOptions extends Partial<NewItem> {
  readonly tags?: Record<string, string>
  readonly picture?: { readonly width: number; readonly height: number }
}

async function addItemWithParts({ tags, picture, ...item }: ItemOptions): Promise<number> {
  const id = await addItem(staff, item)
  if (tags) await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  if (picture) {
    await staff.call(api.media.uploadImage, {
      body: { itemId: id },
      file: await createPictureFile(createDrawing(picture).jpeg()),
    })
  }
  return id
}

const addCar = (options: ItemOptions = {}) =>
  addItemWithParts({ type_id: inventoryTypes.car.id, name: 'Bugatti Type 35', ...options })
const addArt = (options: ItemOptions = {}) =>
  addItemWithParts({ type_id: inventoryTypes.art.id, ...options })

const fetchCar = (id: number, init?: RequestInit) => server.fetch(`/api/pdf-car/v7/${id}`, init)
const fetchArt = (id: number, init?: RequestInit) =>
  server.fetch(`/api/pdf-art/v6/${toPublicNumber('art', id)}`, init)

const readPages = async (response: Response, { codes = false } = {}) =>
  readPdf(new Uint8Array(await response.arrayBuffer()), { codes })

/** Reads a PDF of one page; `source` is the PDF as Latin-1. */
async function readSinglePage(response: Response, options = {}) {
  const sourceBytes = Buffer.from(await response.clone().arrayBuffer())
  expect(response.status, response.ok ? '' : sourceBytes.toString()).toBe(200)
  const [page, ...otherPages] = await readPages(response, options)
  expect(otherPages).toEqual([])
  return { page: page ?? expect.fail('there is no page'), source: sourceBytes.toString('latin1') }
}

describe('the A4 One Pager of a car', () => {
  test('shows the content of its public page, but nothing for staff only', async () => {
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
    const { page } = await readSinglePage(response, { codes: true })
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
  })

  test('is accessible to screen readers, and embeds its fonts for archives', async () => {
    const id = await addCar({ picture: { width: 600, height: 400 } })
    const { source } = await readSinglePage(await fetchCar(id))
    // Title, author, and conformity with PDF/UA-1.
    expect(source).toContain('<rdf:li xml:lang="x-default">Bugatti Type 35</rdf:li>')
    expect(source).toContain('<rdf:li>Fondation Guichard</rdf:li>')
    expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>')
    for (const entry of [
      '/Lang (en)',
      '/DisplayDocTitle true',
      '/StructTreeRoot',
      '/S /H1',
      '/S /Figure',
      '/FontFile2',
    ]) {
      expect(source).toContain(entry)
    }
    expect(source).toContain(`/Alt (QR code: ${site}/car/${id})`)
    expect(source).toContain('/Alt (Bugatti Type 35)')
  })

  test('supports revalidation and ranges', async () => {
    const id = await addCar({ description: 'Blau.' })
    const first = await fetchCar(id)
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    expect(first.headers.get('set-cookie')).toBeNull()
    const withEtag = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
    expect((await fetchCar(id, withEtag)).status).toBe(304)
    const part = await fetchCar(id, { headers: { range: 'bytes=0-4' } })
    expect(part.status).toBe(206)
    expect(await part.text()).toBe('%PDF-')
  })

  test('is cached until the car changes', async () => {
    const id = await addCar({ description: 'Blau.' })
    const first = await fetchCar(id)
    const withEtag = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
    const listCachedFiles = () => readdir(join(server.config.cacheDir, 'papers', 'single'))
    const cachedFiles = await listCachedFiles()
    await fetchCar(id)
    expect(await listCachedFiles()).toEqual(cachedFiles)

    await staff.call(api.inventory.saveTags, { body: { itemId: id, tags: { colour: 'Bordeaux' } } })
    const changed = await fetchCar(id, withEtag)
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
  for (const words of [
    'La Grange',
    'Ferdinand Hodler',
    'Genfersee',
    'Genfersee von Chexbres aus',
    '1905 · Öl auf Leinwand',
    '82 × 104 cm',
    'Fonds général',
    'Franz Liszt: Au lac de Wallenstadt',
    'Andante placido',
    'Anna-Lena Furrer, Klavier',
    'S. 160',
    'Ein See.',
    'Fondation Guichard',
  ])
    expect(page.text.replaceAll('\u00a0', ' ')).toContain(words)
  expect(page.text).not.toContain('Rochat')
})

test('cuts a long text on a card after a sentence, and previews the rest for staff', async () => {
  const id = await addArt({ description: generateProse(4_000) })
  const { page } = await readSinglePage(await fetchArt(id))
  expect(page.text).toMatch(/\. … Weiterlesen: QR-?Code/)
  expect(page.text).not.toContain(closingWord)
  const preview = await staff.fetch(`/api/inventory/preview/${id}/pdf`)
  const [card, ...pagesForStaff] = await readPages(preview)
  expect(card?.text).toMatch(/… Weiterlesen: QR-?Code/)
  expect(pagesForStaff[0]?.text).toMatch(/^Only in this preview: the text that has no room/)
  expect(pagesForStaff.at(-1)?.text).toContain(closingWord)
})

test('continues a long text on a second page with the code', async () => {
  const id = await addCar({
    description: generateProse(7_000),
    tags: { year: '1924' },
    picture: { width: 600, height: 400 },
  })
  const pages = await readPages(await fetchCar(id), { codes: true })
  expect(pages.map(({ address }) => address)).toEqual([`${site}/car/${id}`, `${site}/car/${id}`])
  const [first, second] = pages
  expect(first?.text).not.toContain(closingWord)
  expect(second?.text).toContain(closingWord)
})

test.for<[string, ItemOptions]>([
  ['nothing but an identifier', { name: '' }],
  [
    'a long text and a picture',
    { description: generateProse(1_500), picture: { width: 600, height: 450 } },
  ],
])('prints one page with a code for %s', async ([, options]) => {
  for (const [id, fetchPdf] of [
    [await addCar(options), fetchCar],
    [await addArt(options), fetchArt],
  ] as const) {
    const { page } = await readSinglePage(await fetchPdf(id), { codes: true })
    expect(page.address).toMatch(new RegExp(`^${site}/(car|art)/\\d+$`))
    if (options.description) expect(page.text).toContain(closingWord)
  }
})

test('prints markup characters of the typesetter as text', async () => {
  const markup = [
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
  const [name, description] = ['#panic("name")', markup.join(' ')]
  const carTags = { model: '#panic("model")', body: '$y$' }
  const artTags = { artist: '#panic("artist")', technique: '$y$', composer: '#panic()' }
  const [car, art] = [
    await addCar({ name, description, tags: carTags }),
    await addArt({ name, description, tags: artTags }),
  ]
  const sheet = await readSinglePage(await fetchCar(car))
  for (const text of [...markup, name, ...Object.values(carTags)])
    expect(sheet.page.text).toContain(text)
  const card = await readSinglePage(await fetchArt(art))
  for (const text of [...markup, name, ...Object.values(artTags)])
    expect(card.page.text).toContain(text)
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
})

test('previews a withdrawn item for staff', async () => {
  const car = await addCar()
  await staff.call(api.inventory.setPublic, { body: { itemId: car, public: false } })
  const preview = await staff.fetch(`/api/inventory/preview/${car}/pdf`)
  expect(preview.headers.get('cache-control')).toBe('private, no-cache')
  expect((await readSinglePage(preview, { codes: true })).page).toMatchObject({
    width: 210,
    address: `${site}/car/${car}`,
  })
})

test('rejects an address with an invalid number', async () => {
  for (const invalidNumber of ['0', '-1', 'x', '1.5', '%00', '1e3', '99999999999999']) {
    expect([400, 404]).toContain((await server.fetch(`/api/pdf-car/v7/${invalidNumber}`)).status)
  }
})

test('answers the number 0 like any unknown number, with 404', async () => {
  for (const path of ['pdf-art/v6', 'pdf-car/v7', 'public/art/qr', 'public/details']) {
    const zero = await server.fetch(`/api/${path}/0`)
    const unknown = await server.fetch(`/api/${path}/99999`)
    expect(zero.status).toBe(404)
    expect(await zero.json()).toEqual(await unknown.json())
  }
})

test('prints an empty field for a missing picture file until it is restored', async () => {
  const id = await addCar({ picture: { width: 600, height: 450 } })
  const mediaFolder = join(server.dataDir, 'media')
  const movedFolder = join(server.dataDir, 'moved')
  await rename(mediaFolder, movedFolder)
  const incomplete = await fetchCar(id)
  const withEtag = { headers: { 'if-none-match': incomplete.headers.get('etag') ?? '' } }
  const { page, source } = await readSinglePage(incomplete)
  expect(page.text).toContain(`museum.example.org/car/${id}`)
  expect(source).not.toContain(jpegFilter)

  await rename(movedFolder, mediaFolder)
  const complete = await fetchCar(id, withEtag)
  expect((await readSinglePage(complete)).source).toContain(jpegFilter)
})

test('shows only a public view or detail as second picture of a car', async () => {
  const id = await addCar({
    tags: { year: '1924' },
    description: 'Light.',
    picture: { width: 600, height: 338 },
  })
  const file = await createPictureFile(createDrawing({ width: 600, height: 400 }).jpeg())
  await staff.call(api.media.addPicture, { body: { itemId: id }, file })
  /** Changes the second picture, and prints the car; returns the source of the PDF. */
  const printWithSecondPicture = async (changes: object): Promise<string> => {
    const { version, pictures } = await staff.call(api.inventory.details, { params: { id } })
    const [cover, second] = pictures.map(
      // The file's name and size are not saved.
      ({ fileName: _, width: __, height: ___, ...picture }) => picture,
    )
    const picturesToSave = [cover ?? expect.fail(), { ...(second ?? expect.fail()), ...changes }]
    await staff.call(api.media.savePictures, {
      body: { itemId: id, version, pictures: picturesToSave },
    })
    return (await readSinglePage(await fetchCar(id))).source
  }
  const countPictures = (source: string) => source.split(jpegFilter).length - 1

  const alt = { fr: '', de: '', en: 'Its radiator' }
  const withPublicDetail = await printWithSecondPicture({ kind: 'detail', alt })
  expect(countPictures(withPublicDetail)).toBe(2)
  expect(withPublicDetail).toContain('/Alt (Its radiator)')

  for (const changes of [
    { kind: 'detail', public: false },
    { kind: 'back', public: true },
  ]) {
    const source = await printWithSecondPicture(changes)
    expect(countPictures(source), JSON.stringify(changes)).toBe(1)
    expect(source).not.toContain('/Alt (Its radiator)')
  }
})
