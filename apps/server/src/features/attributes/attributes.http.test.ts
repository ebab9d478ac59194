// @module-tag postgres-with-all

import {
  type Attribute,
  type AttributeSettings,
  api,
  attributeLabel,
  type ItemType,
  inventoryTypes,
  itemTypes,
  labelLanguages,
  toPublicNumber,
} from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, plainAttribute } from '../../../test/inventory.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: Client
let employee: Client

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('admin')
  employee = await server.signIn('employee')
})
afterAll(() => server[Symbol.asyncDispose]())

let keyCount = 0
const createKey = () => `test_${++keyCount}`

const listAttributes = (type: ItemType) => employee.call(api.attributes.list, { params: { type } })

const listHistory = (type: ItemType) => admin.call(api.attributes.history, { params: { type } })

const addAttribute = (
  type: ItemType,
  changes: Partial<AttributeSettings> = {},
  tag_key = createKey(),
) =>
  admin.call(api.attributes.add, {
    body: { type, tag_key, attribute: { ...plainAttribute, ...changes } },
  })

/** Saves changes to the version of the attribute that the caller has read. */
const saveAttribute = (attribute: Attribute, changes: Partial<AttributeSettings>) => {
  const { id, tag_key: _, order_key: __, retired: ___, version, ...settings } = attribute
  return admin.call(api.attributes.save, {
    body: { id, attribute: { ...settings, ...changes }, version },
  })
}

const findAttribute = async (type: ItemType, key: string) => {
  const attribute = (await listAttributes(type)).find(({ tag_key }) => tag_key === key)
  return attribute ?? expect.fail(`there is no ${key}`)
}

const addItemWithTags = async (type: ItemType, tags: Record<string, string>) => {
  const itemId = await addItem(employee, { type_id: inventoryTypes[type].id })
  await employee.call(api.inventory.saveTags, { body: { itemId, tags } })
  return itemId
}

/** Reads the tags of an item as staff see them. */
const readTags = async (itemId: number) =>
  (await employee.call(api.inventory.details, { params: { id: itemId } })).tags

const fetchText = async (path: string, client: Client = server) => (await client.fetch(path)).text()

test('labels every known key in nine languages', async () => {
  for (const type of itemTypes) {
    for (const { labels, tag_key, unit } of await listAttributes(type)) {
      expect(Object.keys(labels).toSorted(), tag_key).toEqual([...labelLanguages].toSorted())
      expect(attributeLabel({ tag_key, unit, labels })).toBe(attributeLabel({ tag_key }))
    }
  }
})

test('hides provenance, condition and location from visitors by default', async () => {
  const attributes = (await Promise.all(itemTypes.map(listAttributes))).flat()
  const staffAttributes = attributes.filter(({ audience }) => audience === 'staff')
  expect([...new Set(staffAttributes.map(({ tag_key }) => tag_key))].toSorted()).toEqual([
    'acquired',
    'condition',
    'location',
    'previous_owners',
    'provenance',
  ])
})

test('shows a new attribute to visitors only once its audience is changed', async () => {
  const attribute = await addAttribute('art', {
    labels: { en: 'Frame', de: 'Rahmen' },
    kind: 'number',
  })
  const key = attribute.tag_key
  const id = await addItemWithTags('art', { [key]: '1250' })
  const number = toPublicNumber('art', id)
  const readPublicViews = async () => {
    const pdf = await server.fetch(`/api/pdf-art/v6/${number}`)
    const [card] = await readPdf(new Uint8Array(await pdf.arrayBuffer()))
    const catalogue = await server.call(api.factsheets.artTags)
    return {
      page: await fetchText(`/art/${number}`),
      tags: (await server.call(api.factsheets.details, { params: { id }, query: {} })).tags,
      keys: catalogue.map(({ tag_key }) => tag_key),
      card: card?.text,
    }
  }

  expect(await readTags(id)).toEqual({ [key]: '1250' })
  const before = await readPublicViews()
  expect(before.page).not.toContain('Frame')
  expect(before.tags).toEqual({})
  expect(before.keys).not.toContain(key)
  expect(before.card).not.toContain('Frame')

  await saveAttribute(attribute, { audience: 'visitors', unit: 'mm' })
  const after = await readPublicViews()
  // The thousands separator is an apostrophe, which is escaped in HTML.
  expect(after.page).toContain('<th scope="row">Frame (mm)</th><td>1&#x27;250</td>')
  expect(after.tags).toEqual({ [key]: '1250' })
  expect(after.keys).toContain(key)
  expect(after.card).toContain("Frame (mm): 1'250")
})

