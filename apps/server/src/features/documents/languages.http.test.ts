// @module-tag sqlite

import {
  api,
  buildPublicRows,
  labelSheets,
  mergeProductionYears,
  type TextsToSave,
  toPublicNumber,
} from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    type_id: type === 'car' ? 1 : 2,
    name: 'Der Wagen',
    description,
  })
  const tags =
    type === 'car' ? { weight_kg: '12500' } : { artist: 'Alva Noir', technique: 'Öl auf Leinwand' }
  await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  await translate(id, texts)
  return id
}

async function translate(itemId: number, texts: Texts) {
  const item = await staff.call(api.inventory.details, { params: { id: itemId } })
  for (const [lang, { state = 'checked', ...fields }] of Object.entries(texts)) {
    const into = lang as TextsToSave['lang']
    const changed = Object.entries(fields).map(([field, text]) => {
      const source = item[field as 'name' | 'description']
      return [field, { text, was: item.texts[into]?.[field]?.text ?? '', source }]
    })
    const body = { itemId, lang: into, fields: Object.fromEntries(changed), state } as const
    await staff.call(api.inventory.saveTexts, { body })
  }
}

const path = { car: 'pdf-car/v7', art: 'pdf-art/v6' } as const

async function readPaper(type: 'car' | 'art', id: number, lang?: string, codes = false) {
  const query = lang === undefined ? '' : `?lang=${encodeURIComponent(lang)}`
  const response = await server.fetch(`/api/${path[type]}/${toPublicNumber(type, id)}${query}`)
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
  const cases: [lang: string | undefined, language: string | null, words: string[]][] = [
    [undefined, null, ['Der Wagen', german, "Weight (kg) 12'500"]],
    ['xx', null, ['Der Wagen', german, "Weight (kg) 12'500"]],
    ['fr', 'fr', ['La voiture', french, "Poids (kg) 12'500"]],
    ['de-CH', 'de', ['Der Wagen', german, "Gewicht (kg) 12'500"]],
    // Instead of a draft, visitors get the original with a note.
    ['en', 'en', ['Der Wagen', german, 'this text is in German.']],
    ['es', 'es', ['Der Wagen', german, 'este texto está en alemán.', 'Peso (kg) 12.500']],
    ['ja', 'ja', ['Der Wagen', german, '重量 (kg) 12,500', 'ドイツ語']],
  ]
  // The code leads to the page without a language.
  for (const lang of [undefined, 'ja'])
    expect((await readPaper('car', id, lang, true)).address).toMatch(`/car/${id}`)
  for (const [lang, language, words] of cases) {
    const paper = await readPaper('car', id, lang)
    expect(paper.language, lang).toBe(language)
    expect(paper.source).toContain(`/Lang (${language ?? 'en'})`)
    for (const word of words) expect(paper.text, lang).toContain(word)
    expect(paper.text.includes('this text is in'), lang).toBe(lang === 'en')
  }
})

test('marks an outdated translation, and renders a changed one anew', async () => {
  const id = await addTranslatedItem('art', { fr: { description: french } })
  const before = await readPaper('art', id, 'fr')
  expect(before.text).not.toContain('a été révisé')
  expect((await readPaper('art', id, 'fr')).etag).toBe(before.etag)

  const item = await staff.call(api.inventory.details, { params: { id } })
  const { identifier, name } = item
  const data = { identifier, name, description: `${german} Heute auch im Haus.` }
  await staff.call(api.inventory.saveInfo, { body: { itemId: id, data } })
  const outdated = await readPaper('art', id, 'fr')
  expect(outdated.text).toContain(french)
  expect(outdated.text).toContain('L’original a été révisé depuis cette traduction.')

  await translate(id, { fr: { description: `${french} Aussi dans la maison.` } })
  const after = await readPaper('art', id, 'fr')
  expect(after.text).toContain('Aussi dans la maison.')
  expect(after.text).not.toContain('a été révisé')
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
    // By the demo's glossary.
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
    expect([paper.language, paper.text.includes(' / ')]).toEqual([language, false])
    expect(paper.text).toContain('Not yet available in English: this text is in German.')
  },
)

