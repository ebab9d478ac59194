// @module-tag sqlite

import {
  api,
  buildPublicRows,
  inventoryTypes,
  type LabelLanguage,
  labelSheets,
  mergeProductionYears,
  type TextsToSave,
  toPublicNumber,
} from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { closingWord, generateProse } from '../../../test/generate-prose.ts'
import { addItem } from '../../../test/inventory.ts'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

const german = 'Der Motor dreht schneller als die der Konkurrenz, und er steht im Hof.'
const french = 'Le moteur tourne plus vite que ceux des concurrents, et il est dans la cour.'
const english = 'The engine turns faster than those of the others, and it is in the yard.'

let server: TestServer
let staff: Client

beforeAll(async () => {
  server = await startTestServer()
  staff = await server.signIn('employee')
})
afterAll(() => server[Symbol.asyncDispose]())

type Texts = Partial<
  Record<TextsToSave['lang'], { name?: string; description?: string; state?: 'draft' }>
>

/** Adds a German item with translations. */
async function addTranslatedItem(
  type: 'car' | 'art',
  texts: Texts,
  description = german,
): Promise<number> {
  const id = await addItem(staff, {
    type_id: inventoryTypes[type].id,
    name: 'Der Wagen',
    description,
  })
  const tags =
    type === 'car' ? { weight_kg: '12500' } : { artist: 'Alva Noir', technique: 'Öl auf Leinwand' }
  await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  await translate(id, texts)
  return id
}

/** Saves texts of an item in other languages, as translations of its current texts. */
async function translate(itemId: number, texts: Texts) {
  const item = await staff.call(api.inventory.details, { params: { id: itemId } })
  for (const [lang, { state = 'checked', ...fields }] of Object.entries(texts)) {
    const targetLanguage = lang as TextsToSave['lang']
    const changedFields = Object.entries(fields).map(([field, text]) => {
      const original = item[field as 'name' | 'description']
      const previousText = item.texts[targetLanguage]?.[field]?.text ?? ''
      return [field, { text, was: previousText, source: original }]
    })
    const body = {
      itemId,
      lang: targetLanguage,
      fields: Object.fromEntries(changedFields),
      state,
    } as const
    await staff.call(api.inventory.saveTexts, { body })
  }
}

const pathByType = { car: 'pdf-car/v7', art: 'pdf-art/v6' } as const

async function readPaper(type: 'car' | 'art', id: number, lang?: string, { codes = false } = {}) {
  const query = lang === undefined ? '' : `?lang=${encodeURIComponent(lang)}`
  const response = await server.fetch(
    `/api/${pathByType[type]}/${toPublicNumber(type, id)}${query}`,
  )
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const pages = await readPdf(bytes, { codes })
  return {
    language: response.headers.get('content-language'),
    etag: response.headers.get('etag'),
    text: pages.map(({ text }) => text).join(' '),
    address: pages[0]?.address,
    source: Buffer.from(bytes).toString('latin1'),
  }
}

test('prints a paper in the language of its address', async () => {
  const id = await addTranslatedItem('car', {
    fr: { name: 'La voiture', description: french },
    en: { name: 'The car', description: english, state: 'draft' },
  })
  const papers: [lang: string | undefined, language: string | null, words: string[]][] = [
    [undefined, null, ['Der Wagen', german, "Weight (kg) 12'500"]],
    ['xx', null, ['Der Wagen', german, "Weight (kg) 12'500"]],
    ['fr', 'fr', ['La voiture', french, "Poids (kg) 12'500"]],
    ['de-CH', 'de', ['Der Wagen', german, "Gewicht (kg) 12'500"]],
    // Instead of a draft, visitors get the original with a note.
    ['en', 'en', ['Der Wagen', german, 'this text is in German.']],
    ['es', 'es', ['Der Wagen', german, 'este texto está en alemán.', 'Peso (kg) 12.500']],
    ['ja', 'ja', ['Der Wagen', german, '重量 (kg) 12,500', 'ドイツ語']],
  ]
  // The QR code holds the address of the page without a language.
  for (const lang of [undefined, 'ja'])
    expect((await readPaper('car', id, lang, { codes: true })).address).toMatch(`/car/${id}`)
  for (const [lang, language, words] of papers) {
    const paper = await readPaper('car', id, lang)
    expect(paper.language, lang).toBe(language)
    expect(paper.source).toContain(`/Lang (${language ?? 'en'})`)
    for (const word of words) expect(paper.text, lang).toContain(word)
    const hasEnglishNote = paper.text.includes('this text is in')
    expect(hasEnglishNote, lang).toBe(lang === 'en')
  }
})

