// @module-tag postgres

import { mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { expect, inject, test } from 'vitest'
import { Client } from '../../test/client.ts'
import { runOperatorCommand } from '../../test/command.ts'
import { createDatabase } from '../../test/database.ts'
import { dumpDatabase } from '../../test/dump.ts'
import { addThirtyLostPictures } from '../../test/lost-pictures.ts'
import { addSampleData } from '../../test/sample-data.ts'
import { startTestServer } from '../../test/server.ts'
import { queryDatabase } from '../../test/session-row.ts'
import { type Config, readConfig } from '../config/config.ts'
import { migrate, readExecutedMigrations } from '../db/migrate.ts'
import { startServer } from '../runtime/start.ts'
import { listTablesInUse } from './copy.ts'
import { readLastId } from './rows.ts'
import { readSchema } from './schema.ts'

async function readEverything(database: Config['database']) {
  return queryDatabase(database, async (db) => {
    const lastIds: Record<string, number | null> = {}
    for (const table of await readSchema(db)) lastIds[table.name] = await readLastId(db, table)
    return { rows: await dumpDatabase(db), lastIds }
  })
}

const toArgument = (database: Config['database']) =>
  database.kind === 'postgres' ? database.url : database.file

const copy = (...args: string[]) => copyWith({}, ...args)

const copyWith = (variables: Record<string, string>, ...args: string[]) =>
  runOperatorCommand(['copy', ...args], variables)

/** Lists the artworks with a server that runs on a configuration. */
async function listArtworksOn(config: Config) {
  const server = await startServer(config)
  try {
    const clerk = await new Client(server.localUrl).signIn('employee')
    const list = await clerk.send(api.inventory.art)
    return { etag: list.headers.get('etag'), body: await list.text() }
  } finally {
    await server.close()
  }
}

test('copies a database to the other kind and back without a difference', async () => {
  await using server = await startTestServer()
  await addSampleData(server)
  await using second = await createDatabase()
  const target: Config['database'] = { kind: 'sqlite', file: join(server.dataDir, 'there.sqlite') }
  const back = readConfig({ DATA_DIR: join(server.dataDir, 'back'), ...second.variables })
  const third: Config['database'] = { kind: 'sqlite', file: join(server.dataDir, 'again.sqlite') }

  // The record of daily jobs is not copied, because the target may have its backups elsewhere.
  await server.inDatabase((db) =>
    db.updateTable('chore').set({ day: '2026-11-15', finished_at: 'then' }).execute(),
  )
  const source = await readEverything(server.config.database)
  const clearJob = (row: string) => row.replace('2026-11-15', '').replace('"then"', 'null')
  const before = {
    ...source,
    rows: { ...source.rows, chore: (source.rows.chore ?? []).map(clearJob) },
  }
  const media = [
    '--media-from',
    join(server.dataDir, 'media'),
    '--media-to',
    join(server.dataDir, 'media-there'),
  ]
  const first = await copy(
    '--from',
    toArgument(server.config.database),
    '--to',
    target.file,
    ...media,
  )
  expect(first).toEqual({
    code: 0,
    text: expect.stringMatching(/item_comment +\d+ +[0-9a-f]{64}.*hold the same/s),
  })
  expect(await readEverything(target)).toEqual(before)
  // Two originals with nine sizes each, and a recording.
  expect(first.text).toContain('Media: 21 files were copied')
  const names = async (folder: string) =>
    (await readdir(join(server.dataDir, folder), { recursive: true })).sort()
  expect(await names('media-there')).toEqual(await names('media'))

  const { database } = server.config
  const configured = {
    DATA_DIR: server.dataDir,
    ...(database.kind === 'postgres' && { DATABASE_URL: database.url }),
  }
  expect(await copyWith(configured, ...media)).toEqual({
    code: 0,
    text: expect.stringContaining('Media: 0 files were copied, 21 were there already.'),
  })
  expect(await copyWith(configured, ...media.slice(0, 2))).toEqual({
    code: 1,
    text: expect.stringContaining('Usage: vitrine copy'),
  })
  const nowhere = [
    '--media-from',
    join(server.dataDir, 'nowhere'),
    '--media-to',
    join(server.dataDir, 'elsewhere'),
  ]
  // Rejected before the database is copied, because the next attempt needs an empty one.
  expect(await copy('--from', target.file, '--to', toArgument(back.database), ...nowhere)).toEqual({
    code: 1,
    text: expect.stringContaining('There is no folder'),
  })

  const unreachable = Object.fromEntries(
    ['REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => [`S3_${name}`, 'any']),
  )
  const toBucket = await copyWith(
    {
      ...unreachable,
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'media',
      DATA_DIR: server.dataDir,
    },
    '--from',
    target.file,
    '--to',
    toArgument(back.database),
    ...media.slice(0, 2),
    '--media-to',
    's3',
  )
  expect(toBucket).toEqual({
    code: 1,
    text: expect.stringContaining('nothing answers at http://127.0.0.1:1'),
  })
  // Files in place of folders make the copy fail half-way.
  const inTheWay = join(server.dataDir, 'media-cut-off')
  await mkdir(inTheWay)
  for (let first = 0; first < 256; first++)
    await writeFile(join(inTheWay, first.toString(16).padStart(2, '0')), '')
  const cutOff = await copy(
    '--from',
    target.file,
    '--to',
    toArgument(back.database),
    ...media.slice(0, 3),
    inTheWay,
  )
  expect(cutOff).toEqual({
    code: 1,
    text: expect.stringMatching(/The other database was not touched\. Run the same command again/),
  })
  await queryDatabase(back.database, async (db) =>
    expect(await readExecutedMigrations(db)).toEqual([]),
  )

  expect(await copy('--from', target.file, '--to', toArgument(back.database))).toMatchObject({
    code: 0,
  })
  expect(await readEverything(back.database)).toEqual(before)
  expect(await copy('--from', toArgument(back.database), '--to', third.file)).toMatchObject({
    code: 0,
  })
  expect(await readEverything(third)).toEqual(before)

  const clerk = await server.signIn('employee')
  const list = await clerk.send(api.inventory.art)
  const shown = { etag: list.headers.get('etag'), body: await list.text() }
  for (const database of [target, back.database]) {
    expect(
      await listArtworksOn({ ...server.config, listen: { host: '127.0.0.1', port: 0 }, database }),
    ).toEqual(shown)
  }

  expect(await copy('--from', target.file, '--to', toArgument(back.database))).toEqual({
    code: 1,
    text: expect.stringContaining('is not empty'),
  })
  expect(await copy('--from', join(server.dataDir, 'nothing.sqlite'), '--to', third.file)).toEqual({
    code: 1,
    text: expect.stringContaining('There is no file'),
  })

  await server.inDatabase(addThirtyLostPictures)
  const { code, text } = await copyWith(configured, ...media)
  expect({ code, missing: text.match(/missing: /g)?.length }).toEqual({ code: 1, missing: 20 })
  expect(text).toContain('\n  and 10 more')
  const incomplete = await copy(
    '--from',
    toArgument(server.config.database),
    '--to',
    `${third.file}.2`,
    ...media,
  )
  expect(incomplete).toEqual({
    code: 1,
    text: expect.stringMatching(/To go on: .+--media-from and --media-to alone/),
  })
})

test('reads the same schema from both kinds of database', async () => {
  await using database = await createDatabase()
  const config = readConfig(database.variables)
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-schema-'))
  const sqlite = { kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') } as const
  const describeDatabase = (target: Config['database']) =>
    queryDatabase(target, async (db) => {
      await migrate(db)
      return { schema: await readSchema(db), inUse: await listTablesInUse(db) }
    })
  const { schema, inUse } = await describeDatabase(inject('postgresUrl') ? config.database : sqlite)
  expect(inUse).toEqual([])
  expect(schema).toEqual((await describeDatabase(sqlite)).schema)
  expect(schema.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['item', 'change', 'journal_entry_tag']),
  )
  expect(schema.findIndex(({ name }) => name === 'media')).toBeLessThan(
    schema.findIndex(({ name }) => name === 'item'),
  )
})
