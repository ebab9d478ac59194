// @module-tag postgres

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Client } from '../../test/client.ts'
import { queryDatabaseOf } from '../../test/faults/check-database.ts'
import { addItem } from '../../test/inventory.ts'
import { createDataFolder } from '../../test/process.ts'
import { openScratch } from '../adapters/files/files.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { systemClock } from '../base/clock.ts'
import { readConfig } from '../config/config.ts'
import { knownMigrations, migrate } from '../db/migrate.ts'
import { checkItems } from '../features/items/index.ts'
import { readPlaceTree } from '../items/places.ts'
import { gapProjection, rebuildGaps } from '../projections/gaps.ts'
import { compareProjections, fillProjections } from '../projections/index.ts'
import { startServer } from '../runtime/start.ts'
import { type Backup, openBackup } from './backup-file.ts'
import { checkEverything } from './check.ts'
import { fillDatabase } from './copy.ts'
import { restoreBackup } from './restore-backup.ts'
import { type Row, readRows } from './rows.ts'
import { readSchema, type Table } from './schema.ts'

// Backups of servers that ran the earlier versions.
const folder = fileURLToPath(new URL('../../test/earlier', import.meta.url))
const earlierVersions = (await readdir(folder)).map((file) => ({
  version: file.replace('.tar', ''),
  file: join(folder, file),
}))

test.each(earlierVersions)(
  'starts with the database of $version without losing anything',
  async ({ version, file }) => {
    await using dataFolder = await createDataFolder()
    const backup = await openBackup(file)
    await queryDatabaseOf(dataFolder.variables, async (db) => {
      await migrate(db, { upTo: version })
      const tables = await readSchema(db)
      await db.transaction().execute((tx) =>
        fillDatabase(tx, tables, {
          readRows: ({ name }) => backup.readRows(name),
          readLastId: async ({ name }) =>
            backup.manifest.tables.find(({ table }) => table === name)?.lastId ?? null,
        }),
      )
    })
    await storeMedia(backup, dataFolder.variables)

    const server = await startServer(readConfig({ ...dataFolder.variables, LOG_LEVEL: 'silent' }))
    const root = await new Client(server.localUrl).signIn('root')
    const cars = await root.call(api.inventory.cars)
    const knownCar = cars.find(({ identifier }) => identifier === 'ALT-1')
    expect(knownCar).toMatchObject({ name: 'Alpine A110 «Berlinette»', year: '1971' })
    if (backup.manifest.media.included) {
      const painting = (await root.call(api.inventory.art)).find(({ name }) =>
        name.startsWith('L’été'),
      )
      expect((await root.fetch(`/api/image/thumbnail/${painting?.id}`)).status).toBe(200)
      expect((await root.fetch(`/api/image/medium/${painting?.id}`)).status).toBe(200)
    }
    const highestId = Math.max(...cars.map(({ id }) => id))
    expect(await addItem(root)).toBeGreaterThan(highestId)
    await server.close()

    expect(await listLostRows(backup, dataFolder.variables)).toEqual([])
    // An up-to-date database is not backed up first.
    if (version === knownMigrations.at(-1)) return
    const [before] = await readdir(join(dataFolder.dataDir, 'backups'))
    expect(before).toMatch(/^before-/)
    const backupBefore = await openBackup(join(dataFolder.dataDir, 'backups', before ?? ''))
    expect(backupBefore.manifest.tables).toEqual(backup.manifest.tables)
  },
)

/** Stores the media files of a backup without the size `medium`, which did not exist at first. */
async function storeMedia(
  { manifest, openEntry }: Backup,
  variables: Record<string, string>,
): Promise<void> {
  const media = await openMediaStore(readConfig(variables).media)
  for (const { name } of manifest.entries.filter((entry) =>
    /^media\/(?!.+\/medium\.)/.test(entry.name),
  )) {
    await media.put(name.slice('media/'.length), await buffer(openEntry(name)))
  }
}