test('notes that a translation is outdated until the translation is changed, too', async () => {
  const id = await addTranslatedItem('art', { fr: { description: french } })
  const upToDate = await readPaper('art', id, 'fr')
  expect(upToDate.text).not.toContain('a été révisé')
  expect((await readPaper('art', id, 'fr')).etag).toBe(upToDate.etag)

  const item = await staff.call(api.inventory.details, { params: { id } })
  const { identifier, name } = item
  const data = { identifier, name, description: `${german} Heute auch im Haus.` }
  await staff.call(api.inventory.saveInfo, { body: { itemId: id, data } })
  const outdated = await readPaper('art', id, 'fr')
  expect(outdated.text).toContain(french)
  expect(outdated.text).toContain('L’original a été révisé depuis cette traduction.')

  await translate(id, { fr: { description: `${french} Aussi dans la maison.` } })
  const revised = await readPaper('art', id, 'fr')
  expect(revised.text).toContain('Aussi dans la maison.')
  expect(revised.text).not.toContain('a été révisé')
})

test.for(['car', 'art'] as const)(
  'prints two languages side by side if both fit: %s',
  async (type) => {
    const id = await addTranslatedItem(type, { fr: { name: 'La voiture', description: french } })
    const both = await readPaper(type, id, 'fr,de')
    expect(both.language).toBe('fr, de')
    for (const words of ['La voiture / Der Wagen', french.slice(0, 20), german.slice(0, 20)]) {
      expect(both.text).toContain(words)
    }
    // The demo's glossary translates the technique of the artwork.
    expect(both.text.includes('Huile sur toile / Öl auf Leinwand')).toBe(type === 'art')
    // Each text has its language in the PDF, for screen readers.
    for (const lang of ['fr', 'de']) expect(both.source).toContain(`/Lang (${lang})`)
    expect((await readPaper(type, id, 'de,fr')).text).toContain('Der Wagen / La voiture')
  },
)

test.for([
  ['car', 'en,de', 'en'],
  ['car', 'de,en', 'de'],
  ['art', 'en,de', 'en'],
  ['art', 'de,en', 'de'],
] as const)(
  'prints the original with a note for a missing translation: %s, %s',
  async ([type, requestedLanguages, language]) => {
    const id = await addTranslatedItem(type, {})
    const paper = await readPaper(type, id, requestedLanguages)
    expect(paper.language).toBe(language)
    expect(paper.text).not.toContain(' / ')
    expect(paper.text).toContain('Not yet available in English: this text is in German.')
  },
)

test.for(['car', 'art'] as const)(
  'prints only the first of two languages that do not both fit: %s',
  async (type) => {
    const texts = { fr: { name: 'La voiture', description: french } }
    const id = await addTranslatedItem(type, texts, generateProse(12_000))
    // The answer to the second request comes from the cache.
    for (let request = 1; request <= 2; request++) {
      const paper = await readPaper(type, id, 'fr,de')
      expect(paper.language).toBe('fr')
      expect(paper.text).toContain(french)
      expect(paper.text).not.toContain(closingWord)
      expect(paper.text).not.toContain('Der Wagen')
      expect(paper.text).toContain('Deutsch: QR-Code')
    }
    expect((await readPaper(type, id, 'ja')).text).toContain('… Weiterlesen: QR-Code')
  },
)

test('prints the original title once beside a translated name', async () => {
  const id = await addTranslatedItem('art', { fr: { name: 'La barque', description: french } })
  const saveTitle = (title: string) =>
    staff.call(api.inventory.saveTags, { body: { itemId: id, tags: { title } } })
  await saveTitle('Der Wagen, Studie')
  const lineByLanguage = {
    fr: 'Titre original : Der Wagen, Studie',
    ja: '原題: Der Wagen, Studie',
    'fr,de': 'Titre original / Titel : Der Wagen, Studie',
  }
  for (const [lang, line] of Object.entries(lineByLanguage))
    expect((await readPaper('art', id, lang)).text).toContain(line)
  for (const lang of [undefined, 'de'])
    expect((await readPaper('art', id, lang)).text).not.toMatch(/ ?: Der Wagen/)

  await saveTitle('Der Wagen')
  expect((await readPaper('art', id, 'fr')).text).toContain('Titre original : Der Wagen')
  for (const lang of ['de', 'en', 'fr,de']) {
    const { text } = await readPaper('art', id, lang)
    expect(text.match(/Der Wagen/g), lang).toHaveLength(1)
  }
})

