// @module-tag sqlite

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { addItem, addPlace, newFact } from '../../test/inventory.ts'
import { createDrawing, createMp3File, createPictureFile } from '../../test/media-files.ts'
import { type CsvRow, parseCsv } from '../../test/parse-csv.ts'
import { addSampleData, sampleTexts } from '../../test/sample-data.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { exportEverything, exportedColumns, unexportedTables } from './export.ts'
import { readSchema } from './schema.ts'

/** Exports a server's data into a folder of its data folder; returns functions that read it. */
async function exportTo(server: TestServer, name = 'export') {
  const folder = join(server.dataDir, name)
  const media = await openMediaStore(server.config.media)
  const { missing } = await server.inDatabase((db) =>
    exportEverything(folder, { db, media, clock: server.clock }),
  )
  const readText = (path: string) => readFile(join(folder, path), 'utf8')
  return {
    missing,
    paths: (await readdir(folder, { recursive: true })).sort(),
    readText,
    readCsv: async (path: string) => parseCsv(await readText(path)),
    readJson: async (path: string): Promise<unknown[]> => JSON.parse(await readText(path)),
  }
}

/** Removes the second picture of an item, so that only its history refers to the file. */
async function removeSecondPicture(root: Client, itemId: number): Promise<void> {
  const { pictures, version } = await root.call(api.inventory.details, { params: { id: itemId } })
  await root.call(api.media.savePictures, {
    body: {
      itemId,
      version,
      pictures: pictures
        .filter((_, index) => index !== 1)
        .map(({ name, kind, credit, licence, public: isPublic, alt }) => ({
          name,
          kind,
          credit,
          licence,
          public: isPublic,
          alt,
        })),
    },
  })
}

test('names media files after their item, without characters that a system rejects', async () => {
  await using server = await startTestServer()
  const { itemId, root } = await addSampleData(server)
  await root.call(api.media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(createDrawing({ width: 90 }).png(), 'neu.png'),
  })
  await removeSecondPicture(root, itemId)
  const longNamedId = await addItem(root, {
    identifier: 'HOKUSAI',
    name: '神奈川沖浪裏'.repeat(50),
  })
  await root.call(api.media.uploadRecording, {
    body: { itemId: longNamedId },
    file: createMp3File(),
  })

  const { missing, paths, readCsv } = await exportTo(server)
  expect(missing).toEqual([])
  const { identifier } = await root.call(api.inventory.details, { params: { id: itemId } })
  const safeName = sampleTexts.name.replaceAll(/[\\"]/g, '_')
  const title = `${identifier} ${safeName} (${itemId})`
  expect(paths).toEqual(
    expect.arrayContaining([
      'README.txt',
      'cars.csv',
      `media/artworks/${title}.png`,
      `media/artworks/${title}.mp3`,
      `media/artworks/${title} 2.png`,
    ]),
  )
  expect(paths).toContainEqual(
    expect.stringMatching(/^media\/artworks\/HOKUSAI (神奈川沖浪裏){5}.* \(\d+\)\.mp3$/),
  )
  expect(paths).toContainEqual(expect.stringMatching(/^media\/earlier\/[0-9a-f]{12} picture\.jpg$/))
  const pictures = await readCsv('pictures.csv')
  expect(pictures.filter(({ item }) => item === String(itemId))).toMatchObject([
    { number: '1', file: `media/artworks/${title}.png`, kind: 'view', public: 'yes' },
    {
      number: '2',
      file: `media/artworks/${title} 2.png`,
      kind: 'back',
      public: 'no',
      credit: 'Photo: Ævar',
      licence: 'CC-BY-4.0',
      'alternative text in German': 'Die “Rückseite”',
    },
  ])
})

test('exports items, comments, the journal and the history, but no secrets', async () => {
  await using server = await startTestServer()
  const { itemId, root } = await addSampleData(server)
  const { paths, readText, readCsv, readJson } = await exportTo(server)

  const artworks = await readText('artworks.csv')
  // CSV encloses such a text in quotation marks, and doubles those inside it.
  expect(artworks).toContain(`"${sampleTexts.name.replaceAll('"', '""')}"`)
  expect(artworks).toContain('Der Sommer “am Meer”')
  expect((await readCsv('artworks.csv')).length).toBeGreaterThan(120)
  expect(await readText('json/item_text.json')).toContain('Der Sommer “am Meer”')
  expect(await readText('comments.csv')).toContain(sampleTexts.comment)
  expect(await readText('comments.csv')).not.toContain(sampleTexts.deletedComment)
  expect(await readText('journal.csv')).toContain(
    `2026-05-31,${sampleTexts.journalEntry},${sampleTexts.journalTag}`,
  )
  expect(await readText('users.csv')).toContain('root@example.org')

  const { identifier } = await root.call(api.inventory.details, { params: { id: itemId } })
  expect(await readJson('json/change.json')).toContainEqual(
    expect.objectContaining({
      subject: 'item',
      subject_id: itemId,
      after: expect.objectContaining({ identifier }),
    }),
  )
  const items = await server.inDatabase((db) => db.selectFrom('item').select('id').execute())
  expect(await readJson('json/item.json')).toHaveLength(items.length)
  for (const path of paths.filter((name) => /\.(json|csv)$/.test(name)))
    expect(await readText(path), path).not.toMatch(/argon2|password_hash|token_hash/)
})

test('never overwrites a file, and creates no folder on a disk that is not mounted', async () => {
  await using server = await startTestServer()
  await exportTo(server)
  await expect(exportTo(server)).rejects.toThrow('is not empty')
  const file = join(server.dataDir, 'something else.txt')
  await writeFile(file, 'precious')
  await expect(exportTo(server, 'something else.txt')).rejects.toThrow('is a file')
  expect(await readFile(file, 'utf8')).toBe('precious')
  await expect(exportTo(server, 'not mounted/export')).rejects.toThrow('There is no folder')
})

test('exports places, movements, stocktakes and questions as spreadsheets', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const house = await addPlace(root, 'Maison', { code: 'M' })
  const hall = await addPlace(root, 'Salle', { code: 'M1', parent_id: house.id })
  const itemId = await addItem(root, { identifier: 'LG-900' })
  const movement = { day: '2026-01-04', reason: 'display', remark: 'Neu gehängt' } as const
  await root.call(api.places.move, { body: { ids: [itemId], to: hall.id, ...movement } })
  const { id } = await root.call(api.stocktake.open, {
    body: { name: 'Rundgang', scope: { places: [hall.id] } },
  })
  const fact = newFact({
    itemId,
    placeId: hall.id,
    code: 'LG-900',
    condition: 'urgent',
    remark: 'Riss',
  })
  await root.call(api.stocktake.send, { params: { id }, body: { since: '', facts: [fact] } })
  await server.inDatabase((db) =>
    db
      .insertInto('visitor_question')
      .values({
        item_id: itemId,
        day: '2026-01-05',
        lang: 'fr',
        question: 'Qui ?',
        meaning: 'qui',
        kind: 'fact',
        kind_now: 'fact',
        asked_of: '',
        dismissed: 0,
      })
      .execute(),
  )

  const { readCsv } = await exportTo(server)
  expect(await readCsv('places.csv')).toContainEqual(
    expect.objectContaining({ path: 'Maison › Salle', code: 'M1', kind: 'Hall', archived: 'no' }),
  )
  expect(await readCsv('movements.csv')).toContainEqual(
    expect.objectContaining({
      identifier: 'LG-900',
      from: '',
      to: 'Maison › Salle',
      day: '2026-01-04',
      remark: 'Neu gehängt',
    }),
  )
  expect(await readCsv('stocktakes.csv')).toContainEqual(
    expect.objectContaining({
      stocktake: 'Rundgang',
      identifier: 'LG-900',
      condition: 'urgent',
      remark: 'Riss',
      late: 'no',
    }),
  )
  expect(await readCsv('questions.csv')).toContainEqual(
    expect.objectContaining({ identifier: 'LG-900', language: 'fr', question: 'Qui ?' }),
  )
})