test.each(['008-kept-answers', '024-exchange'])(
  'restores a backup of %s whole, with a size that it lacks',
  async (version) => {
    await using dataFolder = await createDataFolder()
    const backup = await openBackup(join(folder, `${version}.tar`))
    await storeMedia(backup, dataFolder.variables)
    await restoreRows(dataFolder.variables, backup)
    const server = await startServer(readConfig({ ...dataFolder.variables, LOG_LEVEL: 'silent' }), {
      hasJobTimer: false,
    })
    await server.runDueJobs()
    await server.close()
    const config = readConfig(dataFolder.variables)
    const media = await openMediaStore(config.media)
    await queryDatabaseOf(dataFolder.variables, async (db) => {
      const { problems } = await checkEverything({
        db,
        media,
        backups: config.backups,
        clock: systemClock,
      })
      expect(problems).toEqual([])
    })
  },
)

test('keeps a custom attribute for staff and the known ones unchanged', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db, { upTo: '012-program-version' })
    await sql`
      insert into tag_definition (type, tag_key, order_key, multiline) values ('car', 'workshop_note', 5, 1)
    `.execute(db)
    await migrate(db)
    const rows = await db
      .selectFrom('tag_definition')
      .selectAll()
      .orderBy('type')
      .orderBy('order_key')
      .execute()
    const [own, model] = rows.filter(({ type }) => type === 'car')
    expect(own).toMatchObject({
      tag_key: 'workshop_note',
      kind: 'text',
      audience: 'staff',
      multiline: 1,
      labels: '{}',
    })
    expect(model).toMatchObject({
      tag_key: 'model',
      order_key: 10,
      audience: 'visitors',
      group_name: 'facts',
    })
    const shown = (group: string) =>
      rows.flatMap((row) =>
        row.type === 'art' && row.audience === 'visitors' && row.group_name === group
          ? row.tag_key
          : [],
      )
    expect(shown('facts')).toEqual([
      'artist',
      'title',
      'year',
      'dimensions',
      'technique',
      'collection',
    ])
    expect(shown('music')).toEqual([
      'composer',
      'music',
      'music_detail',
      'music_interpreters',
      'reference',
    ])
  })
})

test('upgrades an item from before translations without a chosen language', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db, { upTo: '019-saved-views' })
    const text = {
      identifier: 'ALT-1',
      name: 'Wagen',
      description: 'Der Wagen wurde als Fahrgestell nach Genf geliefert.',
    }
    const state = {
      v: 2,
      ...text,
      tags: {},
      public: true,
      pictureId: null,
      recordingId: null,
      archived: false,
    }
    const at = '2026-01-01T00:00:00.000Z'
    await sql`
      insert into item
        (id, type, identifier, identifier_key, name, description, public, version, created_at, updated_at, checked_on)
      values (1, 'car', ${text.identifier}, 'alt-1', ${text.name}, ${text.description}, 1, 1, ${at}, ${at}, '2026-01-01')
    `.execute(db)
    await sql`
      insert into change (subject, subject_id, kind, at, user_name, after)
      values ('item', 1, 'created', ${at}, 'Ada', ${JSON.stringify(state)})
    `.execute(db)
    await migrate(db)
    expect(await db.transaction().execute((tx) => rebuildGaps(tx, systemClock.now()))).toBe(1)
    const item = await db
      .selectFrom('item')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(item).toMatchObject({
      ...text,
      language: '',
      note: '',
      text_states: 'missing,original,missing',
    })
    expect([...(await checkItems(db)), ...(await gapProjection.compare(db, systemClock))]).toEqual(
      [],
    )
  })
})

