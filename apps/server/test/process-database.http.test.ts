// @module-tag postgres

import { mkdir, mkdtempDisposable, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { migrate, readExecutedMigrations } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/open.ts'
import { createLogger } from '../src/runtime/logger.ts'
import { Client } from './client.ts'
import { explainFailedStart, runOperatorCommand } from './command.ts'
import { queryDatabaseOf } from './faults/check-database.ts'
import {
  createDataFolder,
  createDemoDataFolder,
  productionVariables,
  type ServerProcess,
  sourceFolder,
  spawnProgram,
} from './process.ts'

const waitForResult = async (process: ServerProcess) => ({
  code: await process.waitForExit(),
  text: process.output(),
})

/** Reads the error in the output; in production it is the message of a log line. */
function parseError({ output }: ServerProcess): string {
  return output().startsWith('{') ? JSON.parse(output()).msg : output()
}

test('prints its address and the demo accounts, and keeps its data for the next start', async () => {
  await using dataFolder = await createDataFolder()
  for (const round of ['first', 'second']) {
    const server = spawnProgram('main.ts', [], dataFolder.variables)
    const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
    expect(server.output()).toMatch(
      /root@example\.org\s+admin@example\.org\s+employee@example\.org/,
    )
    const root = await new Client(url).signIn('root')
    const email = `${round}@example.org`
    await root.call(api.users.create, {
      body: { email, gender: 'male', firstName: round, lastName: '', phone: '', role: 'employee' },
    })
    expect(await root.call(api.users.list)).toHaveLength(round === 'first' ? 8 : 9)
    server.child.kill(round === 'first' ? 'SIGTERM' : 'SIGINT')
    expect(await server.waitForExit()).toBe(0)
  }
  const names = await readdir(dataFolder.dataDir, { recursive: true })
  const modes = await Promise.all(
    names.map(async (name) => [name, (await stat(join(dataFolder.dataDir, name))).mode & 0o077]),
  )
  expect(names.length).toBeGreaterThan(2)
  // Other users of the machine can read nothing.
  expect(modes.filter(([, mode]) => mode !== 0)).toEqual([])
})

test('logs a failed query with its stack and request id, but no secret', async () => {
  await using dataFolder = await createDemoDataFolder()
  const server = spawnProgram(
    'main.ts',
    [],
    { ...dataFolder.variables, LOG_LEVEL: 'info' },
    { folder: sourceFolder },
  )
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  const response = await root.send(api.diagnostics.testSqlError)
  await root.call(api.auth.changePassword, { body: { password: 'a new password' } })
  await new Client(url).send(api.auth.signIn, {
    body: { email: 'root@example.org', password: 'a wrong password' },
  })
  await fetch(`${url}/set-password/a-secret-token`)
  server.child.kill('SIGTERM')
  await server.waitForExit()

  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const failure = lines.map((line) => JSON.parse(line)).find((line) => line.err)
  expect(failure).toMatchObject({
    reqId: response.headers.get('x-request-id'),
    err: {
      sql: 'select * from a_table_that_does_not_exist',
      stack: expect.stringContaining('routes.ts'),
    },
  })
  expect(lines.join()).toContain('"route":"/api/auth/"')
  for (const secret of [
    root.token ?? '',
    'vitrine-demo',
    'a new password',
    'a wrong password',
    'a-secret-token',
    'root@example.org',
  ]) {
    expect(lines.join()).not.toContain(secret)
  }
})

test('explains an unusable database at the start and in every command', async () => {
  await using dataFolder = await createDataFolder()
  const expectSentence = (sentence: string, text: string | null) => {
    expect(text).toContain(sentence)
    expect(text).not.toMatch(/secret|\n {4}at /)
  }
  const expectError = async (variables: Record<string, string>, sentence: string) => {
    expectSentence(sentence, await explainFailedStart(variables))
    const { code, text } = await runOperatorCommand(['check'], variables)
    expect(code).toBe(1)
    expectSentence(sentence, text)
  }
  const unreachable = {
    ...dataFolder.variables,
    DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x',
  }
  const explanation = 'The database does not answer at 127.0.0.1:1'
  await expectError(unreachable, explanation)
  const { code, text } = await waitForResult(spawnProgram('main.ts', [], unreachable))
  expect(code).toBe(1)
  expectSentence(explanation, text)
  const { DATABASE_URL: _, ...onFile } = dataFolder.variables as Record<string, string>
  const file = join(dataFolder.dataDir, 'vitrine.sqlite')
  await writeFile(file, 'no database at all. '.repeat(500))
  await expectError(onFile, `The database file ${file} is damaged`)
  await rm(file)
  await mkdir(file)
  await expectError(onFile, `The database file ${file} can’t be used`)
})

test('lets the operator create the first root in production', async () => {
  await using dataFolder = await createDataFolder()
  const variables = { ...dataFolder.variables, ...productionVariables }
  const { code, text } = await runOperatorCommand(
    ['create-root', '--email', 'anna@example.org'],
    variables,
  )
  expect(code).toBe(0)
  const database =
    'DATABASE_URL' in dataFolder.variables
      ? /PostgreSQL database test_\w+ at 127/
      : `${dataFolder.dataDir}/vitrine.sqlite`
  expect(text).toMatch(database)
  const token = /https:\/\/vitrine\.example\.org\/set-password\/(\S+)/.exec(text)?.[1] ?? ''

  const server = spawnProgram('main.ts', [], {
    ...variables,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
  })
  const [, port] = await server.waitForOutput(/Server listening at http:\/\/127\.0\.0\.1:(\d+)/)
  const client = new Client(`http://127.0.0.1:${port}`)
  await client.call(api.auth.setPassword, { body: { token, password: 'correct horse' } })
  const root = await client.signInWithPassword({
    email: 'anna@example.org',
    password: 'correct horse',
  })
  expect(await root.call(api.users.list)).toHaveLength(1)
  server.child.kill('SIGTERM')
  await server.waitForExit()
})

test('creates neither a database nor a backup in an empty production', async () => {
  await using dataFolder = await createDataFolder()
  const backups = await mkdtempDisposable(join(tmpdir(), 'vitrine-backups-'))
  await using _ = backups
  const variables = {
    ...dataFolder.variables,
    ...productionVariables,
    BACKUP_DIR: backups.path,
  }
  const startFailing = async (extra = {}) => {
    const server = spawnProgram('main.ts', [], { ...variables, ...extra })
    return { code: await server.waitForExit(), text: parseError(server) }
  }
  expect(await startFailing()).toEqual({
    code: 1,
    text: expect.stringMatching(
      /^There is no[^\n]+Nothing was written\.\n[^\n]*is the disk mounted[^\n]*\n[^\n]*create-root/,
    ),
  })
  expect(await readdir(dataFolder.dataDir)).toEqual([])
  expect(await readdir(backups.path)).toEqual([])
  await queryDatabaseOf(dataFolder.variables, async (db) =>
    expect(await readExecutedMigrations(db)).toEqual([]),
  )

  const { DATABASE_URL: __, ...onFile } = variables as Record<string, string>
  const dataDir = join(dataFolder.dataDir, 'cut-off')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'vitrine.sqlite'), '')
  const emptied = { ...onFile, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const isEmpty = /^The database file .+vitrine\.sqlite is empty \(0 bytes\)\. Please restore/
  expect(await explainFailedStart(emptied)).toMatch(isEmpty)
  for (const name of ['migrate', 'check'])
    expect(await runOperatorCommand([name], emptied)).toEqual({
      code: 1,
      text: expect.stringMatching(isEmpty),
    })
  expect((await stat(join(dataDir, 'vitrine.sqlite'))).size).toBe(0)
})

