// @module-tag postgres-with-all

import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runOperatorCommand } from '../../test/command.ts'
import { listChanges } from '../../test/history.ts'
import { addItem, addPlace } from '../../test/inventory.ts'
import { addLostPictures, lostPictureCount } from '../../test/lost-pictures.ts'
import { createPictureFile } from '../../test/media-files.ts'
import { writeNewFile } from '../../test/new-file.ts'
import { addSampleData } from '../../test/sample-data.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { days } from '../base/clock.ts'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'
import { listMediaKeys } from '../features/media/index.ts'
import { startDailyJobs } from '../jobs/daily-jobs.ts'
import { createLogger } from '../runtime/logger.ts'
import { dailyBackupJob } from './automatic-backups.ts'
import { readManifest } from './backup-file.ts'
import { checkEverything } from './check.ts'

async function runCheck({ config, clock, inDatabase }: TestServer) {
  const media = await openMediaStore(config.media)
  return inDatabase((db) => checkEverything({ db, media, backups: config.backups, clock }))
}

/** Damages rows while the constraints of the database are off. */
const damageUnchecked = (server: TestServer, damage: (db: Db) => Promise<unknown>) =>
  server.inDatabase((db) =>
    db.connection().execute(async (connection) => {
      await (isPostgres(db)
        ? sql`set session_replication_role = replica`
        : sql`pragma foreign_keys = off`
      ).execute(connection)
      await damage(connection)
    }),
  )

/** Every file of a picture but its original. */
const sizesPerPicture = listMediaKeys('picture', 'any').length - 1

const runCheckCommand = ({ variables }: TestServer, ...args: string[]) =>
  runOperatorCommand(['check', ...args], variables)

/** The first item of the demo, which has attributes and a place. */
const demoItemId = 1

const listOriginals = async (mediaFolder: string): Promise<string[]> =>
  (await readdir(mediaFolder, { recursive: true }))
    .filter((path) => path.endsWith('/original'))
    .sort()

/** Converts a path to the key of a media file: files are grouped by the first byte of their hash. */
const toKey = (path: string) => path.slice('ab/'.length)

const removeRevisionOfCars = (db: Db) =>
  db.deleteFrom('revision').where('name', '=', 'car').execute()

/** Records that the last daily backup was made long ago, and failed. */
const setFailedBackup = (db: Db) =>
  db
    .updateTable('chore')
    .set({ day: '2020-01-01', problem: 'no space' })
    .where('name', '=', 'backup')
    .execute()

/** Makes the database assign ids of journal tags that are already taken. */
const resetTagIds = (db: Db) =>
  isPostgres(db)
    ? sql`alter table journal_tag alter column id restart with 1`.execute(db)
    : sql`delete from sqlite_sequence where name = 'journal_tag'`.execute(db)

test('reports a gap in the history of an item', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  for (const year of ['1931', '1932', '1933'])
    await root.call(api.inventory.saveTags, { body: { itemId, tags: { year } } })
  const [newest, secondNewest] = await listChanges(root, 'item', itemId)

  await server.inDatabase((db) =>
    db
      .deleteFrom('change')
      .where('id', '=', secondNewest?.id ?? 0)
      .execute(),
  )
  expect((await runCheck(server)).problems).toEqual([
    `The history of item ${itemId} has a gap before its change ${newest?.id}.`,
  ])
})

