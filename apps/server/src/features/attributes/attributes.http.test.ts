// @module-tag postgres-with-all

import {
  type Attribute,
  type AttributeSettings,
  api,
  attributeLabel,
  type ItemType,
  itemTypes,
  labelLanguages,
  toPublicNumber,
} from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallError, Client } from '../../../test/client.ts'
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

let addedCount = 0
const newKey = () => `made_${++addedCount}`
const list = (type: ItemType, client = employee) =>
  client.call(api.attributes.list, { params: { type } })
const history = (type: ItemType) => admin.call(api.attributes.history, { params: { type } })
const add = (type: ItemType, changes: Partial<AttributeSettings> = {}, tag_key = newKey()) =>
  admin.call(api.attributes.add, {
    body: { type, tag_key, attribute: { ...plainAttribute, ...changes } },
  })
const save = (
  attribute: Attribute,
  changes: Partial<AttributeSettings>,
  version = attribute.version,
) => {
  const { id, tag_key: _, order_key: __, retired: ___, version: ____, ...text } = attribute
  return admin.call(api.attributes.save, {
    body: { id, attribute: { ...text, ...changes }, version },
  })
}
const find = async (type: ItemType, key: string) => {
  const found = (await list(type)).find(({ tag_key }) => tag_key === key)
  if (!found) throw new Error(`there is no ${key}`)
  return found
}
const tagged = async (type_id: 1 | 2, tags: Record<string, string>) => {
  const itemId = await addItem(employee, { type_id })
  await employee.call(api.inventory.saveTags, { body: { itemId, tags } })
  return itemId
}
const seen = async (path: string, client: Client = server) => (await client.fetch(path)).text()

test('labels every known key in nine languages, and keeps staff attributes internal', async () => {
  for (const type of itemTypes) {
    for (const { labels, tag_key, unit } of await list(type)) {
      expect(Object.keys(labels).toSorted(), tag_key).toEqual([...labelLanguages].toSorted())
      expect(attributeLabel({ tag_key, unit, labels })).toBe(attributeLabel({ tag_key }))
    }
  }
  const kept = ['acquired', 'condition', 'location', 'previous_owners', 'provenance']
  const forStaff = (await Promise.all(itemTypes.map((type) => list(type))))
    .flat()
    .filter((attribute) => attribute.audience === 'staff')
  expect([...new Set(forStaff.map(({ tag_key }) => tag_key))].toSorted()).toEqual(kept)
})

test('shows a new attribute to visitors only once its audience is changed', async () => {
  const attribute = await add('art', { labels: { en: 'Frame', de: 'Rahmen' }, kind: 'number' })
  const key = attribute.tag_key
  const id = await tagged(2, { [key]: '1250' })
  const page = `/art/${toPublicNumber('art', id)}`
  const paper = async () => {
    const response = await server.fetch(`/api/pdf-art/v6${page.slice(4)}`)
    const [first] = await readPdf(new Uint8Array(await response.arrayBuffer()))
    return JSON.stringify(first)
  }
  const publicTags = async () =>
    (await server.call(api.factsheets.details, { params: { id }, query: {} })).tags
  const publicKeys = async () =>
    (await server.call(api.factsheets.artTags)).map(({ tag_key }) => tag_key)

  expect((await employee.call(api.inventory.details, { params: { id } })).tags).toEqual({
    [key]: '1250',
  })
  expect(await seen(page)).not.toContain('Frame')
  expect(await publicTags()).toEqual({})
  expect(await publicKeys()).not.toContain(key)
  expect(await paper()).not.toContain('Frame')

  await save(attribute, { audience: 'visitors', unit: 'mm' })
  expect(await seen(page)).toContain('<th scope="row">Frame (mm)</th><td>1&#x27;250</td>')
  expect(await publicTags()).toEqual({ [key]: '1250' })
  expect(await publicKeys()).toContain(key)
  expect(await paper()).toContain("Frame (mm): 1'250")
})

test('shows a change by another process with the next request', async () => {
  await using other = await server.another()
  const id = await tagged(1, { engine: 'V8' })
  expect(await seen(`/car/${id}`, other)).toContain('<th scope="row">Engine</th>')
  await save(await find('car', 'engine'), { labels: { en: 'Power plant' } })
  expect(await seen(`/car/${id}`, other)).toContain('<th scope="row">Power plant</th>')
  await save(await find('car', 'engine'), { labels: {} })
  expect(await seen(`/car/${id}`, other)).toContain('<th scope="row">Engine</th>')
})