test('restores artworks by uploading their exported spreadsheet', async () => {
  await using server = await startTestServer()
  const { itemId, root } = await addSampleData(server)
  // Texts that a spreadsheet program would take for formulas, or that break a line.
  const oddId = await addItem(root, {
    identifier: '-7',
    name: '=1+1',
    description: " 'a;b,c\t\n\n=d ",
  })
  // An attribute that was removed from its type.
  await server.inDatabase((db) =>
    db.insertInto('item_tag').values({ item_id: oddId, tag_key: 'glaze', value: "'+41" }).execute(),
  )
  const exportArtworks = async (folder: string) =>
    (await exportTo(server, folder)).readCsv('artworks.csv')
  const upload = (data: CsvRow[]) =>
    root.call(api.imports.uploadArt, { body: { data, emptyCells: 'erase' } })

  const before = await exportArtworks('before')
  expect(Object.keys(before[0] ?? {})).toEqual(
    expect.arrayContaining(['id', 'created', 'picture', 'glaze']),
  )
  expect(await upload(before)).toMatchObject({
    created: [],
    changed: [],
    unchanged: before.length,
    importId: null,
  })

  await root.call(api.inventory.saveTags, {
    body: { itemId, tags: { artist: 'X', year: '', title: 'Y' } },
  })
  const data = { identifier: '-7', name: 'Z', description: 'Z' }
  await root.call(api.inventory.saveInfo, { body: { itemId: oddId, data } })
  expect((await upload(before)).changed).toHaveLength(2)
  // The time of the last change differs.
  const withoutChanged = (rows: CsvRow[]) => rows.map(({ changed: _, ...row }) => row)
  expect(withoutChanged(await exportArtworks('after'))).toEqual(withoutChanged(before))
})

test('exports or excludes every table explicitly', async () => {
  await using server = await startTestServer()
  const tables = await server.inDatabase(readSchema)
  expect([...Object.keys(exportedColumns), ...unexportedTables].sort()).toEqual(
    tables.map(({ name }) => name).sort(),
  )
})