test('reports nothing about intact data, and each damage once', async () => {
  await using server = await startTestServer()
  const { itemId } = await addSampleData(server)
  expect(await runCheckCommand(server)).toEqual({
    code: 0,
    text: expect.stringMatching(
      /3 pictures and recordings, 21 files.*Everything is as it should be/s,
    ),
  })

  const mediaFolder = join(server.dataDir, 'media')
  const [missing = '', damaged = ''] = await listOriginals(mediaFolder)
  await rm(join(mediaFolder, missing))
  await appendFile(join(mediaFolder, damaged), 'x')
  await writeFile(join(mediaFolder, damaged.replace('original', 'stranger')), 'x')
  await server.inDatabase(async (db) => {
    await db.updateTable('item').set({ name: 'x' }).where('id', '=', itemId).execute()
    await db.deleteFrom('item_tag').where('item_id', '=', demoItemId).execute()
    await sql`
      insert into item_text values (${demoItemId}, 'xx', 'name', 'Nomen', 'checked', 'Name')
    `.execute(db)
    await removeRevisionOfCars(db)
    await setFailedBackup(db)
  })

  const { problems, notes } = await runCheck(server)
  expect(problems).toEqual([
    `Item ${demoItemId} has an unused translation: of name, in xx.`,
    `Item ${demoItemId} is not as its last change left it.`,
    `Item ${itemId} is not as its last change left it.`,
    expect.stringMatching(/^Item 1 is in .+, but its location says ‘’\.$/),
    'Gaps are stale: items 1. Please run check --repair.',
    'The search index is stale: records 2. Please run check --repair.',
    'There is no revision of car: what depends on it can’t be shown.',
    expect.stringContaining(`The file ${toKey(missing)} is missing.`),
    expect.stringContaining(`The file ${toKey(damaged)} is damaged.`),
    'The daily backup of 2020-01-01 failed: no space',
    expect.stringContaining('There is no good daily backup'),
    expect.stringMatching(/The last daily backup is \d+ days old/),
  ])
  expect(notes).toContainEqual(expect.stringContaining('1 files belong to nothing'))

  await server.inDatabase(addLostPictures)
  const { code, text } = await runCheckCommand(server)
  expect(code).toBe(1)
  expect(text).toContain(`${problems.length + lostPictureCount} problems:`)
  // Of many similar problems, only twenty are listed.
  expect(text.match(/is missing/g)).toHaveLength(20)
  expect(text).toMatch(/ {2}and 11 more\n.*is damaged/s)
})

test('reports broken references, sequences and histories, and checks the rest', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  await root.call(api.inventory.saveTags, { body: { itemId, tags: { artist: 'A', year: '1987' } } })
  for (const comment of ['Rahmen', 'Glas'])
    await root.call(api.comments.add, { body: { itemId, comment } })
  await root.call(api.journal.addTag, { body: { name: 'Atelier' } })

  await damageUnchecked(server, (db) => db.deleteFrom('item').where('id', '=', itemId).execute())
  await damageUnchecked(server, resetTagIds)
  await server.inDatabase(async (db) => {
    await db
      .updateTable('change')
      .set({ after: 'no JSON' })
      .where('subject', '=', 'item')
      .where('subject_id', '=', demoItemId)
      .execute()
    await removeRevisionOfCars(db)
    await setFailedBackup(db)
  })

  expect((await runCheck(server)).problems).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /The ids of journal_tag go up to \d+, but the database would continue after 0/,
      ),
      '2 rows of item_comment refer by item_id to rows of item that do not exist.',
      '2 rows of item_tag refer by item_id to rows of item that do not exist.',
      'There is no revision of car: what depends on it can’t be shown.',
      `The last change of item ${demoItemId} can’t be read.`,
      `Item ${itemId} is gone, but its history does not say that it was deleted.`,
      'The daily backup of 2020-01-01 failed: no space',
    ]),
  )
})

