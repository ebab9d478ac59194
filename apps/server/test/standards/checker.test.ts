import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PublishedDocument, validateDocuments } from './validate.ts'

const renderSchema = (namespace: string, content: string) =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}" xmlns="${namespace}"
     elementFormDefault="qualified">${content}</xs:schema>`

/**
 * Small schemas with the features of the official ones that matter: names, references, embedded
 * content.
 */
const schemas = {
  'iiif_3_0.json': JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    required: ['id', 'type'],
    properties: { id: { type: 'string', format: 'uri' } },
  }),
  'linked-art/core.json': JSON.stringify({
    $id: 'https://linked.example/schema/core.json',
    definitions: {
      label: { type: 'string' },
      // Like the official schema, without '#' and with an array in `items`.
      again: { $ref: '/definitions/label' },
      contexts: { type: 'array', items: [{ type: 'string', format: 'uri' }] },
    },
  }),
  'linked-art/object.json': JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://linked.example/schema/object.json',
    properties: {
      _label: { $ref: 'core.json#/definitions/again' },
      '@context': { $ref: 'core.json#/definitions/contexts' },
    },
    required: ['_label'],
  }),
  'lido/lido-v1.1.xsd': renderSchema(
    'http://lido.example',
    `<xs:import namespace="http://terms.example" schemaLocation="https://schemas.example/base/terms.xsd"/>
     <xs:element name="lido"><xs:complexType><xs:sequence>
       <xs:element ref="t:term" xmlns:t="http://terms.example"/>
     </xs:sequence></xs:complexType></xs:element>`,
  ),
  'lido/base/terms.xsd': renderSchema(
    'http://terms.example',
    '<xs:element name="term" type="xs:date"/>',
  ),
  'oai/OAI-PMH.xsd': renderSchema(
    'http://oai.example',
    `<xs:element name="oai"><xs:complexType><xs:sequence>
       <xs:any namespace="##other" processContents="strict" maxOccurs="unbounded"/>
     </xs:sequence></xs:complexType></xs:element>`,
  ),
  'oai/oai_dc.xsd': renderSchema('http://dc.example', '<xs:element name="dc" type="xs:string"/>'),
}

const lido = (date: string) =>
  `<lido xmlns="http://lido.example"><t:term xmlns:t="http://terms.example">${date}</t:term></lido>`
const oai = (inside: string) => `<oai xmlns="http://oai.example">${inside}</oai>`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-schemas-'))
  for (const [path, content] of Object.entries(schemas)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
})
afterAll(() => rm(folder, { recursive: true }))

describe('published documents', () => {
  test('passes valid documents', async () => {
    const documents: PublishedDocument[] = [
      { name: 'a manifest', kind: 'iiif', body: '{"id":"https://a.example/1","type":"Manifest"}' },
      {
        name: 'an object',
        kind: 'linked-art',
        body: '{"_label":"Étude","@context":["https://a.example/"]}',
      },
      { name: 'LIDO', kind: 'lido', body: lido('2026-05-31') },
      {
        name: 'OAI',
        kind: 'oai',
        body: oai(`${lido('2026-05-31')}<dc xmlns="http://dc.example">a</dc>`),
      },
    ]
    expect(await validateDocuments(folder, documents)).toEqual({
      checked: { iiif: 1, 'linked-art': 1, lido: 1, oai: 1 },
      parsed: { iiif: 0, 'linked-art': 0, lido: 0, oai: 0 },
      faults: [],
      missing: [],
    })
  })

  test('reports each invalid document by its name', async () => {
    const broken: PublishedDocument[] = [
      { name: 'no JSON', kind: 'iiif', body: '<html>' },
      { name: 'a manifest without a type', kind: 'iiif', body: '{"id":"https://a.example/1"}' },
      {
        name: 'a manifest whose id is no address',
        kind: 'iiif',
        body: '{"id":"a b","type":"Manifest"}',
      },
      { name: 'an object without a label', kind: 'linked-art', body: '{}' },
      {
        name: 'a label behind a reference without its sign',
        kind: 'linked-art',
        body: '{"_label":1}',
      },
      { name: 'an item of a list', kind: 'linked-art', body: '{"_label":"a","@context":["a b"]}' },
      {
        name: 'LIDO that is not well-formed',
        kind: 'lido',
        body: '<lido xmlns="http://lido.example">&nbsp;</lido>',
      },
      { name: 'LIDO against a schema that another imports', kind: 'lido', body: lido('last year') },
      { name: 'a record inside an answer', kind: 'oai', body: oai(lido('last year')) },
      {
        name: 'a record of which there is no schema',
        kind: 'oai',
        body: oai('<x xmlns="http://x.example"/>'),
      },
    ]
    const valid: PublishedDocument = { name: 'valid', kind: 'lido', body: lido('2026-05-31') }
    const { faults } = await validateDocuments(folder, [valid, ...broken])
    expect(faults.map(({ name }) => name).sort()).toEqual(broken.map(({ name }) => name).sort())
  })
})

test('checks manifests with a schema and parses other documents without a folder', async () => {
  const manifest = { id: 'https://a.example/1', type: 'Manifest', label: { en: ['A'] } }
  const canvas = { id: 'https://a.example/2', type: 'Canvas', height: 1, width: 1 }
  const manifestWith = (items: object[]) => JSON.stringify({ ...manifest, items })
  const valid: PublishedDocument[] = [
    { name: 'a manifest', kind: 'iiif', body: manifestWith([canvas]) },
    { name: 'an object', kind: 'linked-art', body: '{}' },
    { name: 'LIDO', kind: 'lido', body: '<a/>' },
    { name: 'OAI', kind: 'oai', body: '<a/>' },
  ]
  const broken: PublishedDocument[] = [
    {
      name: 'a canvas without a width',
      kind: 'iiif',
      body: manifestWith([{ ...canvas, width: undefined }]),
    },
    {
      name: 'an address that is none',
      kind: 'iiif',
      body: manifestWith([{ ...canvas, id: 'http a b' }]),
    },
    { name: 'no JSON', kind: 'linked-art', body: '<html>' },
    { name: 'LIDO that is not well-formed', kind: 'lido', body: '<a>&nbsp;</a>' },
    { name: 'OAI that is not well-formed', kind: 'oai', body: '<a>' },
  ]
  const { checked, parsed, faults } = await validateDocuments(null, [...valid, ...broken])
  expect({ checked, parsed }).toEqual({
    checked: { iiif: 3, 'linked-art': 0, lido: 0, oai: 0 },
    parsed: { iiif: 0, 'linked-art': 2, lido: 2, oai: 2 },
  })
  expect(faults.map(({ name }) => name).sort()).toEqual(broken.map(({ name }) => name).sort())
})

test('names missing schemas, including those that others reference', async () => {
  await rm(join(folder, 'linked-art/core.json'))
  await rm(join(folder, 'lido/base/terms.xsd'))
  expect((await validateDocuments(folder, [])).missing).toEqual(['core.json', 'terms.xsd'])
  await rm(join(folder, 'oai/oai_dc.xsd'))
  expect((await validateDocuments(folder, [])).missing).toEqual([
    'core.json',
    'oai_dc.xsd',
    'terms.xsd',
  ])
})
