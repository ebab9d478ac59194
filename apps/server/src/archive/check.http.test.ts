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
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runOperatorCommand } from '../../test/command.ts'
import { addItem, addPlace } from '../../test/inventory.ts'
import { addThirtyLostPictures } from '../../test/lost-pictures.ts'
import { createPictureFile } from '../../test/media-files.ts'
import { writeNewFile } from '../../test/new-file.ts'
import { addSampleData } from '../../test/sample-data.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { days } from '../base/clock.ts'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'
import { startDailyJobs } from '../jobs/daily-jobs.ts'
import { createLogger } from '../runtime/logger.ts'
import { dailyBackupJob } from './automatic-backups.ts'
import { openBackup } from './backup-file.ts'
import { checkEverything } from './check.ts'

// @module-tag postgres-with-all

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

const runCheckCommand = ({ variables }: TestServer, ...args: string[]) =>
  runOperatorCommand(['check', ...args], variables)

test('reports a gap in the history of an item', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  for (const year of ['1931', '1932', '1933'])
    await root.call(api.inventory.saveTags, { body: { itemId, tags: { year } } })
  const { changes } = await root.call(api.history.of, {
    params: { subject: 'item', id: itemId },
    query: {},
  })
  const [last, removed] = changes.map(({ id }) => id)

  await server.inDatabase((db) =>
    db
      .deleteFrom('change')
      .where('id', '=', removed ?? 0)
      .execute(),
  )
  expect((await runCheck(server)).problems).toEqual([
    `The history of item ${itemId} has a gap before its change ${last}.`,
  ])
})

test('reports each damage to a collection in use, and nothing before', async () => {
  await using server = await startTestServer()
  const { itemId } = await addSampleData(server)
  expect(await runCheckCommand(server)).toEqual({
    code: 0,
    text: expect.stringMatching(
      /3 pictures and recordings, 21 files.*Everything is as it should be/s,
    ),
  })

  const folder = join(server.dataDir, 'media')
  const originals = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('/original'))
    .sort()
  const [missing = '', damaged = ''] = originals
  await rm(join(folder, missing))
  await appendFile(join(folder, damaged), 'x')
  await appendFile(join(folder, damaged.replace('original', 'stranger')), 'x')
  await server.inDatabase((db) =>
    db.updateTable('item').set({ name: 'x' }).where('id', '=', itemId).execute(),
  )
  await server.inDatabase((db) => db.deleteFrom('item_tag').where('item_id', '=', 1).execute())
  await server.inDatabase((db) =>
    sql`insert into item_text values (1, 'xx', 'name', 'Nomen', 'checked', 'Name')`.execute(db),
  )
  await server.inDatabase((db) => db.deleteFrom('revision').where('name', '=', 'car').execute())
  await server.inDatabase((db) =>
    db
      .updateTable('chore')
      .set({ day: '2020-01-01', problem: 'no space' })
      .where('name', '=', 'backup')
      .execute(),
  )

  const { problems, notes } = await runCheck(server)
  // The first folder groups files by the beginning of their hash.
  const toKey = (path: string) => path.slice(3)
  expect(problems).toEqual([
    'Item 1 has an unused translation: of name, in xx.',
    'Item 1 is not as its last change left it.',
    `Item ${itemId} is not as its last change left it.`,
    expect.stringMatching(/^Item 1 is in .+, but its location says ‘’\.$/),
    'Gaps are stale: items 1. Please run check --repair.',
    'The search index is stale: records 2. Please run check --repair.',
    'There is no revision of car: what depends on it can’t be shown.',
    ...[`The file ${toKey(missing)} is missing.`, `The file ${toKey(damaged)} is damaged.`].map(
      (start) => expect.stringContaining(start),
    ),
    'The daily backup of 2020-01-01 failed: no space',
    expect.stringContaining('There is no good daily backup'),
    expect.stringMatching(/The last daily backup is \d+ days old/),
  ])
  expect(notes).toContainEqual(expect.stringContaining('1 files belong to nothing'))
  expect(await runCheckCommand(server)).toEqual({
    code: 1,
    text: expect.stringContaining('12 problems:'),
  })

  await server.inDatabase(addThirtyLostPictures)
  const { code, text } = await runCheckCommand(server)
  expect({ code, missing: text.match(/is missing/g)?.length }).toEqual({ code: 1, missing: 20 })
  expect(text).toMatch(/42 problems:.*\n {2}and 11 more\n.*is damaged/s)

  await damageUnchecked(server, (db) => db.deleteFrom('item').where('id', '=', itemId).execute())
  await damageUnchecked(server, (db) =>
    isPostgres(db)
      ? sql`alter table journal_tag alter column id restart with 1`.execute(db)
      : sql`delete from sqlite_sequence where name = 'journal_tag'`.execute(db),
  )
  await server.inDatabase((db) =>
    db
      .updateTable('change')
      .set({ after: 'no JSON' })
      .where('subject', '=', 'item')
      .where('subject_id', '=', 2)
      .execute(),
  )
  // Damages add up: earlier findings stay.
  const all = (await runCheck(server)).problems
  expect(all).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /The ids of journal_tag go up to \d+, but the database would continue after 0/,
      ),
      '2 rows of item_comment refer by item_id to rows of item that do not exist.',
      '3 rows of item_tag refer by item_id to rows of item that do not exist.',
      'There is no revision of car: what depends on it can’t be shown.',
      'The last change of item 2 can’t be read.',
      `Item ${itemId} is gone, but its history does not say that it was deleted.`,
      'The daily backup of 2020-01-01 failed: no space',
    ]),
  )
  expect(all.length).toBeGreaterThan(37)
})

