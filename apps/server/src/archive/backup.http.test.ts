// @module-tag postgres-with-all

import { execFileSync } from 'node:child_process'
import {
  copyFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { runOperatorCommand } from '../../test/command.ts'
import { dumpDatabase } from '../../test/dump.ts'
import { queryDatabaseOf } from '../../test/faults/check-database.ts'
import { addItem } from '../../test/inventory.ts'
import { createPictureFile } from '../../test/media-files.ts'
import { readBytes } from '../../test/media-test-server.ts'
import { createDataFolder, createDemoDataFolder } from '../../test/process.ts'
import { addSampleData } from '../../test/sample-data.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { createSessionClient } from '../../test/session-row.ts'
import { type Clock, days } from '../base/clock.ts'
import { type Config, readConfig } from '../config/config.ts'
import { knownMigrations, migrate, readExecutedMigrations } from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import { startDailyJobs } from '../jobs/daily-jobs.ts'
import { createLogger } from '../runtime/logger.ts'
import { startServer } from '../runtime/start.ts'
import { dailyBackupJob } from './automatic-backups.ts'
import { openVerifiedBackup } from './restore-backup.ts'

type Variables = Record<string, string>

const log = createLogger('silent')

const runVitrine = (variables: Variables, ...args: string[]) => runOperatorCommand(args, variables)

/** Like `createDataFolder`, but always on SQLite. */
async function createSqliteFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-restored-'))
  const variables: Variables = { DATA_DIR: dataDir, PORT: '0' }
  return { dataDir, variables, [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) }
}

/** Lists the files of a folder and its folders, by relative path. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort()
}

/** Reads the files of a folder and its folders, by relative path, for comparison. */
const readFiles = async (folder: string) =>
  Promise.all(
    (await listFiles(folder)).map(async (path) => ({
      path,
      content: await readFile(join(folder, path), 'hex'),
    })),
  )