test('turns typed locations into places under their museum', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db, { upTo: '027-museums' })
    const long = `In the cabinet of the drawers, ${'on loan '.repeat(20)}`.trim()
    const shortened = `${long.slice(0, 119).trim()}…`
    const typed = { 1: 'Saal 3', 2: ' saal  3', 3: 'Sààl 3', 4: 'Remise', 5: '', 6: long }
    const at = '2026-01-01T00:00:00.000Z'
    for (const [id, location] of Object.entries(typed)) {
      const type = id === '4' ? 'car' : 'art'
      await sql`
        insert into item
          (id, type, identifier, identifier_key, name, description, language, note, public, version, text_version,
           text_states, created_at, updated_at, checked_on)
        values (${Number(id)}, ${type}, ${id}, ${id}, '', '', '', '', 1, 1, 1, '', ${at}, ${at}, '2026-01-01')
      `.execute(db)
      const tags = location ? { location } : {}
      if (location)
        await sql`insert into item_tag values (${Number(id)}, 'location', ${location})`.execute(db)
      const state = {
        v: 4,
        identifier: id,
        name: '',
        description: '',
        tags,
        public: true,
        recordingId: null,
      }
      const rest = { archived: false, language: '', note: '', texts: {}, pictures: [] }
      await sql`
        insert into change (subject, subject_id, kind, at, user_name, after)
        values ('item', ${Number(id)}, 'created', ${at}, 'Ada', ${JSON.stringify({ ...state, ...rest })})
      `.execute(db)
    }
    await migrate(db, { upTo: '029-stocktake' })
    await sql`
      insert into movement (item_id, from_id, to_id, at, user_name, reason, back_on, reminders)
      select id, null, place_id, ${at}, 'Ada', 'display', '', 0 from item where id = 4
    `.execute(db)
    await migrate(db)
    const places = await readPlaceTree(db)
    const [movement] = await db.selectFrom('movement').select(['from_path', 'to_path']).execute()
    const ids = ['LE-MANEGE', 'REMISE'].map(
      (code) => places.all.find((place) => place.code === code)?.id,
    )
    expect(movement).toEqual({ from_path: '', to_path: `/${ids.join('/')}/` })
    const items = await db.selectFrom('item').select(['id', 'place_id']).orderBy('id').execute()
    expect(items.map(({ place_id }) => place_id && places.pathOf(place_id))).toEqual([
      'La Grange › Saal 3',
      'La Grange › Saal 3',
      'La Grange › Saal 3',
      'Le Manège › Remise',
      null,
      `La Grange › ${shortened}`,
    ])
    expect(places.all.find(({ note }) => note === long)?.code).toBe('IN-THE-CABINET-OF-THE-DRAWERS')
    expect(places.all.map(({ code }) => code).toSorted()).toEqual([
      'IN-THE-CABINET-OF-THE-DRAWERS',
      'LA-GRANGE',
      'LE-MANEGE',
      'REMISE',
      'SAAL-3',
    ])
    const tags = await db
      .selectFrom('item_tag')
      .select('value')
      .where('tag_key', '=', 'location')
      .execute()
    expect(tags.map(({ value }) => value).toSorted()).toEqual([
      shortened,
      'Remise',
      'Saal 3',
      'Saal 3',
      'Saal 3',
    ])
    expect(await checkItems(db)).toEqual([])
  })
})

test('does not repeat mails that an earlier version sent', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db, { upTo: '032-indexes' })
    const at = '2026-01-01T00:00:00.000Z'
    await sql`
      insert into user_account
        (id, email, gender, first_name, last_name, phone, role, session_epoch, created_at, task_mailed_on)
      values (7, 'ada@example.org', '', 'Ada', 'Amberg', '', 'root', 0, ${at}, '2026-05-31')
    `.execute(db)
    await sql`
      insert into item
        (id, type, identifier, identifier_key, name, description, language, note, public, version, text_version,
         text_states, created_at, updated_at)
      values (1, 'car', '1', '1', '', '', '', '', 1, 1, 1, '', ${at}, ${at})
    `.execute(db)
    await sql`
      insert into movement (item_id, from_id, to_id, from_path, to_path, at, user_name, reason, back_on, reminders)
      values (1, null, null, '', '', ${at}, 'Ada', 'loan', '2026-06-01', 2)
    `.execute(db)
    await migrate(db)
    const sent = await db.selectFrom('sent_mail').select('key').orderBy('key').execute()
    expect(sent.map(({ key }) => key).toSorted()).toEqual([
      'return:1:2026-06-01:-7:7',
      'return:1:2026-06-01:0:7',
      'tasks:7:2026-05-31',
    ])
  })
})