test('reports and repairs contradictory places', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const outer = await addPlace(root, 'Room A', { code: 'A' })
  const inner = await addPlace(root, 'Room B', { code: 'B', parent_id: outer.id })
  const addItemIn = async (location: string) => {
    const itemId = await addItem(root)
    await root.call(api.inventory.saveTags, { body: { itemId, tags: { location } } })
    return itemId
  }
  const inOtherRoomId = await addItemIn('Room A')
  const inUnknownRoomId = await addItemIn('Room A')
  const withoutLocationId = await addItemIn('Room A')
  const withoutPlaceId = await addItemIn('')
  await server.inDatabase(async (db) => {
    const removeLocation = (itemId: number) =>
      db
        .deleteFrom('item_tag')
        .where('item_id', '=', itemId)
        .where('tag_key', '=', 'location')
        .execute()
    const setLocation = async (itemId: number, value: string) => {
      await removeLocation(itemId)
      await db
        .insertInto('item_tag')
        .values({ item_id: itemId, tag_key: 'location', value })
        .execute()
    }
    await setLocation(inOtherRoomId, 'Room B')
    await setLocation(inUnknownRoomId, 'Estrich')
    await removeLocation(withoutLocationId)
    await setLocation(withoutPlaceId, 'Room B')
    await db.updateTable('place').set({ parent_id: inner.id }).where('id', '=', outer.id).execute()
  })

  expect((await runCheck(server)).problems).toEqual(
    expect.arrayContaining([
      'Places are inside each other: Room A (A), Room B (B).',
      `Item ${inOtherRoomId} is in Room A (A), but its location says ‘Room B’.`,
      `Item ${inUnknownRoomId} is in Room A (A), but its location says ‘Estrich’.`,
      `Item ${withoutLocationId} is in Room A (A), but its location says ‘’.`,
      `Item ${withoutPlaceId} is in no place, but its location says ‘Room B’.`,
    ]),
  )
  expect((await runCheckCommand(server, '--repair')).code).toBe(0)
  const { problems } = await runCheck(server)
  expect(problems.filter((problem) => !problem.includes('backup'))).toEqual([])
  const readLocation = async (id: number) =>
    (await root.call(api.inventory.details, { params: { id } })).tags.location
  expect(await readLocation(inOtherRoomId)).toBe('Room B')
  expect(await readLocation(inUnknownRoomId)).toBe('Estrich')
  expect(await readLocation(withoutLocationId)).toBe('Room A')
  expect(await readLocation(withoutPlaceId)).toBe('Room B')
})

test('reports and repairs movements that do not fit together', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const hall = await addPlace(root, 'Hall')
  const store = await addPlace(root, 'Store')
  const addMovedItem = async (day: string) => {
    const itemId = await addItem(root)
    for (const { id } of [hall, store])
      await root.call(api.places.move, {
        body: { ids: [itemId], to: id, reason: 'store', day },
      })
    return itemId
  }
  const undatedId = await addMovedItem('2026-03-01')
  const brokenId = await addMovedItem('2026-03-02')
  const elsewhereId = await addMovedItem('2026-03-03')
  await server.inDatabase(async (db) => {
    const updateMovements = (itemId: number) =>
      db.updateTable('movement').where('item_id', '=', itemId)
    await updateMovements(undatedId).set({ day: '' }).where('to_id', '=', store.id).execute()
    await updateMovements(brokenId).set({ from_id: null }).execute()
    await updateMovements(elsewhereId).set({ to_id: hall.id }).execute()
  })

  const readMovementProblems = async () =>
    (await runCheck(server)).problems.filter((problem) => problem.includes('movement'))
  expect(await readMovementProblems()).toEqual([
    `A movement of item ${undatedId} has the impossible day ‘’.`,
    `The movement of item ${undatedId} on 2026-03-01 does not start where the one before ended.`,
    `The movement of item ${brokenId} on 2026-03-02 does not start where the one before ended.`,
    `Item ${undatedId} is not where its latest movement ended.`,
    `Item ${elsewhereId} is not where its latest movement ended.`,
  ])
  expect((await runCheckCommand(server, '--repair')).code).toBe(0)
  expect(await readMovementProblems()).toEqual([])
  const { movements } = await root.call(api.places.movements, { query: { item: elsewhereId } })
  expect(movements[0]).toMatchObject({ from: [hall.id], to: [store.id], reason: 'correction' })
})

