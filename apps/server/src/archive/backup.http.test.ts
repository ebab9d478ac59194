// @module-tag postgres-with-all

import { execFileSync } from 'node:child_process'
import {
  copyFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Client } from '../../test/client.ts'
import { runOperatorCommand } from '../../test/command.ts'
import { dumpDatabase } from '../../test/dump.ts'
import { queryDatabaseOf } from '../../test/faults/check-database.ts'
import { addItem } from '../../test/inventory.ts'
import { createPictureFile } from '../../test/media-files.ts'
import { readBytes } from '../../test/media-test-server.ts'
import { createDataFolder, createDemoDataFolder } from '../../test/process.ts'
import { addSampleData } from '../../test/sample-data.ts'
import { startTestServer } from '../../test/server.ts'
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
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-place-'))
  const variables: Variables = { DATA_DIR: dataDir, PORT: '0' }
  return { dataDir, variables, [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) }
}

const readFiles = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    files
      .sort()
      .map(async (file) => [file.slice(folder.length), (await readFile(file)).toString('hex')]),
  )
}

test('deletes only the oldest full backups with --keep', async () => {
  await using dataFolder = await createDataFolder()
  const folder = join(dataFolder.dataDir, 'backups')
  const variables = { ...dataFolder.variables, BACKUP_DIR: folder }
  await runVitrine(variables, 'migrate')
  await runVitrine(variables, 'backup')
  const [first = ''] = await readdir(folder)
  const ofYear = (year: number) => join(folder, first.replace(/\d{4}/, String(year)))
  for (const year of [2020, 2021, 2022]) await copyFile(join(folder, first), ofYear(year))
  await rename(join(folder, first), ofYear(2023))
  await writeFile(join(folder, 'vitrine-2019-letters.tar'), 'not ours')
  expect(await runVitrine(variables, 'backup', '--keep', '0')).toMatchObject({ code: 1 })
  expect(await runVitrine(variables, 'backup', '--keep', '3')).toMatchObject({ code: 0 })
  const years = (await readdir(folder))
    .map((name) => name.slice(0, 'vitrine-2026'.length))
    .toSorted()
  const current = first.slice(0, 'vitrine-2026'.length)
  expect(years).toEqual(['vitrine-2019', 'vitrine-2022', 'vitrine-2023', current])
})

test('restores the backup of a busy server without a difference', async () => {
  await using server = await startTestServer({ BACKUP_KEEP: '0' })
  const { itemId, root } = await addSampleData(server)
  const variables = { DATA_DIR: server.dataDir, ...toVariables(server.config) }
  const file = join(server.dataDir, 'of-today.tar')
  const nowhere = await runVitrine(
    variables,
    'backup',
    '--to',
    join(server.dataDir, 'not-mounted', 'of-today.tar'),
  )
  expect(nowhere).toEqual({ code: 1, text: expect.stringMatching(/^There is no folder [^\n]+$/) })

  // Writes continue during the backup.
  let isWorking = true
  let written = 0
  const work = (async () => {
    for (; isWorking; written++) {
      await addItem(root, { identifier: `DURING-${written}` })
      await setTimeout(10)
    }
  })()
  const backup = await runVitrine(variables, 'backup', '--to', file)
  isWorking = false
  await work
  expect(backup).toEqual({
    code: 0,
    text: expect.stringMatching(/3 pictures and recordings.*read back/),
  })
  expect(await runVitrine(variables, 'backup', '--to', file)).toEqual({
    code: 1,
    // The arguments are valid, so the help is not printed.
    text: expect.stringMatching(/already exists: please choose another name\.$/),
  })
  expect(written).toBeGreaterThan(5)
  // The tar program can read it. Without times, programs that deduplicate find unchanged files.
  const listed = execFileSync('tar', ['-tvf', file], { encoding: 'utf8', env: { TZ: 'UTC' } })
  expect(listed).toMatch(/ database\/item\.jsonl\.gz\n.* manifest\.json\n$/s)
  expect(new Set(listed.match(/\d{4}-\d\d-\d\d \d\d:\d\d/g))).toEqual(new Set(['1970-01-01 00:00']))

  // Always restored into SQLite; other tests restore into the database under test.
  await using restoredFolder = await createSqliteFolder()
  const restored = await runVitrine(restoredFolder.variables, 'restore', file)
  expect(restored).toEqual({ code: 0, text: expect.stringContaining('3 pictures and recordings') })
  expect(await readFiles(join(restoredFolder.dataDir, 'media'))).toEqual(
    await readFiles(join(server.dataDir, 'media')),
  )

  // The snapshot is consistent: it has as many items as changes that created them.
  const current = await server.inDatabase((db) => dumpDatabase(db))
  const restoredRows = await queryDatabaseOf(restoredFolder.variables, (db) => dumpDatabase(db))
  const during = (line: string) => line.includes('DURING-')
  expect(restoredRows.item?.filter(during).length).toBe(restoredRows.change?.filter(during).length)
  for (const table of [
    'user_account',
    'item_comment',
    'journal_entry',
    'journal_entry_tag',
    'event',
    'item_import',
    'media',
    'item_tag',
  ]) {
    expect([table, restoredRows[table]]).toEqual([table, current[table]])
  }
  expect(restoredRows.item?.filter((line) => !during(line))).toEqual(
    current.item?.filter((line) => !during(line)),
  )

  const config = readConfig({ ...restoredFolder.variables, LOG_LEVEL: 'silent' })
  const restoredServer = await startServer(config)
  try {
    const clerk = await new Client(restoredServer.localUrl).signIn('employee')
    const reader = await new Client(restoredServer.localUrl).signIn('root')
    const { entries } = await reader.call(api.audit.list, { query: { kind: 'restored' } })
    expect(entries).toMatchObject([{ by: { name: 'The operator' } }])
    const picture = async (client: Client) => readBytes(await client.fetch(`/api/image/${itemId}`))
    expect((await picture(clerk)).equals(await picture(root))).toBe(true)
    // Ids continue after the last one of the backup.
    expect(await addItem(clerk)).toBeGreaterThan(itemId)
    const { id } = await clerk.call(api.comments.add, { body: { itemId, comment: 'neu' } })
    const original = await root.call(api.comments.add, { body: { itemId, comment: 'neu' } })
    expect(id).toBe(original.id)
  } finally {
    await restoredServer.close()
  }
  expect(await runVitrine(restoredFolder.variables, 'restore', file)).toEqual({
    code: 1,
    text: expect.stringContaining('The database is not empty'),
  })
})

