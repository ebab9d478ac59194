// @module-tag postgres

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { queryDatabaseOf } from '../../test/faults/check-database.ts'
import { createDataFolder } from '../../test/process.ts'
import { systemClock } from '../base/clock.ts'
import { migrate } from '../db/migrate.ts'
import type { Db, Tables } from '../db/tables.ts'
import { checkItems } from '../features/items/index.ts'
import { readPlaceTree } from '../items/places.ts'
import { gapProjection, rebuildGaps } from '../projections/gaps.ts'
import { compareProjections, fillProjections } from '../projections/index.ts'
import type { Row } from './rows.ts'

/** When the rows of the earlier version were written, unless a test says otherwise. */
const writtenAt = '2026-01-01T00:00:00.000Z'

/** Runs a test on a new database as it was after a migration. */
async function withDatabaseAt(migration: string, work: (db: Db) => Promise<void>): Promise<void> {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db, { upTo: migration })
    await work(db)
  })
}

/** Inserts a row with the columns that the table had in an earlier version. */
const insertRow = (db: Db, table: keyof Tables, row: Row): Promise<unknown> =>
  db
    .insertInto(table as 'item')
    .values(row as never)
    .execute()

/** Columns of items since translations exist. */
const textColumns = { language: '', note: '', text_version: 1, text_states: '' }

const insertItem = (db: Db, item: Row & { readonly id: number }) =>
  insertRow(db, 'item', {
    type: 'car',
    identifier: `${item.id}`,
    identifier_key: `${item.id}`,
    name: '',
    description: '',
    public: 1,
    version: 1,
    created_at: writtenAt,
    updated_at: writtenAt,
    ...item,
  })

const insertItemHistory = (db: Db, itemId: number, state: object) =>
  insertRow(db, 'change', {
    subject: 'item',
    subject_id: itemId,
    kind: 'created',
    at: writtenAt,
    user_name: 'Ada',
    after: JSON.stringify(state),
  })

const adaId = 7

const insertAda = (db: Db, columns: Row = {}) =>
  insertRow(db, 'user_account', {
    id: adaId,
    email: 'ada@example.org',
    gender: '',
    first_name: 'Ada',
    last_name: 'Amberg',
    phone: '',
    role: 'employee',
    session_epoch: 0,
    created_at: writtenAt,
    ...columns,
  })

const insertStocktake = (db: Db) =>
  insertRow(db, 'stocktake', {
    id: 1,
    name: 'Depot',
    scope: '',
    opened_at: writtenAt,
    opened_by: 'Ada',
    closed_by: '',
  })

