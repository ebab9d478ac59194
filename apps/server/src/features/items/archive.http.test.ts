// @module-tag sqlite

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, formatAuditEvent, type ItemListEntry, labelSheets } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem } from '../../../test/inventory.ts'
import { createDrawing, createMp3File, createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openMediaStore } from '../../adapters/media/open-media.ts'
import { exportEverything } from '../../archive/export.ts'
import { days } from '../../base/clock.ts'
import { checkItems } from './check.ts'

const archive = (client: Client, ...itemIds: number[]) =>
  client.call(api.inventory.setArchived, { body: { itemIds, archived: true } })
const restore = (client: Client, ...itemIds: number[]) =>
  client.call(api.inventory.setArchived, { body: { itemIds, archived: false } })
const details = (client: Client, id: number) =>
  client.call(api.inventory.details, { params: { id } })
const remove = (client: Client, id: number) => client.call(api.inventory.remove, { params: { id } })
const listIds = (entries: unknown) => (entries as ItemListEntry[]).map(({ id }) => id)

const recordingFile = createMp3File({ seed: 1 })
/** The largest id that a request may have. */
const unknownId = 2_147_483_647

async function addItemWithMedia(client: Client, identifier: string): Promise<number> {
  const id = await addItem(client, { identifier, name: 'Villanelle perdue' })
  await client.call(api.media.uploadImage, {
    body: { itemId: id },
    file: await createPictureFile(createDrawing({ width: 90 }).png()),
  })
  await client.call(api.media.uploadRecording, { body: { itemId: id }, file: recordingFile })
  return id
}

test('hides an archived item from lists, pages and papers until it is restored', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const id = await addItemWithMedia(clerk, 'LG-900')
  await clerk.call(api.comments.add, { body: { itemId: id, comment: 'Rahmen prüfen' } })
  const before = await details(clerk, id)
  const media = ['image', 'image/medium', 'image/thumbnail', 'recording'].flatMap((kind) => [
    `/api/${kind}/${id}`,
    `/api/${kind}/${id}?v=${kind === 'recording' ? before.recording?.name : before.picture?.name}`,
  ])
  const pages = [
    `/art/${id}`,
    `/api/public/details/${id}`,
    `/api/public/art/qr/${id}`,
    `/api/pdf-art/v6/${id}`,
  ]
  const previews = ['', '/pdf', '/qr'].map((part) => `/api/inventory/preview/${id}${part}`)
  const label = { type: 'art' as const, ids: [id], sheet: labelSheets['two-by-four'].sheet }
  const readStatuses = (client: Client, paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => `${(await client.fetch(path)).status} ${path}`))
  const readVisibility = async () => ({
    list: listIds(await clerk.call(api.inventory.art)).includes(id),
    archive: listIds(await clerk.call(api.inventory.artArchived)).includes(id),
    comments: (await clerk.call(api.comments.all, { query: {} })).some(
      ({ item_id }) => item_id === id,
    ),
    commentsOfItem: (await clerk.call(api.comments.ofItem, { params: { id } })).length,
    gaps: (
      await server.inDatabase((db) =>
        db.selectFrom('item_gap').select('rule').where('item_id', '=', id).execute(),
      )
    )
      .map(({ rule }) => rule)
      .toSorted(),
    label: (await clerk.send(api.papers.labels, { body: label })).status,
  })
  const withStatus = (status: number, paths: readonly string[]) =>
    paths.map((path) => `${status} ${path}`)
  const publicPaths = [...pages, ...media]

  const visible = {
    list: true,
    archive: false,
    comments: true,
    commentsOfItem: 1,
    gaps: ['alt', 'location', 'text'],
    label: 200,
  }
  expect(await readVisibility()).toEqual(visible)
  expect(await archive(clerk, id, id, unknownId)).toEqual({ changed: [id] })
  expect(await archive(clerk, id)).toEqual({ changed: [] })
  expect(await details(clerk, id)).toEqual({
    ...before,
    version: 4,
    archived: { at: expect.any(String), by: 'Noémie Chappuis' },
  })
  expect(await readVisibility()).toEqual({
    list: false,
    archive: true,
    comments: false,
    commentsOfItem: 1,
    gaps: [],
    label: 409,
  })
  expect(await readStatuses(server, publicPaths)).toEqual(withStatus(404, publicPaths))
  expect(await readStatuses(clerk, previews)).toEqual(withStatus(404, previews))
  // Staff still see its media, which no shared cache may store.
  for (const path of media) {
    const answer = await clerk.fetch(path)
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      200,
      'private, no-cache',
    ])
  }
  const row = { identifier: 'lg-900', name: 'From a file' }
  await expect(clerk.call(api.imports.uploadArt, { body: { data: [row] } })).rejects.toMatchObject({
    body: {
      obj: { refused: [{ row: 2, reason: '“lg-900” is archived. Please restore it first.' }] },
    },
  })

  expect(await restore(clerk, id)).toEqual({ changed: [id] })
  expect(await details(clerk, id)).toEqual({ ...before, version: 5 })
  expect(await readVisibility()).toEqual(visible)
  expect(await readStatuses(server, publicPaths)).toEqual(withStatus(200, publicPaths))

  const [restoring, archiving] = await listChanges(clerk, 'item', id)
  expect([restoring, archiving]).toMatchObject([
    { kind: 'archived', fields: [{ field: 'Archived', before: 'Yes', after: '' }] },
    { kind: 'archived', fields: [{ field: 'Archived', before: '', after: 'Yes' }] },
  ])
  await undoChange(clerk, 'item', id, restoring)
  expect((await details(clerk, id)).archived).not.toBeNull()
  await expect(archive(clerk, unknownId)).rejects.toMatchObject({ status: 404 })
})

