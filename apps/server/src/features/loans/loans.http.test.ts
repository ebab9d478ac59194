// @module-tag sqlite

import { api } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let staff: Client
/** A painting with pictures of each kind. */
let paintingId: number
beforeAll(async () => {
  server = await startTestServer({
    PUBLIC_URL: 'https://museum.example.org',
    OPEN_COLLECTION: 'off',
  })
  staff = await server.signIn('employee')
  paintingId = await addPainting()
  await addPictures(paintingId)
})
afterAll(() => server[Symbol.asyncDispose]())

const tags = {
  artist: 'Ferdinand Hodler',
  year: '1905',
  title: 'Étude en bleu, 1905',
  technique: 'Öl auf Leinwand',
  dimensions: '71 × 90 cm',
  signature: 'unten rechts: F. Hodler',
  condition: 'Fehlstelle 4 mm, gesichert',
  location: 'Depot Nord',
  provenance: 'Genève, vente Bovy',
}

async function addPainting(changes: Parameters<typeof addItem>[1] = {}): Promise<number> {
  const id = await addItem(staff, {
    name: 'Étude en bleu',
    description: 'Ein See.\n\nUnd ein "Boot" & mehr.',
    ...changes,
  })
  await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  return id
}

const setPublic = (itemId: number, isPublic: boolean) =>
  staff.call(api.inventory.setPublic, { body: { itemId, public: isPublic } })

const fetchFile = (id: number, file: 'object-id' | 'eodem', from: Client = staff) =>
  from.fetch(`/api/inventory/loan/${id}/${file}`)

/** Lists the matches of the pattern's first group. */
const matchAll = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, match = '']) => match)
const readText = async (pdf: Response) =>
  (await readPdf(new Uint8Array(await pdf.arrayBuffer()))).map(({ text }) => text).join(' ')

const kinds = ['view', 'detail', 'back', 'signature', 'condition', 'archive', 'view'] as const
/** Indexes of the withdrawn pictures in `kinds`. */
const withdrawnIndexes = [4, 6]

/**
 * Adds a picture of each kind and a second view; that view and the condition picture are withdrawn.
 */
async function addPictures(itemId: number): Promise<void> {
  for (const index of kinds.keys()) {
    const file = await createPictureFile(createDrawing({ width: 60 + index, height: 40 }).jpeg())
    await staff.call(api.media.addPicture, { body: { itemId }, file })
  }
  const { pictures, version } = await staff.call(api.inventory.details, { params: { id: itemId } })
  const saved = pictures.map(({ name, licence, alt }, index) => {
    const kind = kinds[index] ?? 'view'
    return {
      name,
      licence,
      alt,
      kind,
      credit: `Foto ${index}`,
      public: !withdrawnIndexes.includes(index),
    }
  })
  await staff.call(api.media.savePictures, { body: { itemId, version, pictures: saved } })
}

test('prints all categories of Object ID, and the pictures for borrowers', async () => {
  await setPublic(paintingId, false)
  const response = await fetchFile(paintingId, 'object-id')
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*Object%20ID\.pdf$/)
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  const text = await readText(response)
  const categories = [
    'Photographs',
    'Type of object',
    'Materials & techniques',
    'Measurements',
    'Inscriptions & markings',
    'Distinguishing features',
    'Title',
    'Subject',
    'Date or period',
    'Maker',
    'Place of origin',
    'Related written material',
    'Description',
    'Inventory number',
    'Date documented',
  ]
  for (const category of categories) expect(text).toContain(category)
  // Values are translated to English by the glossary.
  for (const value of [
    'Ferdinand Hodler',
    '1905',
    'Étude en bleu, 1905',
    'Oil on canvas',
    '71 × 90 cm',
    'lower right',
  ])
    expect(text).toContain(value)
  expect(text).toContain(tags.condition)
  for (const secret of [tags.location, tags.provenance]) expect(text).not.toContain(secret)
  expect(text).toContain('not recorded')
  // Borrowers see the withdrawn picture of the condition, but no historic or withdrawn view.
  expect(matchAll(text, /(\w+ · Foto \d)/g)).toEqual(
    kinds.slice(0, 5).map((kind, index) => `${kind} · Foto ${index}`),
  )
})

const lidoTerm = (number: string) => `http://terminology.lido-schema.org/lido${number}`
const terms = {
  person: lidoTerm('00163'),
  record: lidoTerm('00470'),
  created: lidoTerm('00472'),
  currentRepository: lidoTerm('00475'),
}

