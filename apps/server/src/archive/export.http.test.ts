import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { addItem, addPlace, newFact } from '../../test/inventory.ts'
import { createDrawing, createMp3File, createPictureFile } from '../../test/media-files.ts'
import { type CsvRow, parseCsv } from '../../test/parse-csv.ts'
import { addSampleData } from '../../test/sample-data.ts'
import { startTestServer } from '../../test/server.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { exportEverything, exportedColumns, unexportedTables } from './export.ts'
import { readSchema } from './schema.ts'

// @module-tag sqlite

test('exports everything but secrets', async () => {
  await using server = await startTestServer()
  const { itemId, root } = await addSampleData(server)
  const { version } = await root.call(api.media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(createDrawing({ width: 90 }).png(), 'neu.png'),
  })
  const { pictures: all } = await root.call(api.inventory.details, { params: { id: itemId } })
  const remaining = all.filter((_, position) => position !== 1)
  await root.call(api.media.savePictures, {
    body: {
      itemId,
      version,
      pictures: remaining.map(({ name, kind, credit, licence, public: isPublic, alt }) => ({
        name,
        kind,
        credit,
        licence,
        public: isPublic,
        alt,
      })),
    },
  })
  const long = await addItem(root, { identifier: 'HOKUSAI', name: '神奈川沖浪裏'.repeat(50) })
  await root.call(api.media.uploadRecording, { body: { itemId: long }, file: createMp3File() })
  const folder = join(server.dataDir, 'export')
  const media = await openMediaStore(server.config.media)
  const exportTo = (to = folder) =>
    server.inDatabase((db) => exportEverything(to, { db, media, clock: server.clock }))
  expect(await exportTo()).toMatchObject({ missing: [] })
  await expect(exportTo()).rejects.toThrow('is not empty')
  const file = join(server.dataDir, 'something else.txt')
  await writeFile(file, 'precious')
  await expect(exportTo(file)).rejects.toThrow('is a file')
  await expect(exportTo(join(server.dataDir, 'not mounted', 'export'))).rejects.toThrow(
    'There is no folder',
  )
  expect(await readFile(file, 'utf8')).toBe('precious')

  const names = (await readdir(folder, { recursive: true })).sort()
  const { identifier } = await root.call(api.inventory.details, { params: { id: itemId } })
  const title = `${identifier} L’été “à la mer” 🌊 _ _x_ (${itemId})`
  expect(names).toEqual(
    expect.arrayContaining([
      'README.txt',
      'cars.csv',
      `media/artworks/${title}.png`,
      `media/artworks/${title}.mp3`,
      `media/artworks/${title} 2.png`,
    ]),
  )
  expect(names).toContainEqual(
    expect.stringMatching(/^media\/artworks\/HOKUSAI (神奈川沖浪裏){5}.* \(\d+\)\.mp3$/),
  )
  expect(names).toContainEqual(expect.stringMatching(/^media\/earlier\/[0-9a-f]{12} picture\.jpg$/))

  const read = (name: string) => readFile(join(folder, name), 'utf8')
  expect(await read('artworks.csv')).toContain(`"L’été “à la mer” 🌊 \\ ""x"""`)
  expect(await read('artworks.csv')).toContain('Der Sommer “am Meer”')
  expect(await read('json/item_text.json')).toContain('Der Sommer “am Meer”')
  expect((await read('artworks.csv')).split('\r\n').length).toBeGreaterThan(120)
  const pictures = parseCsv(await read('pictures.csv')).filter(
    ({ item }) => item === String(itemId),
  )
  expect(pictures).toMatchObject([
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
  expect(await read('comments.csv')).toContain('Rahmen neu vergoldet')
  expect(await read('comments.csv')).not.toContain('ein Irrtum')
  expect(await read('journal.csv')).toMatch(/2026-05-31,Vergoldung wie an LG-013 fertig,Atelier/)
  expect(await read('users.csv')).toContain('root@example.org')

  const changes: unknown[] = JSON.parse(await read('json/change.json'))
  expect(changes).toContainEqual(
    expect.objectContaining({
      subject: 'item',
      subject_id: itemId,
      after: expect.objectContaining({ identifier }),
    }),
  )
  const items: unknown[] = JSON.parse(await read('json/item.json'))
  expect(items).toHaveLength(
    await server.inDatabase(
      async (db) => (await db.selectFrom('item').select('id').execute()).length,
    ),
  )
  for (const name of names.filter((name) => /\.(json|csv)$/.test(name))) {
    expect(await read(name)).not.toMatch(/argon2|password_hash|token_hash/)
  }
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
  const question = {
    item_id: itemId,
    day: '2026-01-05',
    lang: 'fr',
    question: 'Qui ?',
    meaning: 'qui',
  } as const
  const answered = { kind: 'fact', kind_now: 'fact', asked_of: '', dismissed: 0 } as const
  await server.inDatabase((db) =>
    db
      .insertInto('visitor_question')
      .values({ ...question, ...answered })
      .execute(),
  )

  const folder = join(server.dataDir, 'export')
  const media = await openMediaStore(server.config.media)
  await server.inDatabase((db) => exportEverything(folder, { db, media, clock: server.clock }))
  const readRows = async (name: string) => parseCsv(await readFile(join(folder, name), 'utf8'))
  expect(await readRows('places.csv')).toContainEqual(
    expect.objectContaining({ path: 'Maison › Salle', code: 'M1', kind: 'Hall', archived: 'no' }),
  )
  expect(await readRows('movements.csv')).toContainEqual(
    expect.objectContaining({
      identifier: 'LG-900',
      from: '',
      to: 'Maison › Salle',
      day: '2026-01-04',
      remark: 'Neu gehängt',
    }),
  )
  expect(await readRows('stocktakes.csv')).toContainEqual(
    expect.objectContaining({
      stocktake: 'Rundgang',
      identifier: 'LG-900',
      condition: 'urgent',
      remark: 'Riss',
      late: 'no',
    }),
  )
  expect(await readRows('questions.csv')).toContainEqual(
    expect.objectContaining({ identifier: 'LG-900', language: 'fr', question: 'Qui ?' }),
  )
})

test('restores artworks by uploading their exported spreadsheet', async () => {
  await using server = await startTestServer()
  const { itemId, root } = await addSampleData(server)
  const odd = await addItem(root, {
    identifier: '-7',
    name: '=1+1',
    description: " 'a;b,c\t\n\n=d ",
  })
  // An attribute that was removed from its type.
  await server.inDatabase((db) =>
    db.insertInto('item_tag').values({ item_id: odd, tag_key: 'glaze', value: "'+41" }).execute(),
  )
  const media = await openMediaStore(server.config.media)
  const artworks = async (name: string) => {
    const folder = join(server.dataDir, name)
    await server.inDatabase((db) => exportEverything(folder, { db, media, clock: server.clock }))
    return parseCsv(await readFile(join(folder, 'artworks.csv'), 'utf8'))
  }
  const upload = (data: CsvRow[]) =>
    root.call(api.imports.uploadArt, { body: { data, emptyCells: 'erase' } })

  const before = await artworks('before')
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
  await root.call(api.inventory.saveInfo, { body: { itemId: odd, data } })
  expect((await upload(before)).changed).toHaveLength(2)
  const withoutChanged = (rows: CsvRow[]) => rows.map(({ changed: _, ...row }) => row)
  expect(withoutChanged(await artworks('after'))).toEqual(withoutChanged(before))
})

test('exports every table that is not excluded explicitly', async () => {
  await using server = await startTestServer()
  const tables = await server.inDatabase(readSchema)
  expect([...Object.keys(exportedColumns), ...unexportedTables].sort()).toEqual(
    tables.map(({ name }) => name).sort(),
  )
})