test('leaves retired attributes out of the specified calls', async () => {
  const { id, tag_key } = await add('car', { audience: 'visitors' })
  const calls = [api.inventory.carTags, api.factsheets.carTags]
  for (const call of calls) {
    const [last] = (await employee.call(call)).slice(-1)
    expect(last).toEqual({ tag_key, order_key: expect.any(Number), multiline: false })
  }
  const item = await tagged(1, { [tag_key]: 'kept' })
  await admin.call(api.attributes.retire, { body: { id, retired: true } })
  for (const call of calls)
    expect((await employee.call(call)).map((attribute) => attribute.tag_key)).not.toContain(tag_key)
  expect(await seen(`/car/${item}`)).not.toContain('kept')
  expect((await employee.call(api.inventory.details, { params: { id: item } })).tags).toEqual({
    [tag_key]: 'kept',
  })
  await employee.call(api.inventory.saveTags, {
    body: { itemId: item, tags: { [tag_key]: 'still kept' } },
  })
  await expect(tagged(1, { [tag_key]: 'new' })).rejects.toMatchObject({ status: 400 })
  await admin.call(api.attributes.retire, { body: { id, retired: false } })
  expect(await seen(`/car/${item}`)).toContain('still kept')
})

test('lists attributes in the order to which they were moved, also on pages', async () => {
  const before = (await list('art')).map(({ id }) => id)
  const [first = 0, second = 0, third = 0] = before
  await admin.call(api.attributes.move, { body: { id: first, after: third } })
  const order = async () => (await list('art')).map(({ id }) => id)
  expect((await order()).slice(0, 3)).toEqual([second, third, first])
  const id = await tagged(2, { artist: 'Anker', title: 'Dame' })
  expect(await seen(`/art/${toPublicNumber('art', id)}`)).toMatch(/Title<.*Artist</s)
  await admin.call(api.attributes.move, { body: { id: first, after: null } })
  expect(await order()).toEqual(before)
  const car = await find('car', 'model')
  await expect(
    admin.call(api.attributes.move, { body: { id: first, after: car.id } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  expect((await history('art')).slice(0, 2)).toMatchObject([
    { kind: 'moved', tag_key: 'artist', fields: [{ field: 'Position', before: '3', after: '1' }] },
    { kind: 'moved', tag_key: 'artist', fields: [{ field: 'Position', before: '1', after: '3' }] },
  ])
})

test('records every change with its author, and none without a difference', async () => {
  const attribute = await add('car', { labels: { en: 'Seats' } })
  const changed = await save(attribute, { kind: 'number', labels: { en: 'Seats', de: 'Sitze' } })
  expect(await save(changed, {})).toEqual(changed)
  await admin.call(api.attributes.retire, { body: { id: attribute.id, retired: true } })
  await admin.call(api.attributes.retire, { body: { id: attribute.id, retired: true } })
  const mine = (await history('car')).filter(({ tag_key }) => tag_key === attribute.tag_key)
  expect(
    mine.map(({ kind, fields }) => [
      kind,
      fields.map(({ field, before, after }) => `${field}: ${before}→${after}`),
    ]),
  ).toEqual([
    ['retired', ['Retired: No→Yes']],
    ['changed', ['Label (de): →Sitze', 'Kind: text→number']],
    ['created', expect.arrayContaining(['Label (en): →Seats', 'For: →staff'])],
  ])
  expect(mine[0]?.by).not.toBe('')
})

test('rejects a save over a newer version with the current attribute', async () => {
  const attribute = await add('art', { unit: 'cm' })
  const current = await save(attribute, { unit: 'mm' })
  const refused = await save(attribute, { unit: 'm' }).then(
    () => null,
    (error: CallError) => error,
  )
  expect(refused).toMatchObject({
    status: 409,
    body: { obj: { current, changedBy: expect.any(String) } },
  })
  expect(await find('art', attribute.tag_key)).toEqual(current)
})

test('rejects a key that exists in the same museum', async () => {
  const { id, tag_key } = await add('car')
  await expect(add('car', {}, tag_key)).rejects.toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('choose another key') },
  })
  expect((await add('art', {}, tag_key)).id).not.toBe(id)
  await admin.call(api.attributes.retire, { body: { id, retired: true } })
  await expect(add('car', {}, tag_key)).rejects.toMatchObject({
    body: { message: expect.stringContaining('restore it') },
  })
  await expect(add('car', {}, 'Power')).rejects.toMatchObject({ status: 400 })
})