test('dates earlier movements with the day in the museum on which they were recorded', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db, { upTo: '036-locked-accounts' })
    const at = '2026-01-01T00:00:00.000Z'
    await sql`
      insert into item
        (id, type, identifier, identifier_key, name, description, language, note, public, version, text_version,
         text_states, created_at, updated_at)
      values (1, 'car', '1', '1', '', '', '', '', 1, 1, 1, '', ${at}, ${at})
    `.execute(db)
    const instants = [
      '2026-01-31T22:59:59.999Z',
      '2026-01-31T23:00:00.000Z',
      '2026-07-31T21:59:59.999Z',
      '2026-07-31T22:00:00.000Z',
    ]
    for (const recordedAt of instants)
      await sql`
        insert into movement (item_id, from_id, to_id, from_path, to_path, at, user_name, reason, back_on)
        values (1, null, null, '', '', ${recordedAt}, 'Ada', 'loan', '')
      `.execute(db)
    await migrate(db)
    const movements = await db
      .selectFrom('movement')
      .select(['day', 'remark', 'import_id'])
      .orderBy('id')
      .execute()
    expect(movements.map(({ day }) => day)).toEqual([
      '2026-01-31',
      '2026-02-01',
      '2026-07-31',
      '2026-08-01',
    ])
    expect(movements[0]).toMatchObject({ remark: '', import_id: null })
  })
})

test('fills in the sender of facts that were recorded for another person', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db, { upTo: '030-movement-paths' })
    const at = '2026-01-01T00:00:00.000Z'
    await sql`
      insert into user_account
        (id, email, gender, first_name, last_name, phone, role, session_epoch, created_at)
      values (7, 'ada@example.org', '', 'Ada', 'Amberg', '', 'employee', 0, ${at}),
        (8, 'nameless@example.org', '', '', '', '', 'employee', 0, ${at})
    `.execute(db)
    await sql`
      insert into stocktake (id, name, scope, opened_at, opened_by, closed_by) values (1, 'Depot', '', ${at}, 'Ada', '')
    `.execute(db)
    const senders = [
      [7, 'Ada Amberg'],
      [7, 'Bea Bader'],
      [8, 'nameless@example.org'],
      [8, 'Bea Bader'],
      [null, 'Bea Bader'],
    ] as const
    for (const [index, [userId, name]] of senders.entries())
      await sql`
        insert into stocktake_fact
          (id, stocktake_id, number, kind, code, condition, remark, photo, seen_at, received_at, user_id, user_name, late)
        values (${`${index}`}, 1, ${index + 1}, 'seen', '', '', '', 0, ${at}, ${at}, ${userId}, ${name}, 0)
      `.execute(db)
    await migrate(db)
    const facts = await db
      .selectFrom('stocktake_fact')
      .select('sent_by')
      .orderBy('number')
      .execute()
    expect(facts.map(({ sent_by }) => sent_by)).toEqual([
      '',
      'Ada Amberg',
      '',
      'nameless@example.org',
      '',
    ])
  })
})

test('lists an import that an earlier version left unfinished as interrupted', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db, { upTo: '034-sent-mails' })
    const [at, leaseUntil] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:20.000Z']
    const imports = [
      ['whole.csv', 1, 0, null, null],
      ['upload.csv', 0, 0, null, leaseUntil],
      ['undo.csv', 1, 2, 'Ada', leaseUntil],
      ['undone to its end.csv', 1, 0, 'Ada', leaseUntil],
    ] as const
    for (const [fileName, created, changed, undoneBy, lease] of imports)
      await sql`
        insert into item_import (kind, at, user_name, file_name, created, changed, undone_by, type, lease_until)
        values ('upload', ${at}, 'Ada', ${fileName}, ${created}, ${changed}, ${undoneBy}, 'art', ${lease})
      `.execute(db)
    const changes = [
      [1, 1, 'import', null, '{}'],
      [2, 2, 'import', null, '{}'],
      [2, 3, 'import', '{}', '{}'],
      [3, 4, 'import', null, '{}'],
      [3, 5, 'import', '{}', '{}'],
      [3, 6, 'import', '{}', '{}'],
      [3, 5, 'restored', '{}', '{}'],
      [4, 7, 'import', null, '{}'],
      [4, 7, 'removed', '{}', null],
    ] as const
    for (const [importId, subjectId, kind, before, after] of changes)
      await sql`
        insert into change (subject, subject_id, kind, at, user_name, import_id, before, after)
        values ('item', ${subjectId}, ${kind}, ${at}, 'Ada', ${importId}, ${before}, ${after})
      `.execute(db)
    await migrate(db)

    const rows = await db.selectFrom('item_import').selectAll().orderBy('id').execute()
    expect(
      rows.map((row) => [row.file_name, row.created, row.changed, row.undone_at, row.undone_by]),
    ).toEqual([
      ['whole.csv', 1, 0, null, null],
      ['upload.csv (interrupted)', 1, 1, null, null],
      ['undo.csv (interrupted)', 1, 1, null, null],
    ])
    const ordinary = await db
      .selectFrom('change')
      .select('subject_id')
      .where('import_id', 'is', null)
      .execute()
    expect(ordinary.map(({ subject_id }) => subject_id).toSorted()).toEqual([5, 5, 7, 7])
  })
})