test('keeps a custom attribute for staff and the known ones unchanged', () =>
  withDatabaseAt('012-program-version', async (db) => {
    await insertRow(db, 'tag_definition', {
      type: 'car',
      tag_key: 'workshop_note',
      order_key: 5,
      multiline: 1,
    })
    await migrate(db)

    const definitions = await db
      .selectFrom('tag_definition')
      .selectAll()
      .orderBy('type')
      .orderBy('order_key')
      .execute()
    const [custom, model] = definitions.filter(({ type }) => type === 'car')
    expect(custom).toMatchObject({
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
    const listVisibleKeys = (group: string) =>
      definitions
        .filter(({ type, audience }) => type === 'art' && audience === 'visitors')
        .filter(({ group_name }) => group_name === group)
        .map(({ tag_key }) => tag_key)
    expect(listVisibleKeys('facts')).toEqual([
      'artist',
      'title',
      'year',
      'dimensions',
      'technique',
      'collection',
    ])
    expect(listVisibleKeys('music')).toEqual([
      'composer',
      'music',
      'music_detail',
      'music_interpreters',
      'reference',
    ])
  }))

test('upgrades an item from before translations without a chosen language', () =>
  withDatabaseAt('019-saved-views', async (db) => {
    const texts = {
      identifier: 'ALT-1',
      name: 'Wagen',
      description: 'Der Wagen wurde als Fahrgestell nach Genf geliefert.',
    }
    const state = { tags: {}, public: true, pictureId: null, recordingId: null, archived: false }
    await insertItem(db, { id: 1, ...texts, identifier_key: 'alt-1', checked_on: '2026-01-01' })
    await insertItemHistory(db, 1, { v: 2, ...texts, ...state })
    await migrate(db)

    expect(await db.transaction().execute((tx) => rebuildGaps(tx, systemClock.now()))).toBe(1)
    const item = await db
      .selectFrom('item')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(item).toMatchObject({
      ...texts,
      language: '',
      note: '',
      text_states: 'missing,original,missing',
    })
    expect(await checkItems(db)).toEqual([])
    expect(await gapProjection.compare(db, systemClock)).toEqual([])
  }))

test('turns typed locations into places under their museum', () =>
  withDatabaseAt('027-museums', async (db) => {
    const longLocation = `In the cabinet of the drawers, ${'on loan '.repeat(20)}`.trim()
    // The full text becomes the note of the place.
    const maxNameLength = 120
    const shortenedLocation = `${longLocation.slice(0, maxNameLength - 1).trim()}…`
    const items: { id: number; type: 'art' | 'car'; location: string; path: string | null }[] = [
      { id: 1, type: 'art', location: 'Saal 3', path: 'La Grange › Saal 3' },
      { id: 2, type: 'art', location: ' saal  3', path: 'La Grange › Saal 3' },
      { id: 3, type: 'art', location: 'Sààl 3', path: 'La Grange › Saal 3' },
      { id: 4, type: 'car', location: 'Remise', path: 'Le Manège › Remise' },
      { id: 5, type: 'art', location: '', path: null },
      { id: 6, type: 'art', location: longLocation, path: `La Grange › ${shortenedLocation}` },
    ]
    for (const { id, type, location } of items) {
      await insertItem(db, { id, type, ...textColumns, checked_on: '2026-01-01' })
      if (location)
        await insertRow(db, 'item_tag', { item_id: id, tag_key: 'location', value: location })
      await insertItemHistory(db, id, {
        v: 4,
        identifier: `${id}`,
        name: '',
        description: '',
        tags: location ? { location } : {},
        public: true,
        recordingId: null,
        archived: false,
        language: '',
        note: '',
        texts: {},
        pictures: [],
      })
    }
    await migrate(db, { upTo: '029-stocktake' })
    // A movement from before movements stored the paths of their places.
    await sql`
      insert into movement (item_id, from_id, to_id, at, user_name, reason, back_on, reminders)
      select id, null, place_id, ${writtenAt}, 'Ada', 'display', '', 0 from item where id = 4
    `.execute(db)
    await migrate(db)

    const places = await readPlaceTree(db)
    const findIdByCode = (code: string) => places.all.find((place) => place.code === code)?.id
    const [movement] = await db.selectFrom('movement').select(['from_path', 'to_path']).execute()
    expect(movement).toEqual({
      from_path: '',
      to_path: `/${findIdByCode('LE-MANEGE')}/${findIdByCode('REMISE')}/`,
    })
    const rows = await db.selectFrom('item').select(['id', 'place_id']).orderBy('id').execute()
    expect(rows.map(({ place_id }) => place_id && places.pathOf(place_id))).toEqual(
      items.map(({ path }) => path),
    )
    expect(places.all.find(({ note }) => note === longLocation)?.code).toBe(
      'IN-THE-CABINET-OF-THE-DRAWERS',
    )
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
      shortenedLocation,
      'Remise',
      'Saal 3',
      'Saal 3',
      'Saal 3',
    ])
    expect(await checkItems(db)).toEqual([])
  }))

