// @module-tag sqlite

import { api, type EmptyCellPolicy } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, plainAttribute } from '../../../test/inventory.ts'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import { parseCsv } from '../../../test/parse-csv.ts'
import { startTestServer, type TestServer, test } from '../../../test/server.ts'
import { gapProjection } from '../../projections/gaps.ts'
import { checkItems } from './check.ts'

const french = 'Le moteur tourne plus vite que ceux des concurrents, et il est dans la cour.'
const german = 'Der Motor dreht schneller als die der Konkurrenz, und er steht im Hof.'

type Rows = Record<string, string>[]

interface UploadOptions {
  readonly emptyCells?: EmptyCellPolicy
  readonly dryRun?: boolean
}

const upload = (client: Client, data: Rows, options: UploadOptions = {}) =>
  client.call(api.imports.uploadArt, { body: { data, ...options } })
const details = (client: Client, id: number) =>
  client.call(api.inventory.details, { params: { id } })
const download = async (client: Client, ids: number[], columns?: string[]) => {
  const body = { ids, delimiter: 'comma' as const, ...(columns && { columns }) }
  const file = await client.send(api.inventory.artCsv, { body })
  return parseCsv(Buffer.from(await file.arrayBuffer()).toString())
}

test('exports and imports translations, language and note as CSV', async ({ employee: clerk }) => {
  const id = await addItem(clerk, { identifier: 'T-1', name: 'Moteur', description: french })
  await clerk.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { music_detail: 'Deux mouvements.' } },
  })
  const row = {
    identifier: 'T-1',
    description_de: german,
    name_de: 'Moteur',
    music_detail_en: 'Two.',
    note: 'Lent.',
  }
  const { changed } = await upload(clerk, [
    row,
    { ...row, identifier: 'T-2', name: 'B', description: french, music_detail: 'Deux.' },
  ])
  expect(changed[0]?.fields.map(({ field }) => field)).toContain('Description in German')
  const texts = {
    de: {
      name: { text: 'Moteur', state: 'checked', source: 'Moteur' },
      description: { text: german, state: 'checked', source: french },
    },
    en: { music_detail: { text: 'Two.', state: 'checked', source: 'Deux mouvements.' } },
  }
  expect(await details(clerk, id)).toMatchObject({ texts, note: 'Lent.', language: 'fr' })

  const [exported] = await download(clerk, [id])
  expect(exported).toMatchObject({ ...row, name_fr: '', description_en: '', language: 'fr' })
  expect(Object.keys(exported ?? {}).slice(0, 3)).toEqual(['identifier', 'name', 'description'])
  expect(await download(clerk, [id], ['name_de', 'note'])).toEqual([
    { identifier: 'T-1', name_de: 'Moteur', note: 'Lent.' },
  ])
  expect(await upload(clerk, [exported ?? {}])).toMatchObject({ unchanged: 1, importId: null })
})

const expectConsistentItems = async ({ inDatabase, clock }: TestServer) => {
  expect(await inDatabase(checkItems)).toEqual([])
  expect(await inDatabase((db) => gapProjection.compare(db, clock))).toEqual([])
}

test('uploads a changed original with its translation, and erases texts by empty cells', async ({
  server,
  employee: clerk,
}) => {
  const identifier = 'T-3'
  const id = await addItem(clerk, { identifier, name: 'Moteur', description: french })
  await upload(clerk, [{ identifier, name_de: 'Moteur', description_de: german, note: 'Lent.' }])
  const translatedName = { text: 'Moteur', state: 'checked', source: 'Moteur' }

  await upload(clerk, [
    {
      identifier,
      description: `${french} Fin.`,
      description_de: `${german} Ende.`,
      name_de: '',
    },
  ])
  expect((await details(clerk, id)).texts.de).toEqual({
    name: translatedName,
    description: { text: `${german} Ende.`, state: 'checked', source: `${french} Fin.` },
  })
  await upload(clerk, [{ identifier, description_de: '', language: 'IT ', note: '' }], {
    emptyCells: 'erase',
  })
  expect(await details(clerk, id)).toMatchObject({
    note: '',
    language: 'it',
    texts: { de: { name: translatedName } },
  })
  await expectConsistentItems(server)
})

test('undoes an upload of translations, except for items changed since', async ({
  server,
  employee: clerk,
}) => {
  await addItem(clerk, { identifier: 'T-4', name: 'Moteur', description: french })
  const { importId } = await upload(clerk, [
    { identifier: 'T-4', description_de: german },
    { identifier: 'T-5', name: 'B', description: french, description_de: german },
  ])
  await upload(clerk, [{ identifier: 'T-4', description_de: `${german} Ende.` }])
  const undone = await clerk.call(api.imports.undo, { body: { importId: importId ?? 0 } })
  expect(undone).toMatchObject({ restored: 1, left: [{ identifier: 'T-4' }] })
  await expectConsistentItems(server)
})