test('shows a change that another process made from the next request on', async () => {
  await using otherProcess = await server.another()
  const id = await addItemWithTags('car', { engine: 'V8' })
  const fetchPage = () => fetchText(`/car/${id}`, otherProcess)
  expect(await fetchPage()).toContain('<th scope="row">Engine</th>')
  await saveAttribute(await findAttribute('car', 'engine'), { labels: { en: 'Power plant' } })
  expect(await fetchPage()).toContain('<th scope="row">Power plant</th>')
  await saveAttribute(await findAttribute('car', 'engine'), { labels: {} })
  expect(await fetchPage()).toContain('<th scope="row">Engine</th>')
})

test('leaves retired attributes out of the lists of attributes', async () => {
  const { id, tag_key } = await addAttribute('car', { audience: 'visitors' })
  const lists = [api.inventory.carTags, api.factsheets.carTags]
  for (const list of lists) {
    const newestAttribute = (await employee.call(list)).at(-1)
    expect(newestAttribute).toEqual({ tag_key, order_key: expect.any(Number), multiline: false })
  }
  await admin.call(api.attributes.retire, { body: { id, retired: true } })
  for (const list of lists)
    expect((await employee.call(list)).map((attribute) => attribute.tag_key)).not.toContain(tag_key)
})

test('keeps values of a retired attribute for staff, but takes none for other items', async () => {
  const { id, tag_key } = await addAttribute('car', { audience: 'visitors' })
  const itemId = await addItemWithTags('car', { [tag_key]: 'walnut' })
  await admin.call(api.attributes.retire, { body: { id, retired: true } })
  expect(await fetchText(`/car/${itemId}`)).not.toContain('walnut')
  expect(await readTags(itemId)).toEqual({ [tag_key]: 'walnut' })

  await employee.call(api.inventory.saveTags, {
    body: { itemId, tags: { [tag_key]: 'dark walnut' } },
  })
  await expect(addItemWithTags('car', { [tag_key]: 'ash' })).rejects.toMatchObject({ status: 400 })
  await admin.call(api.attributes.retire, { body: { id, retired: false } })
  expect(await fetchText(`/car/${itemId}`)).toContain('dark walnut')
})

test('moves an attribute within its museum, and in the order of public pages', async () => {
  const listIds = async () => (await listAttributes('art')).map(({ id }) => id)
  const move = (id: number, after: number | null) =>
    admin.call(api.attributes.move, { body: { id, after } })

  const originalIds = await listIds()
  const [artist = 0, title = 0, third = 0] = originalIds
  await move(artist, third)
  expect((await listIds()).slice(0, 3)).toEqual([title, third, artist])
  const itemId = await addItemWithTags('art', { artist: 'Anker', title: 'Dame' })
  expect(await fetchText(`/art/${toPublicNumber('art', itemId)}`)).toMatch(/Title<.*Artist</s)

  await move(artist, null)
  expect(await listIds()).toEqual(originalIds)
  const attributeOfCars = await findAttribute('car', 'model')
  await expect(move(artist, attributeOfCars.id)).rejects.toMatchObject({ status: 404 })
  const [latestMove, firstMove] = await listHistory('art')
  expect([latestMove, firstMove]).toMatchObject([
    { kind: 'moved', tag_key: 'artist', fields: [{ field: 'Position', before: '3', after: '1' }] },
    { kind: 'moved', tag_key: 'artist', fields: [{ field: 'Position', before: '1', after: '3' }] },
  ])
})

test('records every change with its author, and none without a difference', async () => {
  const attribute = await addAttribute('car', { labels: { en: 'Seats' } })
  const changed = await saveAttribute(attribute, {
    kind: 'number',
    labels: { en: 'Seats', de: 'Sitze' },
  })
  expect(await saveAttribute(changed, {})).toEqual(changed)
  await admin.call(api.attributes.retire, { body: { id: attribute.id, retired: true } })
  await admin.call(api.attributes.retire, { body: { id: attribute.id, retired: true } })

  const history = await listHistory('car')
  const changes = history.filter(({ tag_key }) => tag_key === attribute.tag_key)
  const summaries = changes.map(({ kind, fields }) => [
    kind,
    fields.map(({ field, before, after }) => `${field}: ${before}→${after}`),
  ])
  expect(summaries).toEqual([
    ['retired', ['Retired: No→Yes']],
    ['changed', ['Label (de): →Sitze', 'Kind: text→number']],
    ['created', expect.arrayContaining(['Label (en): →Seats', 'For: →staff'])],
  ])
  for (const { by } of changes) expect(by).not.toBe('')
})

test('rejects a save over a newer version with the current attribute', async () => {
  const attribute = await addAttribute('art', { unit: 'cm' })
  const current = await saveAttribute(attribute, { unit: 'mm' })
  await expect(saveAttribute(attribute, { unit: 'm' })).rejects.toMatchObject({
    status: 409,
    body: { obj: { current, changedBy: expect.any(String) } },
  })
  expect(await findAttribute('art', attribute.tag_key)).toEqual(current)
})