test('prints all attributes of a car, in one language and in two', async () => {
  const catalogue = await staff.call(api.attributes.list, { params: { type: 'car' } })
  const publicAttributes = catalogue.filter(
    ({ audience, retired }) => audience === 'visitors' && !retired,
  )
  // A different value for each, which is also a valid year.
  const tags = Object.fromEntries(
    publicAttributes.map(({ tag_key }, index) => [tag_key, String(1_901 + index)]),
  )
  const rows = mergeProductionYears(buildPublicRows(publicAttributes, tags, 'fr').rows, 'fr')
  expect(rows.length).toBeGreaterThan(15)

  const addCarWithText = async (sentenceCount: number) => {
    const fr = { description: `${french} `.repeat(sentenceCount).trim() }
    const id = await addTranslatedItem('car', { fr }, `${german} `.repeat(sentenceCount).trim())
    await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
    return id
  }
  const expectAllAttributes = async (id: number, lang: string, printedLanguages: string) => {
    const { language, text } = await readPaper('car', id, lang)
    expect(language).toBe(printedLanguages)
    for (const { label, value } of rows) {
      expect(text, lang).toContain(label)
      expect(text, lang).toContain(value)
    }
  }
  const withShortText = await addCarWithText(8)
  const withPicture = await addCarWithText(8)
  await staff.call(api.media.uploadImage, {
    body: { itemId: withPicture },
    file: await createPictureFile(createDrawing().jpeg()),
  })
  for (const id of [withShortText, withPicture]) {
    await expectAllAttributes(id, 'fr', 'fr')
    await expectAllAttributes(id, 'fr,de', 'fr, de')
  }
  // Facts in two languages do not fit beside a long text.
  const withLongText = await addCarWithText(70)
  await expectAllAttributes(withLongText, 'fr', 'fr')
  await expectAllAttributes(withLongText, 'fr,de', 'fr')
})

describe('several artworks in a chosen language', { tags: ['only-with-all'] }, () => {
  let withShortText: number
  let withLongText: number

  beforeAll(async () => {
    withShortText = await addTranslatedItem('art', {
      fr: { name: 'La barque', description: french },
    })
    withLongText = await addTranslatedItem(
      'art',
      { fr: { name: 'Le pont', description: french } },
      generateProse(20_000),
    )
  })

  async function addCreditedPicture(itemId: number) {
    const { picture } = await staff.call(api.media.addPicture, {
      body: { itemId },
      file: await createPictureFile(),
    })
    const { version } = await staff.call(api.inventory.details, { params: { id: itemId } })
    const { fileName: _, width: __, height: ___, ...pictureToSave } = picture
    const rights = { public: true, credit: 'Anna Muster', licence: 'CC-BY-4.0' } as const
    await staff.call(api.media.savePictures, {
      body: { itemId, version, pictures: [{ ...pictureToSave, ...rights }] },
    })
  }

  test('are printed as cards in both languages, or in the first if both do not fit', async () => {
    await addCreditedPicture(withLongText)
    const body = { ids: [withShortText, withLongText], lang: 'fr,de' }
    expect(await staff.call(api.documents.chosenArtCardsProgress, { body })).toEqual({
      pages: 2,
      oneLanguage: 1,
    })
    const response = await staff.send(api.documents.chosenArtCards, { body })
    const [bilingual, french] = await readPdf(new Uint8Array(await response.arrayBuffer()))
    for (const words of ['Der Wagen', 'moteur']) expect(bilingual?.text).toContain(words)
    expect(french?.text).toContain('moteur')
    expect(french?.text).not.toContain('Der Wagen')
    expect(french?.text).toContain('Image : Anna Muster, CC BY 4.0')
  })

  test('are not printed in an unknown language', async () => {
    const body = { ids: [withShortText], lang: 'xx' }
    await expect(staff.call(api.documents.chosenArtCards, { body })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('are printed as labels, with a note for a missing translation', async () => {
    const printLabels = async (lang: LabelLanguage) => {
      const { sheet } = labelSheets['four-cards']
      const body = { type: 'art' as const, ids: [withShortText, withLongText], sheet, lang }
      const response = await staff.send(api.papers.labels, { body })
      const [page] = await readPdf(new Uint8Array(await response.arrayBuffer()))
      return page?.text
    }
    const inFrench = await printLabels('fr')
    for (const words of ['La barque', 'Le pont', 'moteur']) expect(inFrench).toContain(words)
    expect(await printLabels('en')).toContain('this text is in German.')
  })
})

test('sets spaces before colons and inside guillemets on a French card', async () => {
  const id = await addTranslatedItem('art', { fr: { name: 'Le lac', description: french } })
  const tags = {
    title: 'Der See am Abend',
    composer: 'Franz Liszt',
    music: 'Au lac',
    collection: 'Fonds «Lac»',
  }
  await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  const inFrench = await readPaper('art', id, 'fr')
  for (const words of ['Titre original : Der See', 'Franz Liszt : Au lac', 'Fonds « Lac »'])
    expect(inFrench.text).toContain(words)
  const inGerman = await readPaper('art', id, 'de')
  for (const words of ['Franz Liszt: Au lac', 'Fonds «Lac»']) expect(inGerman.text).toContain(words)
})