test('reports and repairs contradictory places', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const outer = await addPlace(root, 'Room A', { code: 'A' })
  const inner = await addPlace(root, 'Room B', { code: 'B', parent_id: outer.id })
  const ids: number[] = []
  for (const text of ['Room A', 'Room A', 'Room A', '']) {
    const itemId = await addItem(root)
    await root.call(api.inventory.saveTags, { body: { itemId, tags: { location: text } } })
    ids.push(itemId)
  }
  const [known = 0, unknown = 0, without = 0, none = 0] = ids
  const write = (db: Db, id: number, value: string) =>
    sql`update item_tag set value = ${value} where item_id = ${id} and tag_key = 'location'`.execute(
      db,
    )
  await server.inDatabase(async (db) => {
    await write(db, known, 'Room B')
    await write(db, unknown, 'Estrich')
    await sql`delete from item_tag where item_id = ${without} and tag_key = 'location'`.execute(db)
    await sql`insert into item_tag (item_id, tag_key, value) values (${none}, 'location', 'Room B')`.execute(
      db,
    )
    await sql`update place set parent_id = ${inner.id} where id = ${outer.id}`.execute(db)
  })

  expect((await runCheck(server)).problems).toEqual(
    expect.arrayContaining([
      'Places are inside each other: Room A (A), Room B (B).',
      `Item ${known} is in Room A (A), but its location says ‘Room B’.`,
      `Item ${unknown} is in Room A (A), but its location says ‘Estrich’.`,
      `Item ${without} is in Room A (A), but its location says ‘’.`,
      `Item ${none} is in no place, but its location says ‘Room B’.`,
    ]),
  )
  expect((await runCheckCommand(server, '--repair')).code).toBe(0)
  expect((await runCheck(server)).problems.filter((line) => !line.includes('backup'))).toEqual([])
  const locations = await Promise.all(
    ids.map(
      async (id) => (await root.call(api.inventory.details, { params: { id } })).tags.location,
    ),
  )
  expect(locations).toEqual(['Room B', 'Estrich', 'Room A', 'Room B'])
})

test('reports and repairs movements that do not fit together', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const [hall, store] = [await addPlace(root, 'Hall'), await addPlace(root, 'Store')]
  const move = async (day: string, to: number) => {
    const itemId = await addItem(root)
    for (const id of [hall.id, to])
      await root.call(api.places.move, { body: { ids: [itemId], to: id, reason: 'store', day } })
    return itemId
  }
  const [undated, broken, elsewhere] = [
    await move('2026-03-01', store.id),
    await move('2026-03-02', store.id),
    await move('2026-03-03', store.id),
  ]
  await server.inDatabase(async (db) => {
    await sql`update movement set day = '' where item_id = ${undated} and to_id = ${store.id}`.execute(
      db,
    )
    await sql`update movement set from_id = null where item_id = ${broken}`.execute(db)
    await sql`update movement set to_id = ${hall.id} where item_id = ${elsewhere}`.execute(db)
  })

  const readProblems = async () =>
    (await runCheck(server)).problems.filter((line) => /movement/.test(line))
  expect(await readProblems()).toEqual([
    `A movement of item ${undated} has the impossible day ‘’.`,
    `The movement of item ${undated} on 2026-03-01 does not start where the one before ended.`,
    `The movement of item ${broken} on 2026-03-02 does not start where the one before ended.`,
    `Item ${undated} is not where its latest movement ended.`,
    `Item ${elsewhere} is not where its latest movement ended.`,
  ])
  expect((await runCheckCommand(server, '--repair')).code).toBe(0)
  expect(await readProblems()).toEqual([])
  const { movements } = await root.call(api.places.movements, { query: { item: elsewhere } })
  expect(movements[0]).toMatchObject({ from: [hall.id], to: [store.id], reason: 'correction' })
})