async function restoreRows(variables: Record<string, string>, backup: Backup): Promise<void> {
  const media = await openMediaStore(readConfig(variables).media)
  await queryDatabaseOf(variables, async (db) => {
    const scratch = await openScratch(join(variables.DATA_DIR ?? '', 'tmp'))
    await restoreBackup(
      { ...backup, manifest: { ...backup.manifest, media: noMedia } },
      { db, media, scratch, withoutMedia: true },
    )
  })
}

const noMedia = { included: false, contents: [], missing: [], damaged: [] }

/** Lists the rows of a backup that are missing from the database or have other values there. */
/** Locations became places, which another test covers. */
async function listLostRows(backup: Backup, variables: Record<string, string>): Promise<string[]> {
  // Starting and signing in changes these tables; those of the search index are derived.
  const volatileTables = new Set([
    'session',
    'failed_attempt',
    'guide_day',
    'known_browser',
    'revision',
    'counter',
    'program_version',
    'search_entry',
    'search_version',
  ])
  const lost: string[] = []
  await queryDatabaseOf(variables, async (db) => {
    for (const table of (await readSchema(db)).filter(({ name }) => !volatileTables.has(name))) {
      const backupRows = await collectRows(
        backup.manifest.tables.some((summary) => summary.table === table.name)
          ? backup.readRows(table.name)
          : [],
      )
      const columns = Object.keys(backupRows[0] ?? {}).filter((column) =>
        isComparable(table, column),
      )
      const format = (row: Row) => JSON.stringify(columns.map((column) => row[column]))
      const currentRows = new Set((await collectRows(readRows(db, table))).map(format))
      lost.push(
        ...backupRows
          .filter((row) => row.tag_key !== 'location')
          .map(format)
          .filter((row) => !currentRows.has(row))
          .map((row) => `${table.name} ${row}`),
      )
    }
  })
  return lost
}

/** Migrations drop columns, correct labels, and keep locations from visitors; the test signs in. */
function isComparable({ name, columns }: Table, column: string): boolean {
  if (name === 'tag_definition' && ['labels', 'audience'].includes(column)) return false
  if (name === 'user_account' && column === 'last_sign_in_at') return false
  return columns.some((existing) => existing.name === column)
}