test('reports a missing first daily backup after more than two days', async () => {
  await using server = await startTestServer()
  const isReported = async () =>
    (await runCheck(server)).problems.some((problem) => problem.includes('but there is none'))
  expect(await isReported()).toBe(false)
  server.clock.advance(days(3))
  expect(await isReported()).toBe(true)
})

test('reports stray files and unreadable folders, and goes on', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  const mediaFolder = join(server.dataDir, 'media')
  const [original = ''] = await listOriginals(mediaFolder)
  const pictureFolder = dirname(join(mediaFolder, original))
  await writeFile(join(mediaFolder, 'notes.txt'), 'x')
  await mkdir(join(mediaFolder, '00'), { recursive: true })
  await writeFile(join(mediaFolder, '00', 'notes.txt'), 'x')
  // Tests may run as root, which can read every folder, but not a link to itself.
  await symlink(join(mediaFolder, 'fe'), join(mediaFolder, 'fe')).catch(() => {})
  await rm(pictureFolder, { recursive: true })
  await writeFile(pictureFolder, 'a file where a folder was')

  const { problems, notes } = await runCheck(server)
  expect(problems).toContainEqual(
    expect.stringMatching(/media\/fe can’t be read: .*symbolic links/),
  )
  expect(problems.filter((line) => line.includes(`${toKey(original)} can’t be read`))).toHaveLength(
    1,
  )
  expect(notes).toContainEqual(expect.stringContaining('3 files belong to nothing'))
  expect(notes).toContainEqual(expect.stringContaining('Daily backups: '))
})

test('repairs sizes of pictures that are cut off or overwritten', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  const mediaFolder = join(server.dataDir, 'media')
  // Unlike originals, sizes have a file extension.
  const sizes = (await readdir(mediaFolder, { recursive: true }))
    .filter((path) => /\.\w+$/.test(path))
    .map((path) => join(mediaFolder, path))
  expect(sizes).toHaveLength(sizesPerPicture)

  for (const [index, path] of sizes.entries()) {
    const { size: bytes } = await stat(path)
    if (index % 2 === 0) await truncate(path, bytes - 10)
    else await writeFile(path, Buffer.alloc(bytes))
  }
  const { problems } = await runCheck(server)
  expect(problems).toHaveLength(sizesPerPicture)
  for (const problem of problems)
    expect(problem).toMatch(/is damaged\. check --repair makes it from the original\.$/)

  const { code, text } = await runCheckCommand(server, '--repair')
  expect(text).toContain(`${sizesPerPicture} sizes of 1 pictures were made from their originals.`)
  expect(code).toBe(0)
})

/** Damages rows that can be derived from others, and settings with a default. */
async function damageRepairableRows(server: TestServer): Promise<void> {
  await server.inDatabase(async (db) => {
    await removeRevisionOfCars(db)
    await db
      .updateTable('counter')
      .set({ next: demoItemId + 1 })
      .execute()
    const newestEntry = await db
      .selectFrom('journal_entry')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await db.deleteFrom('entry_mention').where('entry_id', '=', newestEntry.id).execute()
    await db.updateTable('saved_view').set({ search: 'no JSON' }).execute()
    await db.deleteFrom('exchange_change').where('item_id', '=', demoItemId).execute()
    await db
      .updateTable('tag_definition')
      .set({ audience: 'everybody' as 'visitors', labels: 'no JSON' })
      .where('tag_key', '=', 'model')
      .execute()
    await sql`
      insert into item_text
      values (${demoItemId}, 'xx', 'name', 'Nomen', 'checked', 'Name'),
        (${demoItemId}, 'de', 'nonsense', 'x', 'checked', 'y')
    `.execute(db)
  })
  await damageUnchecked(server, resetTagIds)
}