/** Starts a server on restored data, and returns it with a client that opens sessions itself. */
async function startRestoredServer(variables: Variables) {
  const config = readConfig({ ...variables, LOG_LEVEL: 'silent' })
  const server = await startServer(config, { hasJobTimer: false })
  return {
    client: createSessionClient(server.localUrl, config.database),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

test('deletes only the oldest full backups with --keep', async () => {
  await using dataFolder = await createDataFolder()
  const folder = join(dataFolder.dataDir, 'backups')
  const variables = { ...dataFolder.variables, BACKUP_DIR: folder }
  await runVitrine(variables, 'migrate')
  await runVitrine(variables, 'backup')
  const [name = ''] = await readdir(folder)
  const toPathOfYear = (year: number) => join(folder, name.replace(/\d{4}/, String(year)))
  for (const year of [2020, 2021, 2022, 2023])
    await copyFile(join(folder, name), toPathOfYear(year))
  await rm(join(folder, name))
  await writeFile(join(folder, 'vitrine-2019-letters.tar'), 'not a backup')

  expect(await runVitrine(variables, 'backup', '--keep', '0')).toMatchObject({ code: 1 })
  expect(await runVitrine(variables, 'backup', '--keep', '3')).toMatchObject({ code: 0 })
  const toPrefix = (fileName: string) => fileName.slice(0, 'vitrine-2026'.length)
  expect((await readdir(folder)).map(toPrefix).toSorted()).toEqual([
    'vitrine-2019',
    'vitrine-2022',
    'vitrine-2023',
    toPrefix(name),
  ])
})

/** Backs up a server that writes meanwhile; returns the result and the number of writes. */
async function backUpWhileWriting(server: TestServer, root: Client, file: string) {
  let isRunning = true
  let writeCount = 0
  const writing = (async () => {
    while (isRunning) {
      await addItem(root, { identifier: `DURING-${writeCount}` })
      writeCount++
      await setTimeout(10)
    }
  })()
  const result = await runVitrine(server.variables, 'backup', '--to', file)
  isRunning = false
  await writing
  return { result, writeCount }
}

/** Expects that the tar program can read a backup, and that its files have no times. */
function expectPlainTar(file: string): void {
  const listing = execFileSync('tar', ['-tvf', file], { encoding: 'utf8', env: { TZ: 'UTC' } })
  expect(listing).toMatch(/ database\/item\.jsonl\.gz\n.* manifest\.json\n$/s)
  // Programs that deduplicate recognise unchanged files only without times.
  expect(new Set(listing.match(/\d{4}-\d\d-\d\d \d\d:\d\d/g))).toEqual(
    new Set(['1970-01-01 00:00']),
  )
}

type DatabaseDump = Awaited<ReturnType<typeof dumpDatabase>>

/** Expects the same rows, apart from items that were added while the backup was written. */
function expectSameRows(restored: DatabaseDump, current: DatabaseDump): void {
  const isAddedMeanwhile = (row: string) => row.includes('DURING-')
  // The snapshot is consistent: it has as many of these items as changes that created them.
  expect(restored.item?.filter(isAddedMeanwhile).length).toBe(
    restored.change?.filter(isAddedMeanwhile).length,
  )
  for (const table of [
    'user_account',
    'item_comment',
    'journal_entry',
    'journal_entry_tag',
    'event',
    'item_import',
    'media',
    'item_tag',
  ])
    expect({ table, rows: restored[table] }).toEqual({ table, rows: current[table] })
  expect(restored.item?.filter((row) => !isAddedMeanwhile(row))).toEqual(
    current.item?.filter((row) => !isAddedMeanwhile(row)),
  )
}

test('restores the backup of a busy server without a difference', async () => {
  await using server = await startTestServer({ BACKUP_KEEP: '0' })
  const { itemId, root } = await addSampleData(server)
  const file = join(server.dataDir, 'of-today.tar')
  const { result, writeCount } = await backUpWhileWriting(server, root, file)
  expect(result).toEqual({
    code: 0,
    text: expect.stringMatching(/3 pictures and recordings.*read back/),
  })
  expect(writeCount).toBeGreaterThan(5)
  expectPlainTar(file)

  // Always restored into SQLite; other tests restore into the database under test.
  await using restoredFolder = await createSqliteFolder()
  expect(await runVitrine(restoredFolder.variables, 'restore', file)).toEqual({
    code: 0,
    text: expect.stringContaining('3 pictures and recordings'),
  })
  expect(await readFiles(join(restoredFolder.dataDir, 'media'))).toEqual(
    await readFiles(join(server.dataDir, 'media')),
  )
  expectSameRows(
    await queryDatabaseOf(restoredFolder.variables, (db) => dumpDatabase(db)),
    await server.inDatabase((db) => dumpDatabase(db)),
  )

  await using restored = await startRestoredServer(restoredFolder.variables)
  const restoredRoot = await restored.client.signIn('root')
  const { entries } = await restoredRoot.call(api.audit.list, { query: { kind: 'restored' } })
  expect(entries).toMatchObject([{ by: { name: 'The operator' } }])
  const readPicture = async (client: Client) =>
    readBytes(await client.fetch(`/api/image/${itemId}`))
  expect((await readPicture(restoredRoot)).equals(await readPicture(root))).toBe(true)
  // Ids continue after the last one of the backup.
  expect(await addItem(restoredRoot)).toBeGreaterThan(itemId)
  const comment = { body: { itemId, comment: 'neu' } }
  const { id } = await restoredRoot.call(api.comments.add, comment)
  expect(id).toBe((await root.call(api.comments.add, comment)).id)
  expect(await runVitrine(restoredFolder.variables, 'restore', file)).toEqual({
    code: 1,
    text: expect.stringContaining('The database is not empty'),
  })
})

test('neither overwrites a file nor creates the folder of a backup', async () => {
  await using dataFolder = await createDataFolder()
  await runVitrine(dataFolder.variables, 'migrate')
  const file = join(dataFolder.dataDir, 'of-today.tar')
  const backUpTo = (path: string) => runVitrine(dataFolder.variables, 'backup', '--to', path)
  expect(await backUpTo(file)).toMatchObject({ code: 0 })
  // The arguments are valid, so the help is printed after neither message.
  expect(await backUpTo(file)).toEqual({
    code: 1,
    text: expect.stringMatching(/already exists: please choose another name\.$/),
  })
  expect(await backUpTo(join(dataFolder.dataDir, 'not-mounted', 'of-today.tar'))).toEqual({
    code: 1,
    text: expect.stringMatching(/^There is no folder [^\n]+$/),
  })
})

test('reports lost originals, but not sizes that are not rendered yet', async () => {
  await using server = await startTestServer({ BACKUP_KEEP: '0' })
  const { variables } = server
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  const mediaFolder = join(server.dataDir, 'media')
  const paths = await listFiles(mediaFolder)
  const sizes = paths.filter((path) => !path.endsWith('original'))
  expect(sizes).toHaveLength(9)
  for (const path of sizes) await rm(join(mediaFolder, path))

  const withoutSizes = join(server.dataDir, 'without-sizes.tar')
  expect(await runVitrine(variables, 'backup', '--to', withoutSizes)).toMatchObject({ code: 0 })
  const copiedMedia = join(server.dataDir, 'copied-media')
  expect(
    await runVitrine(variables, 'copy', '--media-from', mediaFolder, '--media-to', copiedMedia),
  ).toMatchObject({ code: 0 })
  expect(await runVitrine(variables, 'check')).toEqual({
    code: 0,
    text: expect.stringContaining('9 sizes of pictures'),
  })
  await using restoredFolder = await createSqliteFolder()
  expect(await runVitrine(restoredFolder.variables, 'restore', withoutSizes)).toMatchObject({
    code: 0,
  })
  await using restored = await startRestoredServer(restoredFolder.variables)
  expect((await restored.client.fetch(`/api/image/${itemId}`)).status).toBe(200)

  const [original = ''] = paths.filter((path) => path.endsWith('original'))
  await rm(join(mediaFolder, original))
  const withoutOriginal = join(server.dataDir, 'without-original.tar')
  expect(await runVitrine(variables, 'backup', '--to', withoutOriginal)).toEqual({
    code: 1,
    text: expect.stringMatching(/\n {2}missing: \w{64}\/original\n?$/),
  })
})

test('rejects a damaged backup before writing anything', async () => {
  await using dataFolder = await createDemoDataFolder()
  const file = join(dataFolder.dataDir, 'good.tar')
  expect(await runVitrine(dataFolder.variables, 'backup', '--to', file)).toMatchObject({ code: 0 })
  const intact = await readFile(file)

  const damaged = join(dataFolder.dataDir, 'damaged.tar')
  const expectRejected = async (damage: () => Promise<void>, message: RegExp) => {
    await writeFile(damaged, intact)
    await damage()
    await expect(openVerifiedBackup(damaged)).rejects.toThrow(message)
  }
  // Cut off within the last file, and between two files.
  await expectRejected(() => truncate(damaged, intact.length - 2000), /ends too early/)
  await expectRejected(() => truncate(damaged, intact.indexOf('database/media')), /ends too early/)
  const historyStart = intact.indexOf('database/change') + tarHeaderBytes
  const withinHistory = historyStart + 200
  await expectRejected(() => flipBit(damaged, withinHistory), /is damaged: database\/change/)
  await expectRejected(() => writeFile(damaged, 'x'.repeat(3000)), /damaged, or not a backup/)
  await expectRejected(
    () => replaceInManifest(damaged, '006-audit', '006-later'),
    /please install .* or newer/,
  )

  await using empty = await createDataFolder()
  expect(await runVitrine(empty.variables, 'restore', damaged)).toMatchObject({ code: 1 })
  expect(await readdir(empty.dataDir)).toEqual([])
  await queryDatabaseOf(empty.variables, async (db) =>
    expect(await readExecutedMigrations(db)).toEqual([]),
  )
  expect(await runVitrine(empty.variables, 'restore', `${file}.gone`)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^There is no file .+good\.tar\.gone\.$/m),
  })
  expect(await runVitrine(empty.variables, 'restore', file)).toMatchObject({ code: 0 })
})