test('leaves the database of a newer Vitrine alone and names its version', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db)
    await db
      .insertInto('kysely_migration' as never)
      .values({ name: '999-later', timestamp: '' } as never)
      .execute()
    await db.updateTable('program_version').set({ version: 'version 9.1' }).execute()
  })
  const server = spawnProgram('main.ts', [], dataFolder.variables)
  for (const { code, text } of [
    await waitForResult(server),
    await runOperatorCommand(['migrate'], dataFolder.variables),
  ]) {
    expect(code).toBe(1)
    expect(text).toMatch(
      /^The database was made by Vitrine 9\.1 \(schema 999\)\. This is Vitrine \d+\.\d+\.\d+ \(schema \d+\)/,
    )
    expect(text).not.toMatch(/\n {4}at /)
  }
})

test('exits without writing once a newer version has migrated its database', async () => {
  await using dataFolder = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], dataFolder.variables)
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await db
      .insertInto('kysely_migration' as never)
      .values({ name: '999-later', timestamp: '' } as never)
      .execute()
    const write = root.send(api.journal.add, {
      body: { date: '2026-01-05', comment: 'written too late', tags: [] },
    })
    const status = await write.then(
      (response) => response.status,
      () => 'refused',
    )
    expect(['refused', 503]).toContain(status)
    expect(await server.waitForExit()).toBe(1)
    expect(server.output()).toContain(
      'The database was migrated by a newer Vitrine. This is Vitrine ',
    )
    const written = await db
      .selectFrom('journal_entry')
      .select('id')
      .where('comment', '=', 'written too late')
      .execute()
    expect(written).toEqual([])
  })
})