async function collectRows(
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

test('turns conditions of earlier stocktakes into checks, with photos that staff left unchanged', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db, { upTo: '036-locked-accounts' })
    const at = (minute: number) => `2026-05-31T22:${minute + 10}:00.000Z`
    await sql`
      insert into user_account
        (id, email, gender, first_name, last_name, phone, role, session_epoch, created_at)
      values (7, 'ada@example.org', '', 'Ada', 'Amberg', '', 'employee', 0, ${at(0)})
    `.execute(db)
    await sql`
      insert into item
        (id, type, identifier, identifier_key, name, description, language, note, public, version, text_version,
         text_states, created_at, updated_at, picture_id)
      values (1, 'car', '1', '1', '', '', '', '', 1, 1, 1, '', ${at(0)}, ${at(0)}, null)
    `.execute(db)
    // A view, two photos from phones of which one was described since, and an older condition.
    const pictures = [
      { mediaId: 1, minute: 0, kind: 'condition', credit: '' },
      { mediaId: 2, minute: 2, kind: 'condition', credit: '' },
      { mediaId: 3, minute: 4, kind: 'condition', credit: 'Ada' },
      { mediaId: 4, minute: 5, kind: 'view', credit: '' },
    ]
    for (const [position, { mediaId, minute, kind, credit }] of pictures.entries()) {
      await sql`
        insert into media (id, name, kind, mime, bytes, file_name, created_at)
        values (${mediaId}, ${`${mediaId}`.repeat(64)}, 'picture', 'image/jpeg', 1, 'a.jpg', ${at(minute)})
      `.execute(db)
      await sql`
        insert into item_picture
          (item_id, position, media_id, public, kind, credit, licence, alt_fr, alt_de, alt_en)
        values (1, ${position}, ${mediaId}, 0, ${kind}, ${credit}, '', '', '', '')
      `.execute(db)
    }
    await sql`update item set picture_id = 1`.execute(db)
    const state = {
      ...{ v: 6, identifier: '1', name: '', description: '', language: '', note: '' },
      ...{ acquired_from: '', tags: {}, public: true, archived: false, texts: {} },
      ...{ recordingId: null, placeId: null },
      pictures: pictures.map(({ minute: _, credit, ...picture }) => ({
        ...picture,
        ...(credit && { credit }),
        public: false,
      })),
    }
    await sql`
      insert into change (subject, subject_id, kind, at, user_name, before, after)
      values ('item', 1, 'created', ${at(0)}, 'Ada', null, ${JSON.stringify(state)})
    `.execute(db)
    await sql`
      insert into stocktake (id, name, scope, opened_at, opened_by, closed_by) values (1, 'Depot', '', ${at(0)}, 'Ada', '')
    `.execute(db)
    const facts = [
      ['f1', 'condition', 1, 'watch', 'Riss', 1, 'Ada Amberg', ''],
      ['f2', 'condition', 1, 'urgent', 'Holzwurm', 1, 'Bea Bader', 'Ada Amberg'],
      ['f3', 'condition', null, 'good', 'unbekannt', 0, 'Ada Amberg', ''],
      ['f4', 'seen', 1, '', '', 0, 'Ada Amberg', ''],
    ] as const
    for (const [
      index,
      [id, kind, itemId, condition, remark, photo, name, sender],
    ] of facts.entries())
      await sql`
        insert into stocktake_fact
          (id, stocktake_id, number, kind, code, item_id, condition, remark, photo, seen_at, received_at, user_id,
           user_name, sent_by, late)
        values (${id}, 1, ${index + 1}, ${kind}, '', ${itemId}, ${condition}, ${remark}, ${photo}, ${at(0)},
          ${at(index * 2 + 1)}, 7, ${name}, ${sender}, 0)
      `.execute(db)
    await migrate(db)

    const checks = await db.selectFrom('condition_check').selectAll().orderBy('key').execute()
    expect(checks).toMatchObject([
      {
        ...{ key: 'f1', item_id: 1, day: '2026-06-01', state: 'watch', remark: 'Riss' },
        ...{ occasion: 'stocktake', user_id: 7, first_name: 'Ada', last_name: 'Amberg' },
      },
      { key: 'f2', state: 'urgent', user_id: null, first_name: 'Bea Bader', last_name: '' },
    ])
    const photos = await db.selectFrom('condition_photo').selectAll().orderBy('media_id').execute()
    expect(photos).toMatchObject([
      { check_key: 'f1', media_id: 2 },
      { check_key: 'f2', media_id: 3 },
    ])
    const left = await db.selectFrom('item_picture').selectAll().orderBy('position').execute()
    expect(left.map(({ position, media_id }) => [position, media_id])).toEqual([
      [0, 1],
      [1, 3],
      [2, 4],
    ])
    const remaining = await db
      .selectFrom('stocktake_fact')
      .select(['condition', 'remark'])
      .orderBy('number')
      .execute()
    expect(remaining.map(({ condition, remark }) => `${condition} ${remark}`)).toEqual([
      ...[' ', ' ', 'good unbekannt', ' '],
    ])
    expect(await checkItems(db)).toEqual([])
    await fillProjections(db, systemClock)
    expect(await compareProjections(db, systemClock)).toEqual([])
    const item = await db.selectFrom('item').select(['urgent', 'version']).executeTakeFirst()
    expect(item).toEqual({ urgent: 1, version: 2 })
  })
})