const tarHeaderBytes = 512

async function flipBit(file: string, position: number): Promise<void> {
  await using handle = await open(file, 'r+')
  const byte = Buffer.alloc(1)
  await handle.read(byte, 0, 1, position)
  byte[0] = (byte[0] ?? 0) ^ 1
  await handle.write(byte, 0, 1, position)
}

/** Replaces the last occurrence of a text by one of the same length: the manifest is the last file. */
async function replaceInManifest(file: string, text: string, replacement: string): Promise<void> {
  const content = await readFile(file)
  content.write(replacement, content.lastIndexOf(text))
  await writeFile(file, content)
}

/** Starts the daily jobs of one process, of which only the backup is relevant here. */
const startBackupJobs = (db: Db, { config, clock }: { config: Config; clock: Clock }) =>
  startDailyJobs({ clock, log, db }, [dailyBackupJob({ config, clock, log })])

test('writes one daily backup for all processes, and keeps as many as configured', async () => {
  await using server = await startTestServer({ BACKUP_KEEP: '2' })
  const { clock } = server
  const listBackups = () => readdir(server.config.backups.folder)
  await server.inDatabase(async (db) => {
    const processes = [startBackupJobs(db, server), startBackupJobs(db, server)]
    for (const expectedCount of [1, 2, 2]) {
      await Promise.all(processes.map((process) => process.runDue()))
      await Promise.all(processes.map((process) => process.runDue()))
      expect(await listBackups()).toHaveLength(expectedCount)
      clock.advance(days(1))
    }
    // A process that is stopping leaves the job to the others.
    for (const name of await listBackups()) await rm(join(server.config.backups.folder, name))
    const stopping = startBackupJobs(db, server)
    void stopping.runDue()
    await stopping.end()
    expect(await listBackups()).toEqual([])

    await Promise.all(processes.map((process) => process.runDue()))
    for (const process of processes) await process.end()
  })
  expect(await listBackups()).toEqual([expect.stringMatching(/^daily-\d{4}-\d\d-\d\d\.tar$/)])
})