test('reports a missing first daily backup after three days', async () => {
  await using server = await startTestServer()
  const isReported = async () =>
    (await runCheck(server)).problems.some((line) => line.includes('but there is none'))
  expect(await isReported()).toBe(false)
  server.clock.advance(days(4))
  expect(await isReported()).toBe(true)
})

test('reports stray files and unreadable folders, and goes on', async () => {
  await using server = await startTestServer()
  await addSampleData(server)
  const folder = join(server.dataDir, 'media')
  const [original = ''] = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('/original'),
  )
  const content = join(folder, original, '..')
  await writeFile(join(folder, 'notes.txt'), 'x')
  await mkdir(join(folder, '00'), { recursive: true })
  await writeFile(join(folder, '00', 'notes.txt'), 'x')
  // Tests may run as root, which can read every folder, but not a link to itself.
  await symlink(join(folder, 'fe'), join(folder, 'fe')).catch(() => {})
  await rm(content, { recursive: true })
  await writeFile(content, 'a file where a folder was')

  const { problems, notes } = await runCheck(server)
  expect(problems).toContainEqual(
    expect.stringMatching(/media\/fe can’t be read: .*symbolic links/),
  )
  expect(
    problems.filter((line) => line.includes(`${original.slice(3)} can’t be read`)),
  ).toHaveLength(1)
  expect(notes).toContainEqual(expect.stringContaining('3 files belong to nothing'))
  expect(notes).toContainEqual(expect.stringContaining('Daily backups: '))
})

test('repairs sizes of pictures that are cut off or overwritten', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  const folder = join(server.dataDir, 'media')
  const paths = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name))
  expect(paths).toHaveLength(9)

  for (const [index, path] of paths.entries()) {
    const { size } = await stat(join(folder, path))
    if (index % 2 === 0) await truncate(join(folder, path), size - 10)
    else await writeFile(join(folder, path), Buffer.alloc(size))
  }
  const { problems } = await runCheck(server)
  expect(problems).toHaveLength(9)
  for (const problem of problems)
    expect(problem).toMatch(/is damaged\. check --repair makes it from the original\.$/)

  const { code, text } = await runCheckCommand(server, '--repair')
  expect(text).toContain('9 sizes of 1 pictures were made from their originals.')
  expect(code).toBe(0)
})