test('refuses an invalid translation with its column, and writes nothing', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  await addItem(clerk, { identifier: 'T-1', name: 'Moteur', description: french })
  const findReason = async (cells: Record<string, string>) =>
    (await upload(clerk, [{ identifier: 'T-1', ...cells }], { dryRun: true })).refused[0]?.reason
  expect(await findReason({ description_fr: german })).toBe(
    'description_fr: The original is already in French. Please change it there.',
  )
  expect(await findReason({ description_fr: french })).toBeUndefined()
  expect(await findReason({ description_de: ` ${french}` })).toMatch(
    /^description_de: .* the same as the original/,
  )
  expect(await findReason({ music_detail_de: 'Zwei.' })).toMatch(
    /^music_detail_de: There is no original/,
  )
  expect(await findReason({ name_de: 'x'.repeat(301) })).toMatch(/^name_de: .*300 characters/)
  expect(await findReason({ language: 'Latin' })).toMatch(/^language: Please use one of en, de, fr/)
  await expect(upload(clerk, [{ identifier: 'T-1', year_de: 'x' }])).rejects.toMatchObject({
    status: 400,
  })

  // An attribute with the same name as a translation column keeps its column.
  const root = await server.signIn('root')
  await root.call(api.attributes.add, {
    body: { type: 'art', tag_key: 'name_de', attribute: plainAttribute },
  })
  await upload(clerk, [{ identifier: 'T-1', name_de: 'An attribute' }])
  const item = (await clerk.call(api.inventory.art)).find(({ identifier }) => identifier === 'T-1')
  expect(await details(clerk, item?.id ?? 0)).toMatchObject({
    tags: { name_de: 'An attribute' },
    texts: {},
  })
})

test('plans an upload again if a translation was saved meanwhile', async ({
  server,
  employee: clerk,
}) => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      addItem(clerk, { identifier: `U-${index}`, name: 'Moteur', description: french }),
    ),
  )
  const translate = (itemId: number) =>
    clerk.call(api.inventory.saveTexts, {
      body: {
        itemId,
        lang: 'de',
        fields: { name: { text: 'Motor', was: '', source: 'Moteur' } },
        state: 'checked',
      },
    })
  const rows = ids.map((_, index) => ({ identifier: `U-${index}`, artist: 'Anker' }))
  await Promise.all([upload(clerk, rows), ...ids.map(translate)])
  expect(await server.inDatabase(checkItems)).toEqual([])
  for (const id of ids)
    expect(await details(clerk, id)).toMatchObject({
      tags: { artist: 'Anker' },
      texts: { de: { name: { text: 'Motor' } } },
    })
})

test('exports and imports credit, licence and texts of the first picture as CSV', async ({
  employee: clerk,
}) => {
  const id = await addItem(clerk, { identifier: 'P-1' })
  await addItem(clerk, { identifier: 'P-2' })
  for (const width of [10, 20]) {
    const file = await createPictureFile(createDrawing({ width }).jpeg())
    await clerk.call(api.media.addPicture, { body: { itemId: id }, file })
  }
  const before = await details(clerk, id)
  const row = {
    identifier: 'P-1',
    picture_credit: 'Photo: A',
    picture_licence: 'cc0-1.0',
    picture_alt_de: 'Blau',
  }
  const { refused } = await upload(
    clerk,
    [
      { identifier: 'P-3', picture_licence: 'mine' },
      { identifier: 'P-4', picture_credit: 'x'.repeat(201) },
    ],
    { dryRun: true },
  )
  expect(refused.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^picture_licence: Please use one of CC0-1.0, /),
    'picture_credit: Please use at most 200 characters.',
  ])
  const { changed } = await upload(clerk, [row])
  expect(changed[0]?.fields.map(({ field }) => field)).toEqual([
    'Credit of picture 1',
    'Licence of picture 1',
    'Alternative text of picture 1 in German',
  ])
  const [first, second] = (await details(clerk, id)).pictures
  expect(first).toMatchObject({
    credit: 'Photo: A',
    licence: 'CC0-1.0',
    alt: { fr: '', de: 'Blau', en: '' },
  })
  expect(second).toEqual(before.pictures[1])

  const [exported] = await download(clerk, [id])
  expect(exported).toMatchObject({ ...row, picture_licence: 'CC0-1.0', picture_alt_fr: '' })
  expect(await upload(clerk, [exported ?? {}], { emptyCells: 'erase' })).toMatchObject({
    unchanged: 1,
    importId: null,
  })
  await upload(clerk, [{ identifier: 'P-1', picture_credit: '' }], { emptyCells: 'erase' })
  expect((await details(clerk, id)).pictures[0]).toMatchObject({ credit: '', licence: 'CC0-1.0' })
  const { importId } = await upload(clerk, [{ identifier: 'P-1', picture_alt_de: '' }], {
    emptyCells: 'erase',
  })
  await clerk.call(api.imports.undo, { body: { importId: importId ?? 0 } })
  expect((await details(clerk, id)).pictures[0]?.alt.de).toBe('Blau')
})

test('uploads an export into an empty museum, but skips the texts of its pictures', async () => {
  await using exporter = await startTestServer()
  const exportClerk = await exporter.signIn('employee')
  const ids = [
    await addItem(exportClerk, { identifier: 'H-1', name: 'Moteur', description: french }),
    await addItem(exportClerk, { identifier: 'H-2', name: 'Roue' }),
  ]
  const [itemId = 0] = ids
  await exportClerk.call(api.media.addPicture, {
    body: { itemId },
    file: await createPictureFile(),
  })
  await upload(exportClerk, [
    { identifier: 'H-1', picture_credit: 'Photo: A', picture_alt_de: 'Blau', name_de: 'Motor' },
  ])
  const rows = await download(exportClerk, ids)

  await using importer = await startTestServer()
  const clerk = await importer.signIn('employee')
  const reason =
    'picture_credit, picture_alt_de: This item has no picture. Please add one, then upload again.'
  const firstDataRow = 2
  const row = firstDataRow + rows.findIndex(({ identifier }) => identifier === 'H-1')
  const { created, refused, skipped } = await upload(clerk, rows)
  expect({ created: created.length, refused, skipped }).toEqual({
    created: 2,
    refused: [],
    skipped: [{ row, reason }],
  })
  // Everything else is imported.
  expect(await upload(clerk, rows, { emptyCells: 'erase' })).toMatchObject({
    unchanged: 2,
    skipped: [{ row, reason }],
    importId: null,
  })
})