/** Adds files of no picture: an abandoned upload, one that may be in progress, and one by hand. */
async function addStrayFiles(mediaFolder: string): Promise<void> {
  const abandoned = join(mediaFolder, '00', '0'.repeat(64))
  await mkdir(abandoned, { recursive: true })
  await writeFile(join(abandoned, 'original'), 'x')
  await utimes(join(abandoned, 'original'), 0, 0)
  const recent = join(mediaFolder, '11', '1'.repeat(64))
  await mkdir(recent, { recursive: true })
  await writeNewFile(join(recent, 'original'))
  await writeFile(join(mediaFolder, 'notes.txt'), 'x')
}

test('reports derived data that is wrong, repairs it and lists each repair', async () => {
  await using server = await startTestServer()
  const { itemId, root } = await addSampleData(server)
  const mediaFolder = join(server.dataDir, 'media')
  const listSizes = async () =>
    (await readdir(mediaFolder, { recursive: true })).filter((path) => path.includes('.')).sort()
  const sizesBefore = await listSizes()
  const findSize = (ending: string) =>
    join(mediaFolder, sizesBefore.find((path) => path.endsWith(ending)) ?? '')
  await truncate(findSize('thumbnail.avif'), 0)
  await rm(findSize('medium.webp'))
  await addStrayFiles(mediaFolder)
  await damageRepairableRows(server)

  const { problems, notes } = await runCheck(server)
  expect(problems).toEqual([
    expect.stringMatching(/The ids of journal_tag/),
    expect.stringMatching(/The next item would get the number 2,/),
    'Item 1 has an unused translation: of nonsense, in de.',
    'Item 1 has an unused translation: of name, in xx.',
    'Item 1 is not as its last change left it.',
    'The audience of the attribute model (car) can’t be read.',
    'The labels of the attribute model (car) can’t be read.',
    expect.stringMatching(/The saved view \d+ can’t be read\./),
    expect.stringMatching(/Journal entry \d+ does not lead to the items that it mentions\./),
    'The search index is stale: records 1. Please run check --repair.',
    'The exchange log is stale: items 1. Please run check --repair.',
    'There is no revision of car: what depends on it can’t be shown.',
    expect.stringMatching(/thumbnail\.avif is empty\. check --repair makes it/),
  ])
  expect(notes).toContainEqual(expect.stringMatching(/^1 sizes of pictures are not made yet\./))

  const { code, text } = await runCheckCommand(server, '--repair')
  for (const sentence of [
    'The revision of car was added.',
    /The next item gets the number \d+\./,
    'Set to staff: the audience of the attribute model (car).',
    'Set to {}: the labels of the attribute model (car).',
    'Removed: the translation of nonsense, in de, of item 1.',
    'Removed: the translation of name, in xx, of item 1.',
    /Emptied, so that it shows the whole list: the saved view \d+\./,
    /Journal entry \d+ leads to the items that it mentions again\./,
    'Harvesters will hear of 1 items.',
    /The ids of journal_tag continue after \d+\./,
    '2 sizes of 1 pictures were made from their originals.',
    `Removed: 00/${'0'.repeat(64)}/original`,
    'Removed: notes.txt',
    /Not removed, because an upload may be in progress .*11\/1+\/original/,
    'Everything is as it should be.',
  ]) {
    expect(text).toMatch(sentence)
  }
  expect(code).toBe(0)
  expect(await listSizes()).toEqual(sizesBefore)
  const thumbnail = await root.fetch(`/api/image/thumbnail/${itemId}`, {
    headers: { accept: 'image/avif' },
  })
  expect(thumbnail.status).toBe(200)
  expect((await stat(findSize('thumbnail.avif'))).size).toBeGreaterThan(0)
  expect(await addItem(root)).toBeGreaterThan(itemId)
  // The second repair finds only the upload that may be in progress.
  expect(await runCheckCommand(server, '--repair')).toEqual({
    code: 0,
    text: expect.stringMatching(
      /Repaired:\n {2}- Not removed.*\n\n.*Everything is as it should be/s,
    ),
  })
})

