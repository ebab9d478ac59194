// @module-tag sqlite

import { normalize } from '@iiif/parser'
import type { Collection, Manifest } from '@iiif/presentation-3'
import { api, firstItemId, type ItemDetail, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let employee: Client
let id: number
let manifestPath = ''
let pictures: ItemDetail['pictures']

beforeAll(async () => {
  server = await startTestServer({ PICTURE_LICENCE: 'CC-BY-SA-4.0' })
  employee = await server.signIn('employee')
  id = await addItem(employee, { name: 'Le lac', description: '<b>Huile</b>' })
  manifestPath = `/iiif/manifest/art/${toPublicNumber('art', id)}`
  for (const width of [700, 500, 60]) {
    const file = await createPictureFile(
      createDrawing({ width, height: 400 }).jpeg(),
      `${width}.jpg`,
    )
    await employee.call(api.media.addPicture, { body: { itemId: id }, file })
  }
  const before = await employee.call(api.inventory.details, { params: { id } })
  const [first, second, third] = before.pictures
  if (!first || !second || !third) throw new Error('three pictures were added')
  const texts = { fr: 'Un lac au matin', de: 'Ein See am Morgen', en: '' }
  const body = {
    itemId: id,
    version: before.version,
    pictures: [
      { ...first, alt: texts, credit: 'Foto Müller', public: true },
      { ...second, licence: 'InC' as const, public: true },
      { ...third, kind: 'condition' as const, public: false },
    ].map(({ name, kind, credit, licence, public: isPublic, alt }) => ({
      name,
      kind,
      credit,
      licence,
      public: isPublic,
      alt,
    })),
  }
  await employee.call(api.media.savePictures, { body })
  await employee.call(api.inventory.setPublic, { body: { itemId: id, public: true } })
  pictures = (await employee.call(api.inventory.details, { params: { id } })).pictures
})
afterAll(() => server[Symbol.asyncDispose]())

const readJson = async <T>(path: string): Promise<T> => {
  const response = await server.fetch(path)
  expect([path, response.status]).toEqual([path, 200])
  return (await response.json()) as T
}
const readManifest = () => readJson<Manifest>(manifestPath)

test('serves a manifest whose resources all have addresses of their own', async () => {
  const manifest = await readManifest()
  const { entities } = normalize(manifest)
  expect(Object.keys(entities.Manifest)).toEqual([manifest.id])
  expect(Object.keys(entities.Canvas)).toHaveLength(2)
  const ids = [
    entities.Manifest,
    entities.Canvas,
    entities.AnnotationPage,
    entities.Annotation,
  ].flatMap(Object.keys)
  // The manifest, and a canvas, a page and an annotation for each of the two public pictures.
  expect(ids).toHaveLength(7)
  expect(ids.filter((resourceId) => !resourceId.startsWith(manifest.id))).toEqual([])
})

test('puts the public content into a manifest, with credit, licence and links', async () => {
  const manifest = await readManifest()
  expect(manifest['@context']).toBe('http://iiif.io/api/presentation/3/context.json')
  expect(manifest).toMatchObject({
    id: `${server.url}${manifestPath}`,
    type: 'Manifest',
    label: { none: ['Le lac'] },
    // Viewers would parse it as HTML.
    summary: { none: ['<span>&lt;b&gt;Huile&lt;/b&gt;</span>'] },
    requiredStatement: { value: { none: [server.config.foundation.name, 'Foto Müller'] } },
    homepage: [
      {
        id: `${server.url}/art/${toPublicNumber('art', id)}`,
        type: 'Text',
        format: 'text/html',
      },
    ],
    partOf: [{ id: `${server.url}/iiif/collection/grange`, type: 'Collection' }],
    provider: [{ type: 'Agent', label: { none: [server.config.foundation.name] } }],
    behavior: ['individuals'],
  })
  // The pictures have different licences.
  expect(manifest.rights).toBeUndefined()
  for (const { id: address } of manifest.seeAlso ?? [])
    expect(address).toMatch(/\/exchange\/(lido|linked-art)\/art\/\d+$/)
  expect(manifest.seeAlso).toHaveLength(2)
})

test('gives a canvas the size, alternative text and image of its picture', async () => {
  const { items, thumbnail } = await readManifest()
  const [first, second] = items
  expect(items.map(({ width, height }) => [width, height])).toEqual([
    [700, 400],
    [500, 400],
  ])
  expect(first).toMatchObject({
    label: { fr: ['Un lac au matin'], de: ['Ein See am Morgen'] },
    rights: 'http://creativecommons.org/licenses/by-sa/4.0/',
    requiredStatement: { value: { none: ['Foto Müller'] } },
  })
  expect(second).toMatchObject({
    label: { none: ['2'] },
    rights: 'http://rightsstatements.org/vocab/InC/1.0/',
  })
  for (const canvas of items) {
    const [page] = canvas.items ?? []
    const [annotation] = page?.items ?? []
    expect(annotation).toMatchObject({
      type: 'Annotation',
      motivation: 'painting',
      target: canvas.id,
    })
    const body = annotation?.body as unknown as {
      id: string
      width: number
      service: { id: string }[]
    }
    const image = await server.fetch(body.id.replace(server.url, ''))
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const service = await readJson<{ id: string; width: number; rights: string }>(
      `${body.service[0]?.id}/info.json`.replace(server.url, ''),
    )
    expect([service.id, service.width, service.rights]).toEqual([
      body.service[0]?.id,
      canvas.width,
      canvas.rights,
    ])
  }
  const [smallImage] = thumbnail as unknown as { id: string; width: number }[]
  const { status, redirected } = await server.fetch((smallImage?.id ?? '').replace(server.url, ''))
  expect([status, redirected, smallImage?.width]).toEqual([200, false, 350])
})

test('leaves pictures for staff out of manifests and the Image API', async () => {
  const hidden = pictures.find((picture) => !picture.public)
  expect(hidden?.kind).toBe('condition')
  expect(JSON.stringify(await readManifest())).not.toContain(hidden?.name)
  expect((await server.fetch(`/iiif/3/${hidden?.name}/info.json`)).status).toBe(404)
  const shown = pictures[0]?.name
  expect((await server.fetch(`/iiif/3/${shown}/info.json`)).status).toBe(200)
  const readStatuses = async () =>
    Promise.all(
      [`/iiif/3/${shown}/info.json`, manifestPath].map(
        async (path) => (await server.fetch(path)).status,
      ),
    )
  await employee.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
  expect(await readStatuses()).toEqual([404, 404])
  await employee.call(api.inventory.setPublic, { body: { itemId: id, public: true } })
  expect(await readStatuses()).toEqual([200, 200])
})

test('lists the manifests of all items with pictures in the museum’s collection', async () => {
  const collection = await readJson<Collection>('/iiif/collection/grange')
  expect(collection).toMatchObject({
    type: 'Collection',
    id: `${server.url}/iiif/collection/grange`,
  })
  // The items of the demo have no pictures in tests.
  expect(collection.items).toEqual([
    {
      id: `${server.url}${manifestPath}`,
      type: 'Manifest',
      label: { none: ['Le lac'] },
    },
  ])
  expect(Object.keys(normalize(collection).entities.Collection)).toEqual([collection.id])
  await employee.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
  expect((await readJson<Collection>('/iiif/collection/grange')).items).toEqual([])
  await employee.call(api.inventory.setPublic, { body: { itemId: id, public: true } })
  expect((await readJson<Collection>('/iiif/collection/manege')).items).toEqual([])
})

test('answers 404 with a message for items without pictures and unknown addresses', async () => {
  for (const path of [
    'manifest/art/1',
    'manifest/art/999999',
    'manifest/art/x',
    `manifest/car/${id}`,
    'collection/x',
  ]) {
    const response = await server.fetch(`/iiif/${path}`)
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      404,
      'text/plain; charset=utf-8',
    ])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  }
})

