// @module-tag postgres-with-all

import {
  api,
  fieldNames,
  getItemField,
  type ItemDetail,
  type ItemFieldName,
  type ItemType,
  inventoryTypes,
  itemFields,
  itemTypes,
  labelSheets,
  languageNames,
  toPublicNumber,
} from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, restoreChange, undoChange } from '../../../test/history.ts'
import { addItem, newItem, plainAttribute } from '../../../test/inventory.ts'
import { createPictureFile } from '../../../test/media-files.ts'
import { type ModelServer, startModelServer } from '../../../test/model-server.ts'
import { parseCsv } from '../../../test/parse-csv.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { checkItems } from './check.ts'

const allFieldNames = fieldNames(itemFields)
const labelledFields = allFieldNames.map((name) => ({ name, label: getItemField(name).label }))

let provider: ModelServer
let server: TestServer
let clerk: Client

beforeAll(async () => {
  provider = await startModelServer('openai-compatible', { say: ['OK [1].'] })
  server = await startTestServer({ ...provider.variables, GUIDE_MODEL_BUDGET: '1000' })
  clerk = await server.signIn('employee')
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

/** Stands for the remark of a condition check, which is for staff like these fields. */
const conditionRemark = 'condition remark' as const

const uniqueWord = (name: ItemFieldName | typeof conditionRemark) =>
  `Zyx${name.replaceAll(/[_ ]/g, '')}`

/** Creates a value that no other field or item has. */
const createValue = (name: ItemFieldName): string =>
  getItemField(name).kind === 'language' ? 'pt' : `${uniqueWord(name)} ${crypto.randomUUID()}`

/** Formats a value as the history shows it. */
const formatForHistory = (name: ItemFieldName, value: string): string =>
  getItemField(name).kind === 'language' && value !== '' ? languageNames[value as 'pt'] : value

const details = (id: number) => clerk.call(api.inventory.details, { params: { id } })

async function save(
  item: ItemDetail,
  values: Partial<Record<ItemFieldName, string>>,
): Promise<ItemDetail> {
  const { id, version, identifier, name, description } = item
  const data = { identifier, name, description, ...values } as Pick<ItemDetail, ItemFieldName>
  await clerk.call(api.inventory.saveInfo, { body: { itemId: id, data, version } })
  return details(id)
}

const addAndRead = async (type: ItemType = 'art') =>
  details(await addItem(clerk, { type_id: inventoryTypes[type].id }))

async function download(id: number): Promise<Record<string, string>> {
  const file = await clerk.send(api.inventory.artCsv, { body: { ids: [id], delimiter: 'comma' } })
  return parseCsv(Buffer.from(await file.arrayBuffer()).toString())[0] ?? {}
}

const upload = (data: Record<string, string>[]) =>
  clerk.call(api.imports.uploadArt, { body: { data } })

describe.each(labelledFields)('the field $label', ({ name, label }) => {
  test('is saved, and left alone by a save that does not send it', async () => {
    const before = await addAndRead()
    const value = createValue(name)
    const saved = await save(before, { [name]: value })
    expect(saved).toMatchObject({ [name]: value, version: before.version + 1 })
    const tags = { year: '1950' }
    await clerk.call(api.inventory.saveTags, { body: { itemId: saved.id, tags } })
    expect(await save(await details(saved.id), {})).toMatchObject({ [name]: value, tags })
  })

  test('is described by the history, undone and restored', async () => {
    const before = await addAndRead()
    const value = createValue(name)
    await save(before, { [name]: value })
    const [change] = await listChanges(clerk, 'item', before.id)
    const expected = {
      field: label,
      before: formatForHistory(name, before[name]),
      after: formatForHistory(name, value),
    }
    expect(change?.fields).toEqual([expect.objectContaining(expected)])
    await undoChange(clerk, 'item', before.id, change)
    expect(await details(before.id)).toMatchObject({ [name]: before[name] })
    const [undone] = await listChanges(clerk, 'item', before.id)
    await restoreChange(clerk, 'item', before.id, undone, { path: [name], newest: undone?.id ?? 0 })
    expect(await details(before.id)).toMatchObject({ [name]: value })
  })

  test('is part of the conflict with a newer change', async () => {
    const before = await addAndRead()
    const value = createValue(name)
    await save(before, { [name]: value })
    await expect(save(before, { name: 'Something else' })).rejects.toMatchObject({
      status: 409,
      body: { obj: { current: { [name]: value } } },
    })
  })

  test.runIf(getItemField(name).search)('is found by a search', async () => {
    const { id } = await save(await addAndRead(), { [name]: createValue(name) })
    const { item } = await clerk.call(api.search.everything, {
      query: { q: uniqueWord(name).toLowerCase() },
    })
    expect(item.hits.map((hit) => hit.id)).toContain(id)
    const hit = item.hits.find((candidate) => candidate.id === id)
    expect(JSON.stringify([hit?.title, ...(hit?.lines ?? [])])).toContain(uniqueWord(name))
  })

  test.runIf(getItemField(name).list)(
    'is a column of the list, cut to a maximum length',
    async () => {
      const value = `${createValue(name)} ${'x'.repeat(200)}`
      const { id } = await save(await addAndRead(), { [name]: value })
      const { ids, fields } = await clerk.call(api.inventory.artColumns)
      // `places` has, per item, the position of its value in `values`, from 1.
      const position = fields[name]?.places[ids.indexOf(id)] ?? 0
      const maxLength = 120
      expect(fields[name]?.values[position - 1]).toBe(`${value.slice(0, maxLength)}…`)
    },
  )

  test.runIf(getItemField(name).csv)(
    'is in a CSV file in the form that an upload reads',
    async () => {
      const value = createValue(name)
      const item = await save(await addAndRead(), { [name]: value })
      const row = await download(item.id)
      expect(row).toHaveProperty(name, value)
      expect(await upload([row])).toMatchObject({ unchanged: 1 })

      const otherValue = createValue(name)
      const identifier = name === 'identifier' ? otherValue : newItem().identifier
      const { importId, created } = await upload([{ ...row, identifier, [name]: otherValue }])
      expect(created).toHaveLength(1)
      const list = await clerk.call(api.inventory.art)
      const copy = await details(list.find((entry) => entry.identifier === identifier)?.id ?? 0)
      expect(copy).toMatchObject({ [name]: otherValue })
      await clerk.call(api.imports.undo, { body: { importId: importId ?? 0 } })

      if (name === 'identifier') return
      await upload([{ identifier: item.identifier, [name]: otherValue }])
      expect(await details(item.id)).toMatchObject({
        [name]: otherValue,
        identifier: item.identifier,
      })
    },
  )
})

describe('an attribute with the key of a field', () => {
  const attribute = {
    ...plainAttribute,
    labels: { en: 'Workshop note' },
    multiline: true,
    audience: 'visitors',
  } as const
  let item: ItemDetail

  beforeAll(async () => {
    const root = await server.signIn('root')
    await root.call(api.attributes.add, { body: { type: 'car', tag_key: 'note', attribute } })
    item = await save(await addAndRead('car'), {
      description: 'The engine is in the yard.',
      note: 'For us alone.',
    })
  })

  test('shares its column name in CSV files', async () => {
    const file = await clerk.send(api.inventory.carCsv, {
      body: { ids: [item.id], delimiter: 'comma' },
    })
    const [row] = parseCsv(Buffer.from(await file.arrayBuffer()).toString())
    expect(row).toHaveProperty('note', '')
    const data = [{ identifier: item.identifier, note: 'Two screws are missing.' }]
    await clerk.call(api.imports.uploadCar, { body: { data } })
    expect(await details(item.id)).toMatchObject({
      note: 'For us alone.',
      tags: { note: data[0]?.note },
    })
  })

  test('has its own label in the history of its translations', async () => {
    const source = (await details(item.id)).tags.note ?? ''
    const fields = { note: { text: 'Zwei Schrauben fehlen.', was: '', source } }
    await clerk.call(api.inventory.saveTexts, {
      body: { itemId: item.id, lang: 'de', fields, state: 'draft' },
    })
    const [change] = await listChanges(clerk, 'item', item.id)
    expect(change?.fields.map(({ field }) => field)).toContain('Workshop note in German')
  })
})

test('leaves every item in the last state of its history', async () => {
  expect(await server.inDatabase(checkItems)).toEqual([])
})

describe.each(itemTypes)('a field of %s that is not for visitors', (type) => {
  const internalFields = allFieldNames.filter((name) => !getItemField(name).visitors)
  const listLeakedFields = (text: string): string[] =>
    [...internalFields, conditionRemark].filter((name) => text.includes(uniqueWord(name)))
  let item: ItemDetail
  let number: number

  beforeAll(async () => {
    item = await save(await addAndRead(type), {
      description: 'The engine was repaired in Geneva, and it stood in the yard for ten years.',
      ...Object.fromEntries(internalFields.map((name) => [name, createValue(name)])),
    })
    number = toPublicNumber(type, item.id)
    const key = crypto.randomUUID()
    const remark = `${uniqueWord(conditionRemark)} of the ${item.name}, repaired in Geneva`
    await clerk.call(api.conditions.add, {
      body: { itemId: item.id, key, state: 'urgent', remark },
    })
    const photo = await createPictureFile()
    await clerk.call(api.conditions.addPhoto, { body: { itemId: item.id, key }, file: photo })
    // Without a picture there is no manifest.
    await clerk.call(api.media.uploadImage, {
      body: { itemId: item.id },
      file: await createPictureFile(),
    })
  })

  test('is on no page and in no format for other programs', async () => {
    const paths = [
      `/${type}/${number}`,
      `/${type}/${number}?lang=de`,
      `/api/public/details/${number}?type=${type}`,
      inventoryTypes[type].start,
      `/public/offline/${type}`,
      '/sitemap.xml',
      `/exchange/lido/${type}/${number}`,
      `/exchange/linked-art/${type}/${number}`,
      `/iiif/manifest/${type}/${number}`,
      ...['oai_dc', 'lido'].map((format) => `/oai?verb=ListRecords&metadataPrefix=${format}`),
    ]
    for (const path of paths) {
      const answer = await server.fetch(path)
      expect([path, answer.status, listLeakedFields(await answer.text())]).toEqual([path, 200, []])
    }
    const eodem = await clerk.send(api.loans.eodem, { params: { id: item.id } })
    expect([eodem.status, listLeakedFields(await eodem.text())]).toEqual([200, []])
  })

  test('is on no paper', async () => {
    const { id } = item
    const papers = [
      await clerk.send(api.documents.preview, { params: { id }, query: {} }),
      await clerk.send(api.loans.objectId, { params: { id } }),
      await clerk.send(api.papers.labels, {
        body: { type, ids: [id], sheet: labelSheets['four-cards'].sheet },
      }),
    ]
    for (const paper of papers) {
      expect(paper.status).toBe(200)
      const pages = await readPdf(new Uint8Array(await paper.arrayBuffer()))
      expect(pages.map(({ text }) => text).join(' ')).toContain(item.name)
      expect(pages.flatMap(({ text }) => listLeakedFields(text))).toEqual([])
    }
  })

  test('is in no request to a model provider', async () => {
    const root = await server.signIn('root')
    provider.behave({ say: ['OK [1].'] })
    for (const name of internalFields) {
      const { sources } = await root.call(api.assistant.ask, {
        body: { question: `What is ${uniqueWord(name)}?` },
      })
      expect(JSON.stringify(sources)).toContain(uniqueWord(name))
    }
    await root.call(api.assistant.ask, {
      body: { question: `Was ${item.name} repaired in Geneva?` },
    })
    for (const question of [
      'Where was the engine?',
      ...internalFields.map((name) => `What is ${getItemField(name).label}?`),
    ]) {
      const answer = await server.fetch(`/ask/${type}/${number}?lang=en`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'text/event-stream',
        },
        body: new URLSearchParams({ question }),
      })
      expect([question, listLeakedFields(await answer.text())]).toEqual([question, []])
    }
    expect(provider.requests.length).toBeGreaterThan(0)
    // Questions to the assistant contain these words.
    const sent = provider.requests.map(({ body }) => body.replaceAll(/What is Zyx\w+\?/g, ''))
    expect(sent.flatMap(listLeakedFields)).toEqual([])
  })
})
