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
import { queryDatabaseOf } from './faults/whole.ts'
import {
  createDataFolder,
  createDemoDataFolder,
  productionVariables,
  type ServerProcess,
  sourceFolder,
  spawnProgram,
} from './process.ts'

const ended = async (process: ServerProcess) => ({
  code: await process.waitForExit(),
  text: process.output(),
})

/** Its error: a sentence, in production inside a line of the log. */
function errorOf({ output }: ServerProcess): string {
  return output().startsWith('{') ? JSON.parse(output()).msg : output()
}

test('prints its address and the demo accounts; a second start keeps the data; other users of the machine can’t read it', async () => {
  await using here = await createDataFolder()
  for (const round of ['first', 'second']) {
    const server = spawnProgram('main.ts', [], here.variables)
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
  const kept = await readdir(here.dataDir, { recursive: true })
  const modes = await Promise.all(
    kept.map(async (name) => [name, (await stat(join(here.dataDir, name))).mode & 0o077]),
  )
  expect(kept.length).toBeGreaterThan(2)
  expect(modes.filter(([, mode]) => mode !== 0)).toEqual([])
})

test('the log has a failed query with its stack and request id, and no secret', async () => {
  await using here = await createDemoDataFolder()
  const server = spawnProgram(
    'main.ts',
    [],
    { ...here.variables, LOG_LEVEL: 'info' },
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

test('an unusable database is reported in a sentence, at the start and by every command', async () => {
  await using here = await createDataFolder()
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
  const away = { ...here.variables, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' }
  const unanswered = 'The database does not answer at 127.0.0.1:1'
  await expectError(away, unanswered)
  const { code, text } = await ended(spawnProgram('main.ts', [], away))
  expect(code).toBe(1)
  expectSentence(unanswered, text)
  const { DATABASE_URL: _, ...onFile } = here.variables as Record<string, string>
  const file = join(here.dataDir, 'vitrine.sqlite')
  await writeFile(file, 'no database at all. '.repeat(500))
  await expectError(onFile, `The database file ${file} is damaged`)
  await rm(file)
  await mkdir(file)
  await expectError(onFile, `The database file ${file} can’t be used`)
})

test('in production the operator makes the first root, whose link works', async () => {
  await using here = await createDataFolder()
  const variables = { ...here.variables, ...productionVariables }
  const { code, text } = await runOperatorCommand(
    ['create-root', '--email', 'anna@example.org'],
    variables,
  )
  expect(code).toBe(0)
  const database =
    'DATABASE_URL' in here.variables
      ? /PostgreSQL database test_\w+ at 127/
      : `${here.dataDir}/vitrine.sqlite`
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

test('in production an empty place is reported, not filled: neither a database nor a backup is created', async () => {
  await using here = await createDataFolder()
  const backups = await mkdtempDisposable(join(tmpdir(), 'vitrine-backups-'))
  await using _ = backups
  const variables = {
    ...here.variables,
    ...productionVariables,
    BACKUP_DIR: backups.path,
    CACHE_DIR: backups.path,
  }
  const started = async (extra = {}) => {
    const server = spawnProgram('main.ts', [], { ...variables, ...extra })
    return { code: await server.waitForExit(), text: errorOf(server) }
  }
  expect(await started()).toEqual({
    code: 1,
    text: expect.stringMatching(
      /^There is no[^\n]+Nothing was written\.\n[^\n]*is the disk mounted[^\n]*\n[^\n]*create-root/,
    ),
  })
  expect(await readdir(here.dataDir)).toEqual([])
  // Without a file of its own, PostgreSQL is found to be empty only once the program has been compiled.
  const written = await readdir(backups.path)
  expect(
    'DATABASE_URL' in here.variables ? written.filter((name) => name.endsWith('.tar')) : written,
  ).toEqual([])
  await queryDatabaseOf(here.variables, async (db) =>
    expect(await readExecutedMigrations(db)).toEqual([]),
  )

  const { DATABASE_URL: __, ...onFile } = variables as Record<string, string>
  const dataDir = join(here.dataDir, 'cut-off')
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

test('a database of a newer Vitrine is left alone, and the version to install is reported', async () => {
  await using here = await createDataFolder()
  await queryDatabaseOf(here.variables, async (db) => {
    await migrate(db)
    await db
      .insertInto('kysely_migration' as never)
      .values({ name: '999-later', timestamp: '' } as never)
      .execute()
    await db.updateTable('program_version').set({ version: 'version 9.1' }).execute()
  })
  const server = spawnProgram('main.ts', [], here.variables)
  for (const { code, text } of [
    await ended(server),
    await runOperatorCommand(['migrate'], here.variables),
  ]) {
    expect(code).toBe(1)
    expect(text).toMatch(
      /^The database was made by Vitrine 9\.1 \(schema 999\)\. This is Vitrine \d+\.\d+\.\d+ \(schema \d+\)/,
    )
    expect(text).not.toMatch(/\n {4}at /)
  }
})

test('a process writes nothing once a newer version has migrated its database, and exits with a failure', async () => {
  await using here = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], here.variables)
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  await queryDatabaseOf(here.variables, async (db) => {
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

test('a transaction on a newer schema is rejected and releases its lock', async () => {
  await using here = await createDataFolder()
  await queryDatabaseOf(here.variables, async (db) => void (await migrate(db)))
  const onNewer = vi.fn()
  const { database } = readConfig(here.variables)
  const schemaCheck = { newestKnown: '001-people', onNewer }
  await using outdated = openDatabase(database, createLogger('silent'), { schemaCheck })
  const work = vi.fn()
  for (let attempt = 0; attempt < 12; attempt++)
    await expect(outdated.transaction().execute(work)).rejects.toMatchObject({
      code: 'unavailable',
    })
  expect(work).not.toHaveBeenCalled()
  expect(onNewer).toHaveBeenCalled()
  await queryDatabaseOf(here.variables, async (db) => {
    await db.updateTable('program_version').set({ version: 'version 9.1' }).execute()
  })
})

test.runIf(inject('postgresUrl'))(
  'a PostgreSQL that is not in UTF-8 is rejected with instructions',
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
    await using here = await createDataFolder()
    const server = spawnProgram('main.ts', [], { ...here.variables, DATABASE_URL: url.href })
    expect(await server.waitForExit()).toBe(1)
    expect(server.output()).toContain('is encoded in SQL_ASCII, which can’t hold every letter')
    expect(server.output()).toContain(
      "create database vitrine owner vitrine encoding 'UTF8' template template0;",
    )
  },
)

test('a root is not created if the audit log can’t be written', async () => {
  await using here = await createDataFolder()
  await queryDatabaseOf(here.variables, async (db) => {
    await migrate(db)
    await db.schema.dropTable('audit_entry').execute()
    const { code, text } = await runOperatorCommand(
      ['create-root', '--email', 'anna@example.org'],
      here.variables,
    )
    expect(code).toBe(1)
    expect(text).not.toContain('set-password')
    expect(await db.selectFrom('user_account').selectAll().execute()).toEqual([])
  })
})

test('a failed migration reports its reason', async () => {
  await using here = await createDataFolder()
  await queryDatabaseOf(here.variables, (db) =>
    db.schema.createTable('item').addColumn('id', 'integer').execute(),
  )
  const { code, text } = await runOperatorCommand(['migrate'], here.variables)
  expect(code).toBe(1)
  expect(text).toMatch(/nothing was changed \(.*item.* already exists\)/)
})