test('records that a daily backup failed, and retries it the next day', async () => {
  await using server = await startTestServer()
  const { folder } = server.config.backups
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'in the way')
  await server.inDatabase(async (db) => {
    const jobs = startBackupJobs(db, server)
    const readProblem = () =>
      db.selectFrom('chore').select('problem').where('name', '=', 'backup').executeTakeFirst()
    await jobs.runDue()
    expect(await readProblem()).toEqual({ problem: expect.stringMatching(/EEXIST|ENOTDIR/) })

    await rm(folder)
    server.clock.advance(days(1))
    await jobs.runDue()
    expect(await readProblem()).toEqual({ problem: null })
    await jobs.end()
  })
  expect(await readdir(folder)).toHaveLength(1)
})

test('restores a daily backup without its pictures only with --without-media', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  await server.inDatabase(async (db) => {
    const jobs = startBackupJobs(db, server)
    await jobs.runDue()
    await jobs.end()
  })
  const { folder } = server.config.backups
  const [name = ''] = await readdir(folder)

  await using empty = await createDataFolder()
  expect(await runVitrine(empty.variables, 'restore', join(folder, name))).toEqual({
    code: 1,
    text: expect.stringMatching(/1 of 1 are not here.*--without-media/s),
  })
  expect(
    await runVitrine(empty.variables, 'restore', join(folder, name), '--without-media'),
  ).toEqual({
    code: 0,
    text: expect.stringContaining('It does not hold its 1 pictures and recordings'),
  })
})

test('leaves the backups of another installation in the same folder alone', async () => {
  await using otherServer = await startTestServer()
  const { folder } = otherServer.config.backups
  const backUp = async (db: Db, parts: { config: Config; clock: Clock }) => {
    const jobs = startBackupJobs(db, parts)
    await jobs.runDue()
    await jobs.end()
  }
  await otherServer.inDatabase((db) => backUp(db, otherServer))
  const [name = ''] = await readdir(folder)
  const otherBackup = await readFile(join(folder, name))

  await using empty = await createDataFolder()
  expect(await runVitrine(empty.variables, 'migrate')).toMatchObject({ code: 0 })
  await queryDatabaseOf(empty.variables, async (db) => {
    const config = { ...readConfig(empty.variables), backups: { daily: true, folder, keep: 1 } }
    for (const day of [0, 1, 2])
      await backUp(db, { config, clock: { now: () => new Date(Date.now() + days(day)) } })
  })
  // One backup of each installation.
  expect(await readdir(folder)).toHaveLength(2)
  expect((await readFile(join(folder, name))).equals(otherBackup)).toBe(true)
})

test('backs up the database before a migration changes it', async () => {
  await using outdated = await createDataFolder()
  await queryDatabaseOf(outdated.variables, async (db) => {
    await migrate(db, { upTo: '003-journal' })
    await sql`insert into journal_tag (name, name_key) values ('Atelier', 'atelier')`.execute(db)
  })
  expect(await runVitrine(outdated.variables, 'migrate')).toEqual({
    code: 0,
    text: expect.stringContaining('004-events'),
  })
  const folder = join(outdated.dataDir, 'backups')
  const names = await readdir(folder)
  expect(names).toEqual([expect.stringMatching(/^before-[\dTZ-]+-004-events\.tar$/)])

  await using fresh = await createDataFolder()
  const file = join(folder, names[0] ?? '')
  expect(await runVitrine(fresh.variables, 'restore', file)).toMatchObject({ code: 0 })
  await queryDatabaseOf(fresh.variables, async (db) => {
    expect(await readExecutedMigrations(db)).toEqual(knownMigrations)
    expect(await db.selectFrom('journal_tag').select(['id', 'name']).execute()).toEqual([
      { id: 1, name: 'Atelier' },
    ])
  })
})