test('exports EODEM by the rules of its profile', async () => {
  await setPublic(paintingId, true)
  const response = await fetchFile(paintingId, 'eodem')
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*EODEM\.xml$/)
  const xml = await response.text()
  const uniqueElements = [
    'lidoRecID',
    'objectPublishedID',
    'applicationProfile',
    'descriptiveMetadata',
    'recordID',
    'workID',
  ]
  for (const name of uniqueElements)
    expect([name, matchAll(xml, new RegExp(`<lido:(${name})[ >]`, 'g')).length]).toEqual([name, 1])
  expect(xml).toContain(
    '>https://lido-schema.org/schema/v1.1/lido-v1.1-profile-EODEM-v1.0.xsd</lido:applicationProfile>',
  )
  expect(xml).toMatch(
    new RegExp(
      `<lido:recordInfoSet lido:type="${terms.record}">.*<lido:recordMetadataDate lido:type="${terms.created}">\\d{4}-.*</lido:recordInfoSet>`,
    ),
  )
  expect(xml).toMatch(
    /<lido:objectWorkType>.*?<lido:term xml:lang="en">work of art<.*?<\/lido:objectWorkType>/,
  )
  expect(xml).toContain('Fehlstelle 4 mm, gesichert')
  for (const secret of [tags.location, tags.provenance]) expect(xml).not.toContain(secret)
  // Only pictures that the borrower's program can load.
  expect(matchAll(xml, /<lido:(resourceSet) /g)).toHaveLength(5)
})

test('exports EODEM with one value and the prescribed terms in each set', async () => {
  await setPublic(paintingId, true)
  const xml = await (await fetchFile(paintingId, 'eodem')).text()
  // One lender, and one title with its language in each set.
  const [repository = ''] = matchAll(xml, /<lido:repositorySet (.*?)<\/lido:repositorySet>/g)
  expect(repository).toContain(terms.currentRepository)
  expect(matchAll(repository, /<lido:legalBodyName>(.*?)<\/lido:legalBodyName>/g)).toHaveLength(1)
  for (const title of matchAll(xml, /<lido:titleSet lido:type=(.*?)<\/lido:titleSet>/g))
    expect(matchAll(title, /<lido:appellationValue[^>]*xml:lang="(\w+)"/g)).toHaveLength(1)
  const identifiers = matchAll(xml, /<lido:(?:conceptID|legalBodyID|lidoRecID|workID) ([^>]*)>/g)
  for (const identifier of identifiers) expect(identifier).toMatch(/lido(?:00099|00100|00510)"/)
  expect(matchAll(xml, /<lido:actor lido:type="(.*?)"/g)).toEqual([terms.person])
  expect(xml).toContain('lido:label="display name"')
  for (const set of matchAll(xml, /<lido:measurementsSet>(.*?)<\/lido:measurementsSet>/g))
    for (const part of ['Type', 'Unit', 'Value'])
      expect(matchAll(set, new RegExp(`<lido:(measurement${part})>`, 'g'))).toHaveLength(1)
  // Either the preferred or an alternate term.
  for (const pref of matchAll(xml, /lido:pref="(.*?)"/g))
    expect(pref).toMatch(/lido(?:00169|00170)$/)
})

test('exports EODEM of a withdrawn item without links', async () => {
  await setPublic(paintingId, false)
  const xml = await (await fetchFile(paintingId, 'eodem')).text()
  expect(xml).toContain('Étude en bleu')
  for (const name of ['objectPublishedID', 'recordInfoLink', 'resourceSet', 'recordRights'])
    expect(xml).not.toContain(name)
  // An item without a name is titled by its identifier.
  const namelessId = await addItem(staff, { type_id: 1, identifier: 'LM-900', name: '' })
  expect(await (await fetchFile(namelessId, 'eodem')).text()).toMatch(/<lido:titleSet .*?>LM-900</)
})

test.for([
  [
    'with odd values and the longest text',
    { name: '\u202e"<&>]]>', description: 'Der See, im Morgenlicht. '.repeat(800).trim() },
    { year: 'um 19xx', dimensions: '∞ × 0', artist: 'A & B, C' },
    'A & B, C',
  ],
  [
    'that is a car, with its make as the manufacturer',
    { type_id: 1 as const, name: 'Alfa Romeo 6C 1750' },
    { chassis_number: '302 417' },
    'Manufacturer: Alfa Romeo',
  ],
] as const)('creates both files for an item %s', async ([, item, attributes, maker]) => {
  const id = await addItem(staff, item)
  await staff.call(api.inventory.saveTags, { body: { itemId: id, tags: attributes } })
  const text = await readText(await fetchFile(id, 'object-id'))
  for (const part of ['Inventory number', maker]) expect(text).toContain(part)
  const eodem = await (await fetchFile(id, 'eodem')).text()
  expect(eodem).toMatch(/<\/lido:lidoWrap>\s*$/)
  // The maker is a group or an organisation.
  expect(eodem).toMatch(/<lido:actor lido:type="[^"]*lido00(?:166|413)">/)
})

test('offers files to staff only, and of active items only', async () => {
  const id = await addPainting({ identifier: 'LG-800' })
  await staff.call(api.inventory.setArchived, { body: { itemIds: [id], archived: true } })
  for (const file of ['object-id', 'eodem'] as const) {
    expect((await fetchFile(id, file, server)).status).toBe(401)
    const ofArchivedItem = await fetchFile(id, file)
    expect([ofArchivedItem.status, await ofArchivedItem.json()]).toEqual([
      404,
      { statusCode: 404, message: 'LG-800 is archived. Please restore it first.' },
    ])
    expect((await fetchFile(9_999_999, file)).status).toBe(404)
  }
})