test.for(['car', 'art'] as const)(
  'prints only the first of two languages that do not both fit: %s',
  async (type) => {
    const texts = { fr: { name: 'La voiture', description: french } }
    const id = await addTranslatedItem(type, texts, generateProse(12_000))
    for (const _ of ['rendered', 'from the cache']) {
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
  const lines: [lang: string, line: string][] = [
    ['fr', 'Titre original : Der Wagen, Studie'],
    ['ja', '原題: Der Wagen, Studie'],
    ['fr,de', 'Titre original / Titel : Der Wagen, Studie'],
  ]
  for (const [lang, line] of lines) expect((await readPaper('art', id, lang)).text).toContain(line)
  for (const lang of [undefined, 'de'])
    expect((await readPaper('art', id, lang)).text).not.toMatch(/ ?: Der Wagen/)

  await saveTitle('Der Wagen')
  expect((await readPaper('art', id, 'fr')).text).toContain('Titre original : Der Wagen')
  for (const lang of ['de', 'en', 'fr,de']) {
    expect((await readPaper('art', id, lang)).text.split('Der Wagen'), lang).toHaveLength(2)
  }
})

test('keeps every attribute of a car beside a second language', async () => {
  const catalogue = await staff.call(api.attributes.list, { params: { type: 'car' } })
  const shown = catalogue.filter(({ audience, retired }) => audience === 'visitors' && !retired)
  const tags = Object.fromEntries(
    shown.map(({ tag_key }, index) => [tag_key, String(1_901 + index)]),
  )
  const rows = mergeProductionYears(buildPublicRows(shown, tags, 'fr').rows, 'fr')
  expect(rows.length).toBeGreaterThan(15)

  const addCarWithText = async (sentences: number) => {
    const fr = { description: `${french} `.repeat(sentences).trim() }
    const id = await addTranslatedItem('car', { fr }, `${german} `.repeat(sentences).trim())
    await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
    return id
  }
  const expectAllAttributes = async (id: number, languages: string) => {
    for (const asked of ['fr', 'fr,de']) {
      const { language, text } = await readPaper('car', id, asked)
      expect(language).toBe(asked === 'fr' ? 'fr' : languages)
      for (const { label, value } of rows) {
        expect(text, asked).toContain(label)
        expect(text, asked).toContain(value)
      }
    }
  }
  await expectAllAttributes(await addCarWithText(8), 'fr, de')
  const pictured = await addCarWithText(8)
  await staff.call(api.media.uploadImage, {
    body: { itemId: pictured },
    file: await createPictureFile(createDrawing().jpeg()),
  })
  await expectAllAttributes(pictured, 'fr, de')
  // Facts in two languages do not fit beside a long text.
  await expectAllAttributes(await addCarWithText(70), 'fr')
})

test('prints merged PDFs and labels in the chosen language, and reports what did not fit', {
  tags: ['only-with-all'],
}, async () => {
  const ids = [
    await addTranslatedItem('art', { fr: { name: 'La barque', description: french } }),
    await addTranslatedItem(
      'art',
      { fr: { name: 'Le pont', description: french } },
      generateProse(20_000),
    ),
  ]
  const itemId = ids[1] ?? 0
  const { picture } = await staff.call(api.media.addPicture, {
    body: { itemId },
    file: await createPictureFile(),
  })
  const { version } = await staff.call(api.inventory.details, { params: { id: itemId } })
  const { name, kind, alt } = picture
  const pictureToSave = {
    name,
    kind,
    alt,
    public: true,
    credit: 'Anna Muster',
    licence: 'CC-BY-4.0',
  } as const
  await staff.call(api.media.savePictures, { body: { itemId, version, pictures: [pictureToSave] } })
  const { chosenArtCards, chosenArtCardsProgress } = api.documents
  const body = { ids, lang: 'fr,de' }
  expect(await staff.call(chosenArtCardsProgress, { body })).toEqual({ pages: 2, oneLanguage: 1 })
  const merged = await staff.send(chosenArtCards, { body })
  const pages = await readPdf(new Uint8Array(await merged.arrayBuffer()))
  expect(pages.map(({ text }) => [text.includes('Der Wagen'), text.includes('moteur')])).toEqual([
    [true, true],
    [false, true],
  ])
  expect(pages[1]?.text).toContain('Image : Anna Muster, CC BY 4.0')
  await expect(staff.call(chosenArtCards, { body: { ids, lang: 'xx' } })).rejects.toMatchObject({
    status: 400,
  })

  const order = { type: 'art', ids, sheet: labelSheets['four-cards'].sheet } as const
  const labels = await staff.send(api.papers.labels, { body: { ...order, lang: 'fr' } })
  const [label] = await readPdf(new Uint8Array(await labels.arrayBuffer()))
  for (const words of ['La barque', 'Le pont', 'moteur']) expect(label?.text).toContain(words)
  const inEnglish = await staff.send(api.papers.labels, { body: { ...order, lang: 'en' } })
  const [original] = await readPdf(new Uint8Array(await inEnglish.arrayBuffer()))
  expect(original?.text).toContain('this text is in German.')
})

test('sets French spaces on a French card', async () => {
  const id = await addTranslatedItem('art', { fr: { name: 'Le lac', description: french } })
  const tags = {
    title: 'Der See am Abend',
    composer: 'Franz Liszt',
    music: 'Au lac',
    collection: 'Fonds «Lac»',
  }
  await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  const shown = await readPaper('art', id, 'fr')
  for (const words of ['Titre original : Der See', 'Franz Liszt : Au lac', 'Fonds « Lac »'])
    expect(shown.text).toContain(words)
  const inGerman = await readPaper('art', id, 'de')
  for (const words of ['Franz Liszt: Au lac', 'Fonds «Lac»']) expect(inGerman.text).toContain(words)
})