test('reports lost originals, but not sizes that are not rendered yet', async () => {
  await using server = await startTestServer({ BACKUP_KEEP: '0' })
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  const folder = join(server.dataDir, 'media')
  const names = (await readFiles(folder)).map(([name = '']) => name)
  const original = names.find((name) => name.endsWith('original')) ?? ''
  expect(names).toHaveLength(10)
  for (const name of names) if (name !== original) await rm(join(folder, name))
  const variables = { DATA_DIR: server.dataDir, ...toVariables(server.config) }
  const completeBackup = join(server.dataDir, 'whole.tar')
  expect(await runVitrine(variables, 'backup', '--to', completeBackup)).toMatchObject({ code: 0 })
  const copiedMedia = join(server.dataDir, 'elsewhere')
  expect(
    await runVitrine(variables, 'copy', '--media-from', folder, '--media-to', copiedMedia),
  ).toMatchObject({ code: 0 })
  expect(await runVitrine(variables, 'check')).toEqual({
    code: 0,
    text: expect.stringContaining('9 sizes of pictures'),
  })

  await using restoredFolder = await createSqliteFolder()
  expect(await runVitrine(restoredFolder.variables, 'restore', completeBackup)).toMatchObject({
    code: 0,
  })
  const restoredServer = await startServer(
    readConfig({ ...restoredFolder.variables, LOG_LEVEL: 'silent' }),
  )
  expect((await new Client(restoredServer.localUrl).fetch(`/api/image/${itemId}`)).status).toBe(200)
  await restoredServer.close()

  await rm(join(folder, original))
  expect(
    await runVitrine(variables, 'backup', '--to', join(server.dataDir, 'not-whole.tar')),
  ).toEqual({
    code: 1,
    text: expect.stringMatching(/\n {2}missing: \w{64}\/original\n?$/),
  })
})