test('suggests existing values by frequency if suggestions are on', async () => {
  const attribute = await add('car', { suggestions: true })
  const suggestions = () =>
    employee.call(api.attributes.suggestions, { params: { id: attribute.id } })
  for (const value of ['oak', 'ash', 'oak']) await tagged(1, { [attribute.tag_key]: value })
  expect(await suggestions()).toEqual(['oak', 'ash'])
  await save(attribute, { suggestions: false })
  expect(await suggestions()).toEqual([])
})

test('protects values of name attributes from spelling correction', async () => {
  const attribute = await add('art', { names: false })
  await tagged(2, { [attribute.tag_key]: 'Baterie' })
  const corrected = async () =>
    (
      await admin.call(api.assistant.correct, {
        body: { comment: 'Die Baterie wurde heute in der Werkstatt geprüft.' },
      })
    ).correctedComment
  expect(await corrected()).not.toContain('Baterie')
  await save(attribute, { names: true })
  expect(await corrected()).toContain('Baterie')
})

test('translates values by the glossary, which has history, undo and conflicts', async () => {
  const { id, tag_key } = await add('art', { audience: 'visitors', group: 'facts' })
  const itemId = await tagged(2, { [tag_key]: ' huile sur TOILE' })
  const number = toPublicNumber('art', itemId)
  const glossary = {
    'Huile sur toile': { fr: 'Huile sur toile', de: 'Öl auf Leinwand', en: 'Oil on canvas' },
    Tempera: { de: '' },
  }
  const saved = await save(await find('art', tag_key), { glossary })
  expect(saved.glossary).toEqual({ 'Huile sur toile': glossary['Huile sur toile'] })
  for (const [lang, text] of Object.entries({
    fr: 'huile sur TOILE',
    de: 'Öl auf Leinwand',
    ja: 'Oil on canvas',
  })) {
    const page = await seen(`/art/${number}?lang=${lang}`)
    expect(page.includes(lang === 'fr' ? 'Huile sur toile' : text), lang).toBe(true)
  }
  // Staff and callers of the public address without a language get the value as typed.
  expect(
    (await employee.call(api.inventory.details, { params: { id: itemId } })).tags[tag_key],
  ).toContain('TOILE')

  // A client that sends no glossary keeps it; one with an older version gets a conflict.
  const { glossary: _, ...plain } = saved
  const renamed = await admin.call(api.attributes.save, {
    body: { id, attribute: { ...plainAttribute, labels: plain.labels, unit: 'mm' } },
  })
  expect(renamed.glossary).toEqual(saved.glossary)
  await expect(save(saved, { glossary: {} })).rejects.toMatchObject({ status: 409 })

  const { glossary: more } = await save(renamed, {
    glossary: { ...saved.glossary, Bois: { de: 'Holz' } },
  })
  expect(Object.keys(more)).toHaveLength(2)
  const [change] = await history('art')
  expect(change?.fields).toEqual([{ field: 'Glossary: Bois (de)', before: '', after: 'Holz' }])
  await admin.call(api.history.undo, {
    body: { subject: 'attribute', id, changeId: change?.id ?? 0 },
  })
  expect((await find('art', tag_key)).glossary).toEqual(saved.glossary)
})

test.for<[string, Record<string, object>]>([
  [
    '501 values',
    Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`v${index}`, { fr: 'x' }])),
  ],
  ['a value too long', { ['x'.repeat(201)]: { fr: 'x' } }],
  ['an empty value', { ' ': { fr: 'x' } }],
  ['a language that pages do not have', { Bois: { nl: 'Hout' } }],
  ['a name that objects have', { constructor: { fr: 'x' } }],
])('rejects a glossary with %s', async ([, glossary]) => {
  const attribute = { ...plainAttribute, glossary }
  await expect(
    admin.call(api.attributes.add, { body: { type: 'art', tag_key: newKey(), attribute } }),
  ).rejects.toMatchObject({ status: 400 })
})