/** Contradicts the rows of an item's two pictures, and adds a copy of the first picture. */
async function damagePictureRows(db: Db, itemId: number): Promise<void> {
  await db.updateTable('item').set({ picture_id: null }).where('id', '=', itemId).execute()
  const [first, second] = await db
    .selectFrom('item_picture')
    .selectAll()
    .where('item_id', '=', itemId)
    .orderBy('position')
    .execute()
  if (!first || !second) throw new Error('the item needs two pictures')
  await db
    .updateTable('item_picture')
    .set({ position: 7, licence: 'mine' as 'InC' })
    .where('media_id', '=', second.media_id)
    .execute()

  const media = await db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', first.media_id)
    .executeTakeFirstOrThrow()
  const copyId = media.id + 1000
  await db
    .insertInto('media')
    .values({ ...media, id: copyId, file_name: 'copy.jpg' })
    .execute()
  await db
    .insertInto('item_picture')
    .values({ ...first, media_id: copyId, position: 9 })
    .execute()
}

test('reports and repairs contradictory rows of pictures', async () => {
  await using server = await startTestServer()
  const { itemId, root } = await addSampleData(server)
  const readPictures = async () =>
    (await root.call(api.inventory.details, { params: { id: itemId } })).pictures
  const [first, second] = await readPictures()
  await server.inDatabase((db) => damagePictureRows(db, itemId))

  expect((await runCheck(server)).problems).toEqual(
    expect.arrayContaining([
      `The first picture of item ${itemId} is not the one that lists show.`,
      `The pictures of item ${itemId} are not counted from 0 on.`,
      `Item ${itemId} has the same picture twice.`,
      `A picture of item ${itemId} has a kind or a licence that does not exist.`,
    ]),
  )
  await runCheckCommand(server, '--repair')
  // An unknown licence is dropped, so the item differs from its last change.
  expect((await runCheck(server)).problems).toEqual([
    `Item ${itemId} is not as its last change left it.`,
  ])
  expect(await readPictures()).toEqual([first, { ...second, licence: '' }])
})

/** Flips one bit within the rows of the history, as a failing disk does. */
async function damageHistoryIn(backup: string): Promise<void> {
  const content = await readFile(backup)
  const tarHeaderBytes = 512
  const index = content.indexOf('database/change') + tarHeaderBytes + 200
  content[index] = (content[index] ?? 0) ^ 1
  await writeFile(backup, content)
}

test('checks daily backups against their record', async () => {
  await using server = await startTestServer()
  const { config, clock } = server
  const inFolder = (name: string) => join(config.backups.folder, name)
  await server.inDatabase(async (db) => {
    const log = createLogger('silent')
    const jobs = startDailyJobs({ db, clock, log }, [dailyBackupJob({ config, clock, log })])
    await jobs.runDue()
    clock.advance(days(1))
    await jobs.runDue()
    await jobs.end()
  })
  const [older = '', newer = ''] = (await readdir(config.backups.folder)).sort()
  const formatNote = async (name: string) => {
    const { madeAt } = await readManifest(inFolder(name))
    return `The last good one was made at ${madeAt}: ${name}.`
  }
  const newerNote = await formatNote(newer)
  const olderNote = await formatNote(older)
  const intact = await runCheck(server)
  expect(intact.problems).toEqual([])
  expect(intact.notes).toContain(newerNote)

  await damageHistoryIn(inFolder(newer))
  const damaged = await runCheck(server)
  expect(damaged.problems).toEqual([
    expect.stringMatching(
      `The backup ${newer} can’t be read back: The backup is damaged: database/change`,
    ),
  ])
  expect(damaged.notes).toContain(olderNote)

  await truncate(inFolder(newer), 1000)
  expect((await runCheck(server)).problems).toEqual([
    `The backup ${newer} is damaged: please move it away.`,
  ])
  for (const name of [older, newer]) await rm(inFolder(name))
  expect((await runCheck(server)).problems).toEqual([
    expect.stringMatching(/The daily backup of [\d-]+ was written, but is no longer in .+/),
    expect.stringContaining('There is no good daily backup'),
  ])
})