test('rejects a transaction on a newer schema and releases its lock', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => void (await migrate(db)))
  const onNewer = vi.fn()
  const { database } = readConfig(dataFolder.variables)
  const schemaCheck = { newestKnown: '001-people', onNewer }
  await using outdated = openDatabase(database, createLogger('silent'), { schemaCheck })
  const work = vi.fn()
  for (let attempt = 0; attempt < 12; attempt++)
    await expect(outdated.transaction().execute(work)).rejects.toMatchObject({
      code: 'unavailable',
    })
  expect(work).not.toHaveBeenCalled()
  expect(onNewer).toHaveBeenCalled()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await db.updateTable('program_version').set({ version: 'version 9.1' }).execute()
  })
})

test.runIf(inject('postgresUrl'))(
  'rejects a PostgreSQL database that is not in UTF-8, with instructions',
  async () => {
    const url = new URL(inject('postgresUrl') ?? '')
    const client = new pg.Client(url.href)
    await client.connect()
    await client.query(
      "create database latin encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0",
    )
    onTestFinished(async () => {
      await client.query('drop database latin with (force)')
      await client.end()
    })
    url.pathname = 'latin'
    await using dataFolder = await createDataFolder()
    const server = spawnProgram('main.ts', [], { ...dataFolder.variables, DATABASE_URL: url.href })
    expect(await server.waitForExit()).toBe(1)
    expect(server.output()).toContain('is encoded in SQL_ASCII, which can’t hold every letter')
    expect(server.output()).toContain(
      "create database vitrine owner vitrine encoding 'UTF8' template template0;",
    )
  },
)

test('creates no root if the audit log can’t be written', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db)
    await db.schema.dropTable('audit_entry').execute()
    const { code, text } = await runOperatorCommand(
      ['create-root', '--email', 'anna@example.org'],
      dataFolder.variables,
    )
    expect(code).toBe(1)
    expect(text).not.toContain('set-password')
    expect(await db.selectFrom('user_account').selectAll().execute()).toEqual([])
  })
})

test('reports the reason of a failed migration', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, (db) =>
    db.schema.createTable('item').addColumn('id', 'integer').execute(),
  )
  const { code, text } = await runOperatorCommand(['migrate'], dataFolder.variables)
  expect(code).toBe(1)
  expect(text).toMatch(/nothing was changed \(.*item.* already exists\)/)
})