test('does not repeat mails that an earlier version sent', () =>
  withDatabaseAt('032-indexes', async (db) => {
    await insertAda(db, { role: 'root', task_mailed_on: '2026-05-31' })
    await insertItem(db, { id: 1, ...textColumns })
    await insertRow(db, 'movement', {
      item_id: 1,
      from_id: null,
      to_id: null,
      from_path: '',
      to_path: '',
      at: writtenAt,
      user_name: 'Ada',
      reason: 'loan',
      back_on: '2026-06-01',
      // Both reminders were sent: seven days before, and on the day.
      reminders: 2,
    })
    await migrate(db)

    const sentMails = await db.selectFrom('sent_mail').select('key').execute()
    expect(sentMails.map(({ key }) => key).toSorted()).toEqual([
      `return:1:2026-06-01:-7:${adaId}`,
      `return:1:2026-06-01:0:${adaId}`,
      `tasks:${adaId}:2026-05-31`,
    ])
  }))

test('dates earlier movements with the day in Zurich on which they were recorded', () =>
  withDatabaseAt('036-locked-accounts', async (db) => {
    await insertItem(db, { id: 1, ...textColumns })
    // The last millisecond of a day and the first of the next one, in winter and in summer.
    const movements = [
      { at: '2026-01-31T22:59:59.999Z', day: '2026-01-31' },
      { at: '2026-01-31T23:00:00.000Z', day: '2026-02-01' },
      { at: '2026-07-31T21:59:59.999Z', day: '2026-07-31' },
      { at: '2026-07-31T22:00:00.000Z', day: '2026-08-01' },
    ]
    for (const { at } of movements)
      await insertRow(db, 'movement', {
        item_id: 1,
        from_id: null,
        to_id: null,
        from_path: '',
        to_path: '',
        at,
        user_name: 'Ada',
        reason: 'loan',
        back_on: '',
      })
    await migrate(db)

    const rows = await db
      .selectFrom('movement')
      .select(['at', 'day', 'remark', 'import_id'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual(
      movements.map((movement) => ({ ...movement, remark: '', import_id: null })),
    )
  }))

test('fills in the sender of facts that were recorded for another person', () =>
  withDatabaseAt('030-movement-paths', async (db) => {
    const namelessId = 8
    await insertAda(db)
    await insertAda(db, {
      id: namelessId,
      email: 'nameless@example.org',
      first_name: '',
      last_name: '',
    })
    await insertStocktake(db)
    const facts = [
      { userId: adaId, recordedFor: 'Ada Amberg', sentBy: '' },
      { userId: adaId, recordedFor: 'Bea Bader', sentBy: 'Ada Amberg' },
      { userId: namelessId, recordedFor: 'nameless@example.org', sentBy: '' },
      { userId: namelessId, recordedFor: 'Bea Bader', sentBy: 'nameless@example.org' },
      { userId: null, recordedFor: 'Bea Bader', sentBy: '' },
    ]
    for (const [index, { userId, recordedFor }] of facts.entries())
      await insertRow(db, 'stocktake_fact', {
        id: `${index}`,
        stocktake_id: 1,
        number: index + 1,
        kind: 'seen',
        code: '',
        condition: '',
        remark: '',
        photo: 0,
        seen_at: writtenAt,
        received_at: writtenAt,
        user_id: userId,
        user_name: recordedFor,
        late: 0,
      })
    await migrate(db)

    const rows = await db.selectFrom('stocktake_fact').select('sent_by').orderBy('number').execute()
    expect(rows.map(({ sent_by }) => sent_by)).toEqual(facts.map(({ sentBy }) => sentBy))
  }))

test('lists an import that an earlier version left unfinished as interrupted', () =>
  withDatabaseAt('034-sent-mails', async (db) => {
    const leaseUntil = '2026-01-01T00:00:20.000Z'
    const imports = [
      { file_name: 'whole.csv', created: 1, changed: 0, undone_by: null, lease_until: null },
      { file_name: 'upload.csv', created: 0, changed: 0, undone_by: null, lease_until: leaseUntil },
      { file_name: 'undo.csv', created: 1, changed: 2, undone_by: 'Ada', lease_until: leaseUntil },
      {
        file_name: 'undone.csv',
        created: 1,
        changed: 0,
        undone_by: 'Ada',
        lease_until: leaseUntil,
      },
    ]
    for (const row of imports)
      await insertRow(db, 'item_import', {
        kind: 'upload',
        at: writtenAt,
        user_name: 'Ada',
        type: 'art',
        ...row,
      })
    // The database numbers imports in the order in which they were inserted.
    const [wholeId, uploadId, undoId, undoneId] = [1, 2, 3, 4] as const
    const created = { kind: 'import', before: null, after: '{}' }
    const changed = { kind: 'import', before: '{}', after: '{}' }
    const restored = { kind: 'restored', before: '{}', after: '{}' }
    const removed = { kind: 'removed', before: '{}', after: null }
    const changes = [
      { import_id: wholeId, subject_id: 1, ...created },
      { import_id: uploadId, subject_id: 2, ...created },
      { import_id: uploadId, subject_id: 3, ...changed },
      { import_id: undoId, subject_id: 4, ...created },
      { import_id: undoId, subject_id: 5, ...changed },
      { import_id: undoId, subject_id: 6, ...changed },
      { import_id: undoId, subject_id: 5, ...restored },
      { import_id: undoneId, subject_id: 7, ...created },
      { import_id: undoneId, subject_id: 7, ...removed },
    ]
    for (const change of changes)
      await insertRow(db, 'change', {
        subject: 'item',
        at: writtenAt,
        user_name: 'Ada',
        ...change,
      })
    await migrate(db)

    const rows = await db
      .selectFrom('item_import')
      .select(['file_name', 'created', 'changed', 'undone_at', 'undone_by'])
      .orderBy('id')
      .execute()
    const notUndone = { undone_at: null, undone_by: null }
    expect(rows).toEqual([
      { file_name: 'whole.csv', created: 1, changed: 0, ...notUndone },
      { file_name: 'upload.csv (interrupted)', created: 1, changed: 1, ...notUndone },
      { file_name: 'undo.csv (interrupted)', created: 1, changed: 1, ...notUndone },
    ])
    // Changes that were undone belong to no import any more.
    const unimported = await db
      .selectFrom('change')
      .select('subject_id')
      .where('import_id', 'is', null)
      .execute()
    expect(unimported.map(({ subject_id }) => subject_id).toSorted()).toEqual([5, 5, 7, 7])
  }))

/** An instant after midnight in Zurich, so its day there is the next one: 2026-06-01. */
const formatTime = (minute: number) => `2026-05-31T22:${minute + 10}:00.000Z`

/** An older picture of the condition, two photos from phones (one described since), and a view. */
const earlierPictures = [
  { mediaId: 1, minute: 0, kind: 'condition', credit: '' },
  { mediaId: 2, minute: 2, kind: 'condition', credit: '' },
  { mediaId: 3, minute: 4, kind: 'condition', credit: 'Ada' },
  { mediaId: 4, minute: 5, kind: 'view', credit: '' },
]

async function insertItemWithPictures(db: Db): Promise<void> {
  await insertItem(db, { id: 1, ...textColumns, picture_id: null })
  for (const [position, { mediaId, minute, kind, credit }] of earlierPictures.entries()) {
    await insertRow(db, 'media', {
      id: mediaId,
      name: `${mediaId}`.repeat(64),
      kind: 'picture',
      mime: 'image/jpeg',
      bytes: 1,
      file_name: 'a.jpg',
      created_at: formatTime(minute),
    })
    await insertRow(db, 'item_picture', {
      item_id: 1,
      position,
      media_id: mediaId,
      public: 0,
      kind,
      credit,
      licence: '',
      alt_fr: '',
      alt_de: '',
      alt_en: '',
    })
  }
  await db.updateTable('item').set({ picture_id: 1 }).execute()
  await insertItemHistory(db, 1, {
    v: 6,
    identifier: '1',
    name: '',
    description: '',
    language: '',
    note: '',
    acquired_from: '',
    tags: {},
    public: true,
    archived: false,
    texts: {},
    recordingId: null,
    placeId: null,
    pictures: earlierPictures.map(({ mediaId, kind, credit }) =>
      // The history omits empty credits.
      credit === '' ? { mediaId, kind, public: false } : { mediaId, kind, credit, public: false },
    ),
  })
}

/** Inserts facts of a stocktake, two of which report the condition of the item. */
async function insertConditionFacts(db: Db): Promise<void> {
  await insertStocktake(db)
  const fact = { condition: '', remark: '', photo: 0, user_name: 'Ada Amberg', sent_by: '' }
  const condition = { ...fact, kind: 'condition', item_id: 1, photo: 1 }
  const sentForBea = { user_name: 'Bea Bader', sent_by: 'Ada Amberg' }
  const facts = [
    { ...condition, id: 'f1', condition: 'watch', remark: 'Riss' },
    { ...condition, ...sentForBea, id: 'f2', condition: 'urgent', remark: 'Holzwurm' },
    { ...condition, id: 'f3', item_id: null, condition: 'good', remark: 'unbekannt', photo: 0 },
    { ...fact, id: 'f4', kind: 'seen', item_id: 1 },
  ]
  for (const [index, row] of facts.entries())
    await insertRow(db, 'stocktake_fact', {
      stocktake_id: 1,
      number: index + 1,
      code: '',
      seen_at: formatTime(0),
      received_at: formatTime(index * 2 + 1),
      user_id: adaId,
      late: 0,
      ...row,
    })
}

test('turns conditions of earlier stocktakes into checks with the photos of phones', () =>
  withDatabaseAt('036-locked-accounts', async (db) => {
    await insertAda(db)
    await insertItemWithPictures(db)
    await insertConditionFacts(db)
    await migrate(db)

    const checks = await db.selectFrom('condition_check').selectAll().orderBy('key').execute()
    expect(checks).toMatchObject([
      {
        key: 'f1',
        item_id: 1,
        day: '2026-06-01',
        state: 'watch',
        remark: 'Riss',
        occasion: 'stocktake',
        user_id: adaId,
        first_name: 'Ada',
        last_name: 'Amberg',
      },
      { key: 'f2', state: 'urgent', user_id: null, first_name: 'Bea Bader', last_name: '' },
    ])
    const photos = await db.selectFrom('condition_photo').selectAll().orderBy('media_id').execute()
    expect(photos).toMatchObject([
      { check_key: 'f1', media_id: 2 },
      { check_key: 'f2', media_id: 3 },
    ])
    // The described photo remains a picture of the item too.
    const pictures = await db
      .selectFrom('item_picture')
      .select(['position', 'media_id'])
      .orderBy('position')
      .execute()
    expect(pictures).toEqual([
      { position: 0, media_id: 1 },
      { position: 1, media_id: 3 },
      { position: 2, media_id: 4 },
    ])
    const facts = await db
      .selectFrom('stocktake_fact')
      .select(['id', 'condition', 'remark'])
      .orderBy('number')
      .execute()
    expect(facts).toEqual([
      { id: 'f1', condition: '', remark: '' },
      { id: 'f2', condition: '', remark: '' },
      { id: 'f3', condition: 'good', remark: 'unbekannt' },
      { id: 'f4', condition: '', remark: '' },
    ])
    expect(await checkItems(db)).toEqual([])
    await fillProjections(db, systemClock)
    expect(await compareProjections(db, systemClock)).toEqual([])
    const item = await db.selectFrom('item').select(['urgent', 'version']).executeTakeFirst()
    expect(item).toEqual({ urgent: 1, version: 2 })
  }))