test('rejects a damaged backup before writing anything', async () => {
  await using dataFolder = await createDemoDataFolder()
  const file = join(dataFolder.dataDir, 'good.tar')
  expect(await runVitrine(dataFolder.variables, 'backup', '--to', file)).toMatchObject({ code: 0 })
  const intact = await readFile(file)

  await using empty = await createDataFolder()
  const damaged = join(dataFolder.dataDir, 'broken.tar')
  const damages: [string, () => Promise<void>, RegExp][] = [
    ['cut off', () => truncate(damaged, intact.length - 2000), /ends too early/],
    [
      'cut off between two files',
      () => truncate(damaged, intact.indexOf('database/media')),
      /ends too early/,
    ],
    [
      'one bit',
      () => flipBit(damaged, intact.indexOf('database/change') + 700),
      /is damaged: database\/change/,
    ],
    ['no tar', () => writeFile(damaged, 'x'.repeat(3000)), /damaged, or not a backup/],
    [
      'from the future',
      () => replaceIn(damaged, '006-audit', '006-later'),
      /please install .* or newer/,
    ],
  ]
  for (const [name, damage, message] of damages) {
    await writeFile(damaged, intact)
    await damage()
    await expect(openVerifiedBackup(damaged), name).rejects.toThrow(message)
  }
  // No file or folder is created.
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

test('writes one daily backup for all processes, and keeps as many as configured', async () => {
  await using server = await startTestServer({ BACKUP_KEEP: '2' })
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  const { config, clock } = server
  const names = () => readdir(config.backups.folder)

  await server.inDatabase(async (db) => {
    const newProcess = () =>
      startDailyJobs({ clock, log, db }, [dailyBackupJob({ config, clock, log })])
    const processes = [newProcess(), newProcess()]
    for (let day = 0; day < 3; day++) {
      await Promise.all(processes.map((process) => process.runDue()))
      await Promise.all(processes.map((process) => process.runDue()))
      expect(await names()).toHaveLength(Math.min(day + 1, 2))
      clock.advance(days(1))
    }
    // A folder that can't be written to: recorded in the row that `vitrine check` reads, and
    // retried later.
    const [first] = processes
    await rm(config.backups.folder, { recursive: true })
    await writeFile(config.backups.folder, 'in the way')
    await first?.runDue()
    expect(
      await db
        .selectFrom('chore')
        .select('problem')
        .where('name', '=', 'backup')
        .executeTakeFirst(),
    ).toEqual({
      problem: expect.stringMatching(/EEXIST|ENOTDIR/),
    })
    await rm(config.backups.folder)
    clock.advance(days(1))
    // A process that is stopping leaves the job to the others.
    const stopping = newProcess()
    void stopping.runDue()
    await stopping.end()
    await expect(names()).rejects.toThrow('ENOENT')
    await first?.runDue()
    for (const process of processes) await process.end()
  })
  const [name = ''] = await names()
  expect(name).toMatch(/^daily-\d{4}-\d\d-\d\d\.tar$/)

  // The backup only names its pictures; without their files it is rejected, unless --without-media
  // is set.
  await using empty = await createDataFolder()
  const file = join(config.backups.folder, name)
  expect(await runVitrine(empty.variables, 'restore', file)).toEqual({
    code: 1,
    text: expect.stringMatching(/1 of 1 are not here.*--without-media/s),
  })
  expect(await runVitrine(empty.variables, 'restore', file, '--without-media')).toEqual({
    code: 0,
    text: expect.stringContaining('It does not hold its 1 pictures and recordings'),
  })
})

test('leaves the backups of another installation in the same folder alone', async () => {
  await using other = await startTestServer()
  const folder = other.config.backups.folder
  const backUp = async (db: Db, config: Config, clock: Clock) => {
    const jobs = startDailyJobs({ db, clock, log }, [dailyBackupJob({ config, clock, log })])
    await jobs.runDue()
    await jobs.end()
  }
  await other.inDatabase((db) => backUp(db, other.config, other.clock))
  const [name = ''] = await readdir(folder)
  const before = await readFile(join(folder, name))

  await using empty = await createDataFolder()
  expect(await runVitrine(empty.variables, 'migrate')).toMatchObject({ code: 0 })
  await queryDatabaseOf(empty.variables, async (db) => {
    const config = { ...readConfig(empty.variables), backups: { daily: true, folder, keep: 1 } }
    for (let day = 0; day < 3; day++) {
      await backUp(db, config, { now: () => new Date(Date.now() + days(day)) })
    }
  })
  // One backup of each installation.
  expect(await readdir(folder)).toHaveLength(2)
  expect((await readFile(join(folder, name))).equals(before)).toBe(true)
})

test('backs up the database before a migration changes it', async () => {
  await using olderInstallation = await createDataFolder()
  await queryDatabaseOf(olderInstallation.variables, async (db) => {
    await migrate(db, { upTo: '003-journal' })
    await sql`insert into journal_tag (name, name_key) values ('Atelier', 'atelier')`.execute(db)
  })
  expect(await runVitrine(olderInstallation.variables, 'migrate')).toEqual({
    code: 0,
    text: expect.stringContaining('004-events'),
  })
  const [name = '', ...others] = await readdir(join(olderInstallation.dataDir, 'backups'))
  expect([name, others]).toEqual([expect.stringMatching(/^before-[\dTZ-]+-004-events\.tar$/), []])

  await using fresh = await createDataFolder()
  expect(
    await runVitrine(fresh.variables, 'restore', join(olderInstallation.dataDir, 'backups', name)),
  ).toMatchObject({ code: 0 })
  await queryDatabaseOf(fresh.variables, async (db) => {
    expect(await readExecutedMigrations(db)).toEqual(knownMigrations)
    expect(await db.selectFrom('journal_tag').select(['id', 'name']).execute()).toEqual([
      { id: 1, name: 'Atelier' },
    ])
  })
})

const toVariables = ({
  database,
}: {
  database: ReturnType<typeof readConfig>['database']
}): Variables => (database.kind === 'postgres' ? { DATABASE_URL: database.url } : {})

async function flipBit(file: string, position: number): Promise<void> {
  await using handle = await open(file, 'r+')
  const byte = Buffer.alloc(1)
  await handle.read(byte, 0, 1, position)
  byte[0] = (byte[0] ?? 0) ^ 1
  await handle.write(byte, 0, 1, position)
}

async function replaceIn(file: string, from: string, to: string): Promise<void> {
  const content = await readFile(file)
  content.write(to, content.lastIndexOf(from))
  await writeFile(file, content)
}