test('rejects a key that exists in the same museum, even of a retired attribute', async () => {
  const { id, tag_key } = await addAttribute('car')
  await expect(addAttribute('car', {}, tag_key)).rejects.toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('choose another key') },
  })
  expect((await addAttribute('art', {}, tag_key)).id).not.toBe(id)
  await admin.call(api.attributes.retire, { body: { id, retired: true } })
  await expect(addAttribute('car', {}, tag_key)).rejects.toMatchObject({
    body: { message: expect.stringContaining('restore it') },
  })
  await expect(addAttribute('car', {}, 'Power')).rejects.toMatchObject({ status: 400 })
})

test('suggests existing values by frequency if suggestions are on', async () => {
  const attribute = await addAttribute('car', { suggestions: true })
  const listSuggestions = () =>
    employee.call(api.attributes.suggestions, { params: { id: attribute.id } })
  for (const value of ['oak', 'ash', 'oak'])
    await addItemWithTags('car', { [attribute.tag_key]: value })
  expect(await listSuggestions()).toEqual(['oak', 'ash'])
  await saveAttribute(attribute, { suggestions: false })
  expect(await listSuggestions()).toEqual([])
})

test('protects values of name attributes from spelling correction', async () => {
  const attribute = await addAttribute('art', { names: false })
  await addItemWithTags('art', { [attribute.tag_key]: 'Baterie' })
  const correct = async () => {
    const body = { comment: 'Die Baterie wurde heute in der Werkstatt geprüft.' }
    return (await admin.call(api.assistant.correct, { body })).correctedComment
  }
  expect(await correct()).not.toContain('Baterie')
  await saveAttribute(attribute, { names: true })
  expect(await correct()).toContain('Baterie')
})

const glossaryOfTechniques = {
  'Huile sur toile': { fr: 'Huile sur toile', de: 'Öl auf Leinwand', en: 'Oil on canvas' },
}

const addAttributeWithGlossary = async () => {
  const attribute = await addAttribute('art', { audience: 'visitors', group: 'facts' })
  // Entries without a text are dropped.
  const glossary = { ...glossaryOfTechniques, Tempera: { de: '' } }
  return saveAttribute(attribute, { glossary })
}

test('translates values by the glossary for visitors, ignoring case and spaces', async () => {
  const { tag_key, glossary } = await addAttributeWithGlossary()
  expect(glossary).toEqual(glossaryOfTechniques)
  const value = ' huile sur TOILE'
  const itemId = await addItemWithTags('art', { [tag_key]: value })
  const number = toPublicNumber('art', itemId)
  const valueByLanguage = { fr: 'Huile sur toile', de: 'Öl auf Leinwand', ja: 'Oil on canvas' }
  for (const [lang, translation] of Object.entries(valueByLanguage))
    expect(await fetchText(`/art/${number}?lang=${lang}`), lang).toContain(translation)
  const tags = await readTags(itemId)
  expect(tags[tag_key]).toBe(value)
})

test('keeps the glossary if a client sends none', async () => {
  const attribute = await addAttributeWithGlossary()
  const saved = await admin.call(api.attributes.save, {
    body: {
      id: attribute.id,
      attribute: { ...plainAttribute, labels: attribute.labels, unit: 'mm' },
    },
  })
  expect(saved.glossary).toEqual(glossaryOfTechniques)
})

test('rejects a glossary over a newer version of the attribute', async () => {
  const attribute = await addAttributeWithGlossary()
  await saveAttribute(attribute, { unit: 'mm' })
  await expect(saveAttribute(attribute, { glossary: {} })).rejects.toMatchObject({ status: 409 })
})

test('undoes a recorded change of the glossary', async () => {
  const attribute = await addAttributeWithGlossary()
  const glossary = { ...glossaryOfTechniques, Bois: { de: 'Holz' } }
  expect((await saveAttribute(attribute, { glossary })).glossary).toEqual(glossary)
  const [change] = await listHistory('art')
  expect(change?.fields).toEqual([{ field: 'Glossary: Bois (de)', before: '', after: 'Holz' }])
  await admin.call(api.history.undo, {
    body: { subject: 'attribute', id: attribute.id, changeId: change?.id ?? expect.fail() },
  })
  const restored = await findAttribute('art', attribute.tag_key)
  expect(restored.glossary).toEqual(glossaryOfTechniques)
})

test.for<[string, Record<string, object>]>([
  [
    '501 values',
    Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`v${index}`, { fr: 'x' }])),
  ],
  ['a value too long', { ['x'.repeat(201)]: { fr: 'x' } }],
  ['an empty value', { ' ': { fr: 'x' } }],
  ['a language that pages do not have', { Bois: { nl: 'Hout' } }],
  ['a name that every object inherits', { constructor: { fr: 'x' } }],
])('rejects a glossary with %s', async ([, glossary]) => {
  const attribute = { ...plainAttribute, glossary }
  await expect(
    admin.call(api.attributes.add, { body: { type: 'art', tag_key: createKey(), attribute } }),
  ).rejects.toMatchObject({ status: 400 })
})