test('archives many items of both types at once', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const cars = await Promise.all(Array.from({ length: 20 }, () => addItem(clerk, { type_id: 1 })))
  const art = await addItem(clerk)
  expect((await archive(clerk, ...cars, art)).changed.toSorted()).toEqual([...cars, art].toSorted())
  expect(listIds(await clerk.call(api.inventory.carsArchived)).toSorted()).toEqual(cars.toSorted())
  expect(listIds(await clerk.call(api.inventory.cars))).not.toContain(cars[0])
  expect(await server.inDatabase(checkItems)).toEqual([])
})

/** Returns the names of all files of an export and the content of its CSV and JSON files. */
async function exportData(
  { config, clock, dataDir, inDatabase }: TestServer,
  name: string,
): Promise<string> {
  const folder = join(dataDir, name)
  const media = await openMediaStore(config.media)
  await inDatabase((db) => exportEverything(folder, { db, media, clock }))
  const files = await readdir(folder, { recursive: true })
  const texts = files
    .filter((file) => /\.(csv|json)$/.test(file))
    .map((file) => readFile(join(folder, file), 'utf8'))
  return [...files, ...(await Promise.all(texts))].join('\n')
}

test('lets root delete an item completely after 30 days in the archive', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const id = await addItemWithMedia(clerk, 'LG-901')
  const { picture, recording } = await details(clerk, id)
  await clerk.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { provenance: 'Nachlass Zwyssigen' } },
  })
  const { name } = await details(clerk, id)
  const fields = { name: { text: 'Zwyssigens Bild', was: '', source: name } }
  await clerk.call(api.inventory.saveTexts, {
    body: { itemId: id, lang: 'de', fields, state: 'checked' },
  })
  await clerk.call(api.comments.add, { body: { itemId: id, comment: 'Erben Zwyssigen anrufen' } })
  // Another item had the same recording, so that its history can restore it.
  const otherId = await addItem(clerk, { identifier: 'LG-902' })
  for (const file of [recordingFile, createMp3File({ seed: 2 })]) {
    await clerk.call(api.media.uploadRecording, { body: { itemId: otherId }, file })
  }

  const root = await server.signIn('root')
  const refusal = (message: string) => ({ status: 409, body: { message } })
  await expect(remove(clerk, id)).rejects.toMatchObject({ status: 403 })
  await expect(remove(root, id)).rejects.toMatchObject(
    refusal('Only an archived item can be deleted for good. Please archive it first.'),
  )
  await archive(clerk, id)
  server.clock.advance(days(29))
  const rootLater = await server.signIn('root')
  await expect(remove(rootLater, id)).rejects.toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(
        /^An item can be deleted for good after 30 days in the archive: this one from \d/,
      ),
    },
  })
  expect(await exportData(server, 'before')).toContain('Zwyssigen')
  server.clock.advance(days(1))
  await remove(rootLater, id)

  await expect(remove(rootLater, id)).rejects.toMatchObject({ status: 404 })
  await expect(details(rootLater, id)).rejects.toMatchObject({ status: 404 })
  await expect(listChanges(rootLater, 'item', id)).rejects.toMatchObject({ status: 404 })
  const exported = await exportData(server, 'after')
  expect(['Zwyssigen', 'LG-901'].filter((text) => exported.includes(text))).toEqual([])
  expect(exported).toContain('LG-902')
  const { database } = server.config
  for (const ending of database.kind === 'sqlite' ? ['', '-wal'] : []) {
    const bytes = await readFile(join(server.dataDir, `vitrine.sqlite${ending}`))
    expect([ending, bytes.includes('Zwyssigen')]).toEqual([ending, false])
  }
  const media = await openMediaStore(server.config.media)
  const keys: string[] = []
  const ignoreUnreadable = () => {}
  for await (const { key } of media.list(ignoreUnreadable)) keys.push(key ?? '')
  const isStored = (name = '?') => keys.some((key) => key.startsWith(name))
  expect([isStored(picture?.name), isStored(recording?.name)]).toEqual([false, true])
  expect(await server.inDatabase(checkItems)).toEqual([])

  const { entries } = await rootLater.call(api.audit.list, { query: { kind: 'item-deleted' } })
  expect(entries.map(formatAuditEvent)).toEqual([
    expect.stringMatching(`^Claire Aebischer deleted item ${id} for good from `),
  ])
  // Its id is not reused.
  expect(await addItem(rootLater)).toBeGreaterThan(id)
})