test('repairs derived data and reports each repair', async () => {
  await using server = await startTestServer()
  const { itemId, root } = await addSampleData(server)
  const folder = join(server.dataDir, 'media')
  const files = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => name.includes('.')).sort()
  const before = await files()
  const [thumbnail = '', medium = ''] = ['thumbnail.avif', 'medium.webp'].map((ending) =>
    join(folder, before.find((name) => name.endsWith(ending)) ?? ''),
  )
  await truncate(thumbnail, 0)
  await rm(medium)
  const stranger = join(folder, '00', '0'.repeat(64))
  await mkdir(stranger, { recursive: true })
  await writeFile(join(stranger, 'original'), 'x')
  await utimes(join(stranger, 'original'), 0, 0)
  // Files are stored before their row, so a recent one may be an upload in progress.
  await mkdir(join(folder, '11', '1'.repeat(64)), { recursive: true })
  await writeNewFile(join(folder, '11', '1'.repeat(64), 'original'))
  await writeFile(join(folder, 'notes.txt'), 'x')
  await server.inDatabase((db) => db.deleteFrom('revision').where('name', '=', 'car').execute())
  await server.inDatabase((db) => db.updateTable('counter').set({ next: 5 }).execute())
  await server.inDatabase(async (db) => {
    const { id } = await db
      .selectFrom('journal_entry')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await db.deleteFrom('entry_mention').where('entry_id', '=', id).execute()
  })
  await server.inDatabase((db) => db.updateTable('saved_view').set({ search: 'no JSON' }).execute())
  await server.inDatabase((db) =>
    db.deleteFrom('exchange_change').where('item_id', '=', 1).execute(),
  )
  await server.inDatabase((db) =>
    db
      .updateTable('tag_definition')
      .set({ audience: 'everybody' as 'visitors', labels: 'no JSON' })
      .where('tag_key', '=', 'model')
      .execute(),
  )
  await damageUnchecked(server, (db) =>
    isPostgres(db)
      ? sql`alter table journal_tag alter column id restart with 1`.execute(db)
      : sql`delete from sqlite_sequence where name = 'journal_tag'`.execute(db),
  )
  await server.inDatabase((db) =>
    sql`insert into item_text values (1, 'xx', 'name', 'Nomen', 'checked', 'Name'), (1, 'de', 'nonsense', 'x', 'checked', 'y')`.execute(
      db,
    ),
  )
  const wrong = await runCheck(server)
  expect(wrong.problems).toEqual([
    expect.stringMatching(/The ids of journal_tag/),
    expect.stringMatching(/The next item would get the number 5/),
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
  expect(wrong.notes).toContainEqual(
    expect.stringMatching(/^1 sizes of pictures are not made yet\./),
  )

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
  expect(await files()).toEqual(before)
  expect((await stat(thumbnail)).size).toBeGreaterThan(100)
  expect(
    (await root.fetch(`/api/image/thumbnail/${itemId}`, { headers: { accept: 'image/avif' } }))
      .status,
  ).toBe(200)
  expect(await addItem(root)).toBeGreaterThan(itemId)
  expect(await runCheckCommand(server, '--repair')).toEqual({
    code: 0,
    text: expect.stringMatching(
      /Repaired:\n {2}- Not removed.*\n\n.*Everything is as it should be/s,
    ),
  })
})

test('reports and repairs contradictory rows of pictures', async () => {
  await using server = await startTestServer()
  const { itemId, root } = await addSampleData(server)
  const before = await root.call(api.inventory.details, { params: { id: itemId } })
  await server.inDatabase(async (db) => {
    await db.updateTable('item').set({ picture_id: null }).where('id', '=', itemId).execute()
    const second = db
      .updateTable('item_picture')
      .where('item_id', '=', itemId)
      .where('position', '=', 1)
    await second.set({ position: 7, licence: 'mine' as 'InC' }).execute()
    const first = await db
      .selectFrom('media')
      .innerJoin('item_picture', 'media_id', 'media.id')
      .selectAll('media')
      .where('item_id', '=', itemId)
      .where('position', '=', 0)
      .executeTakeFirstOrThrow()
    const copy = { ...first, id: first.id + 1000, file_name: 'copy.jpg' }
    await db.insertInto('media').values(copy).execute()
    const row = await db
      .selectFrom('item_picture')
      .selectAll()
      .where('media_id', '=', first.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('item_picture')
      .values({ ...row, media_id: copy.id, position: 9 })
      .execute()
  })
  const wrong = [
    `The first picture of item ${itemId} is not the one that lists show.`,
    `The pictures of item ${itemId} are not counted from 0 on.`,
    `Item ${itemId} has the same picture twice.`,
    `A picture of item ${itemId} has a kind or a licence that does not exist.`,
  ]
  expect((await runCheck(server)).problems).toEqual(expect.arrayContaining(wrong))
  await runCheckCommand(server, '--repair')
  // An unknown licence is dropped, so the item differs from its last change.
  expect((await runCheck(server)).problems).toEqual([
    `Item ${itemId} is not as its last change left it.`,
  ])
  const [first, second] = before.pictures
  expect((await root.call(api.inventory.details, { params: { id: itemId } })).pictures).toEqual([
    first,
    { ...second, licence: '' },
  ])
})

test('checks daily backups against their record', async () => {
  await using server = await startTestServer()
  const { config, clock } = server
  const names = async () => (await readdir(config.backups.folder)).sort()
  await server.inDatabase(async (db) => {
    const log = createLogger('silent')
    const jobs = startDailyJobs({ db, clock, log }, [dailyBackupJob({ config, clock, log })])
    await jobs.runDue()
    clock.advance(days(1))
    await jobs.runDue()
    await jobs.end()
  })
  const [older = '', newest = ''] = await names()
  const madeAt = async (name: string) =>
    (await openBackup(join(config.backups.folder, name))).manifest.madeAt
  const [made, madeBefore] = [await madeAt(newest), await madeAt(older)]
  const good = await runCheck(server)
  expect(good.problems).toEqual([])
  expect(good.notes).toContain(`The last good one was made at ${made}: ${newest}.`)

  // Flips one bit.
  const path = join(config.backups.folder, newest)
  const content = await readFile(path)
  const place = content.indexOf('database/change') + 700
  content[place] = (content[place] ?? 0) ^ 1
  await writeFile(path, content)
  const damaged = await runCheck(server)
  expect(damaged.problems).toEqual([
    expect.stringMatching(
      `The backup ${newest} can’t be read back: The backup is damaged: database/change`,
    ),
  ])
  expect(damaged.notes).toContain(`The last good one was made at ${madeBefore}: ${older}.`)

  await truncate(path, 1000)
  expect((await runCheck(server)).problems).toEqual([
    `The backup ${newest} is damaged: please move it away.`,
  ])
  for (const name of await names()) await rm(join(config.backups.folder, name))
  expect((await runCheck(server)).problems).toEqual([
    expect.stringMatching(/The daily backup of [\d-]+ was written, but is no longer in .+/),
    expect.stringContaining('There is no good daily backup'),
  ])
})
