// @module-tag postgres

import { mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../test/client.ts'
import { runOperatorCommand } from '../../test/command.ts'
import { createDatabase, isOnPostgres } from '../../test/database.ts'
import { dumpDatabase } from '../../test/dump.ts'
import { addLostPictures, lostPictureCount } from '../../test/lost-pictures.ts'
import { addSampleData } from '../../test/sample-data.ts'
import { test as baseTest, startTestServer, type TestServer } from '../../test/server.ts'
import { createSessionClient, queryDatabase } from '../../test/session-row.ts'
import { type Config, readConfig } from '../config/config.ts'
import { migrate, readExecutedMigrations } from '../db/migrate.ts'
import { startServer } from '../runtime/start.ts'
import { listTablesInUse } from './copy.ts'
import { readLastId } from './rows.ts'
import { readSchema } from './schema.ts'

type Database = Config['database']

/** Reads all rows and the last id of each table, for comparison. */
const readEverything = (database: Database) =>
  queryDatabase(database, async (db) => {
    const lastIds: Record<string, number | null> = {}
    for (const table of await readSchema(db)) lastIds[table.name] = await readLastId(db, table)
    return { rows: await dumpDatabase(db), lastIds }
  })

type DatabaseContent = Awaited<ReturnType<typeof readEverything>>

/** Expects that a copy equals its source, except for the record of daily jobs (`isCopiedTable`). */
async function expectCopied(original: DatabaseContent, target: Database): Promise<void> {
  const copy = await readEverything(target)
  expect({ ...copy, rows: { ...copy.rows, chore: original.rows.chore } }).toEqual(original)
}

const toArgument = (database: Database) =>
  database.kind === 'postgres' ? database.url : database.file

const sqliteIn = (folder: string, name: string) =>
  ({ kind: 'sqlite', file: join(folder, name) }) as const

const runCopy = (args: readonly string[], variables: Record<string, string> = {}) =>
  runOperatorCommand(['copy', ...args], variables)

const copyDatabases = (source: Database, target: Database, mediaArgs: readonly string[] = []) =>
  runCopy(['--from', toArgument(source), '--to', toArgument(target), ...mediaArgs])

const copiedMediaFolder = 'copied-media'

/** The arguments that copy the media of a server into another folder. */
const toMediaArgs = ({ dataDir }: TestServer, targetFolder = join(dataDir, copiedMediaFolder)) => [
  '--media-from',
  join(dataDir, 'media'),
  '--media-to',
  targetFolder,
]

/** Lists the artworks with a server that runs on a database. */
async function listArtworksOn(config: Config, database: Database) {
  const listen = { host: '127.0.0.1', port: 0 }
  const server = await startServer({ ...config, listen, database }, { hasJobTimer: false })
  try {
    return await listArtworks(createSessionClient(server.localUrl, database))
  } finally {
    await server.close()
  }
}

async function listArtworks(client: Client) {
  const employee = await client.signIn('employee')
  const list = await employee.send(api.inventory.art)
  return { etag: list.headers.get('etag'), body: await list.text() }
}

const test = baseTest.extend('serverInUse', { scope: 'file' }, async ({ server }) => {
  await addSampleData(server)
  return server
})

test('copies a database to the other kind and back without a difference', async ({
  serverInUse,
}) => {
  await using emptyDatabase = await createDatabase()
  const source = serverInUse.config.database
  const onSqlite = sqliteIn(serverInUse.dataDir, 'there.sqlite')
  const copiedBack = readConfig({
    DATA_DIR: join(serverInUse.dataDir, 'back'),
    ...emptyDatabase.variables,
  }).database
  const onSqliteAgain = sqliteIn(serverInUse.dataDir, 'again.sqlite')

  const original = await readEverything(source)
  expect(await copyDatabases(source, onSqlite)).toEqual({
    code: 0,
    text: expect.stringMatching(/item_comment +\d+ +[0-9a-f]{64}.*hold the same/s),
  })
  await expectCopied(original, onSqlite)
  expect(await copyDatabases(onSqlite, copiedBack)).toMatchObject({ code: 0 })
  await expectCopied(original, copiedBack)
  expect(await copyDatabases(copiedBack, onSqliteAgain)).toMatchObject({ code: 0 })
  await expectCopied(original, onSqliteAgain)

  const artworks = await listArtworks(serverInUse)
  for (const database of [onSqlite, copiedBack])
    expect(await listArtworksOn(serverInUse.config, database)).toEqual(artworks)
})

test('does not copy the record of daily jobs', async ({ serverInUse }) => {
  const target = sqliteIn(serverInUse.dataDir, 'without-jobs.sqlite')
  await serverInUse.inDatabase((db) =>
    db.updateTable('chore').set({ day: '2026-11-15', finished_at: 'then' }).execute(),
  )
  expect(await copyDatabases(serverInUse.config.database, target)).toMatchObject({ code: 0 })
  const jobs = await queryDatabase(target, (db) =>
    db.selectFrom('chore').select(['day', 'finished_at']).execute(),
  )
  expect(jobs.length).toBeGreaterThan(0)
  for (const job of jobs) expect(job).toEqual({ day: '', finished_at: null })
})

test('copies missing media files, with the database or alone', async ({ serverInUse }) => {
  const target = sqliteIn(serverInUse.dataDir, 'with-media.sqlite')
  const mediaArgs = toMediaArgs(serverInUse)
  const first = await copyDatabases(serverInUse.config.database, target, mediaArgs)
  // Two originals with nine sizes each, and a recording.
  expect(first).toEqual({ code: 0, text: expect.stringContaining('Media: 21 files were copied') })
  const listFiles = async (folder: string) =>
    (await readdir(join(serverInUse.dataDir, folder), { recursive: true })).sort()
  expect(await listFiles(copiedMediaFolder)).toEqual(await listFiles('media'))

  expect(await runCopy(mediaArgs, serverInUse.variables)).toEqual({
    code: 0,
    text: expect.stringContaining('Media: 0 files were copied, 21 were there already.'),
  })
})

test('rejects a copy that could overwrite something, or has nothing to read', async ({
  serverInUse,
}) => {
  const source = serverInUse.config.database
  const targetInUse = sqliteIn(serverInUse.dataDir, 'used.sqlite')
  expect(await copyDatabases(source, targetInUse)).toMatchObject({ code: 0 })
  expect(await copyDatabases(source, targetInUse)).toEqual({
    code: 1,
    text: expect.stringContaining('is not empty'),
  })
  expect(await copyDatabases(sqliteIn(serverInUse.dataDir, 'nothing.sqlite'), targetInUse)).toEqual(
    {
      code: 1,
      text: expect.stringContaining('There is no file'),
    },
  )
  expect(await runCopy(['--media-from', 'media'], serverInUse.variables)).toEqual({
    code: 1,
    text: expect.stringContaining('Usage: vitrine copy'),
  })
})

test('leaves the other database untouched if its media can’t be copied', async ({
  serverInUse,
}) => {
  await using emptyDatabase = await createDatabase()
  const target = readConfig({
    DATA_DIR: join(serverInUse.dataDir, 'untouched'),
    ...emptyDatabase.variables,
  }).database
  const copyWithMedia = (mediaArgs: readonly string[]) =>
    copyDatabases(serverInUse.config.database, target, mediaArgs)

  const missingFolder = join(serverInUse.dataDir, 'nowhere')
  const newFolder = join(serverInUse.dataDir, 'elsewhere')
  expect(await copyWithMedia(['--media-from', missingFolder, '--media-to', newFolder])).toEqual({
    code: 1,
    text: expect.stringContaining('There is no folder'),
  })

  const unreachableStore = {
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'media',
    S3_REGION: 'any',
    S3_ACCESS_KEY_ID: 'any',
    S3_SECRET_ACCESS_KEY: 'any',
    DATA_DIR: serverInUse.dataDir,
  }
  const databaseArgs = [
    '--from',
    toArgument(serverInUse.config.database),
    '--to',
    toArgument(target),
  ]
  expect(
    await runCopy([...databaseArgs, ...toMediaArgs(serverInUse, 's3')], unreachableStore),
  ).toEqual({
    code: 1,
    text: expect.stringContaining('nothing answers at http://127.0.0.1:1'),
  })

  // Files in place of the folders make the copy fail half-way.
  const blockedFolder = join(serverInUse.dataDir, 'blocked-media')
  await mkdir(blockedFolder)
  for (let firstByte = 0; firstByte < 256; firstByte++)
    await writeFile(join(blockedFolder, firstByte.toString(16).padStart(2, '0')), '')
  expect(await copyWithMedia(toMediaArgs(serverInUse, blockedFolder))).toEqual({
    code: 1,
    text: expect.stringMatching(/The other database was not touched\. Run the same command again/),
  })
  await queryDatabase(target, async (db) => expect(await readExecutedMigrations(db)).toEqual([]))
})

test('names missing originals, and says how to go on', async () => {
  await using server = await startTestServer()
  await server.inDatabase(addLostPictures)
  const mediaArgs = toMediaArgs(server)
  const { code, text } = await runCopy(mediaArgs, server.variables)
  expect(code).toBe(1)
  const listedCount = 20
  expect(text.match(/missing: /g)).toHaveLength(listedCount)
  expect(text).toContain(`\n  and ${lostPictureCount - listedCount} more`)

  const target = sqliteIn(server.dataDir, 'incomplete.sqlite')
  expect(await copyDatabases(server.config.database, target, mediaArgs)).toEqual({
    code: 1,
    text: expect.stringMatching(/To go on: .+--media-from and --media-to alone/),
  })
})

test('reads the same schema from both kinds of database', async () => {
  await using emptyDatabase = await createDatabase()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-schema-'))
  const sqlite = sqliteIn(folder.path, 'vitrine.sqlite')
  const databaseUnderTest = isOnPostgres() ? readConfig(emptyDatabase.variables).database : sqlite
  const describeDatabase = (database: Database) =>
    queryDatabase(database, async (db) => {
      await migrate(db)
      return { schema: await readSchema(db), tablesInUse: await listTablesInUse(db) }
    })

  const { schema, tablesInUse } = await describeDatabase(databaseUnderTest)
  expect(tablesInUse).toEqual([])
  expect(schema).toEqual((await describeDatabase(sqlite)).schema)
  const names = schema.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['item', 'change', 'journal_entry_tag']))
  // A referenced table comes first.
  expect(names.indexOf('media')).toBeLessThan(names.indexOf('item'))
})