test('reduces images and serves no manifests unless the collection is open', async () => {
  await using closed = await startTestServer({ OPEN_COLLECTION: 'off' })
  const clerk = await closed.signIn('employee')
  const itemId = await addItem(clerk)
  const file = await createPictureFile(createDrawing({ width: 2000, height: 1000 }).jpeg())
  await clerk.call(api.media.uploadImage, { body: { itemId }, file })
  await clerk.call(api.inventory.setPublic, { body: { itemId, public: true } })
  const { picture } = await clerk.call(api.inventory.details, { params: { id: itemId } })
  const info = await closed.fetch(`/iiif/3/${picture?.name}/info.json`)
  expect(await info.json()).toMatchObject({ width: 1600, height: 800 })
  expect(info.headers.get('access-control-allow-origin')).toBeNull()
  const readStatus = async (path: string, client: Client = closed) =>
    (await client.fetch(path)).status
  expect(await readStatus(`/iiif/3/${picture?.name}/1100,300,500,500/max/0/default.jpg`)).toBe(200)
  expect(await readStatus(`/iiif/3/${picture?.name}/1700,0,100,100/max/0/default.jpg`)).toBe(400)
  // Staff see the picture in full size.
  expect(
    await readStatus(`/api/iiif/3/${picture?.name}/1700,0,100,100/max/0/default.jpg`, clerk),
  ).toBe(200)
  expect(await readStatus(`/iiif/manifest/art/${toPublicNumber('art', itemId)}`)).toBe(404)
  expect(await readStatus('/iiif/collection/grange')).toBe(404)
})

test('serves names, labels and values in all their languages', async () => {
  // An artwork of the demo, with translations.
  const itemId = firstItemId('art')
  await employee.call(api.media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(),
  })
  const number = toPublicNumber('art', itemId)
  const { label, summary, metadata } = await readJson<Manifest>(`/iiif/manifest/art/${number}`)
  const { name, description, tags, texts } = await employee.call(api.inventory.details, {
    params: { id: itemId },
  })
  expect(Object.values(label ?? {}).flat()).toContain(name)
  expect(Object.values(summary ?? {}).flat()).toContain(description.trim())
  expect(Object.keys(label ?? {}).length).toBe(
    1 + Object.values(texts).filter((text) => text?.name).length,
  )
  expect(metadata).toContainEqual({
    label: expect.objectContaining({
      en: ['Artist'],
      de: [expect.any(String)],
      fr: [expect.any(String)],
    }),
    value: { none: [tags.artist] },
  })
})
