// @module-tag postgres

import { mkdir, mkdtempDisposable, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { migrate, readExecutedMigrations } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/open.ts'
import type { Db } from '../src/db/tables.ts'
import { createLogger } from '../src/runtime/logger.ts'
import { Client, demoPassword } from './client.ts'
import { explainFailedStart, runOperatorCommand } from './command.ts'
import { queryDatabaseOf } from './faults/check-database.ts'
import {
  createDataFolder,
  createDemoDataFolder,
  productionVariables,
  sourceFolder,
  spawnProgram,
} from './process.ts'
import { createSessionClient } from './session-row.ts'

type Variables = Record<string, string>

/**
 * Starts a server that exits by itself, and returns its exit code and error. In production, the
 * error is the message of a log line.
 */
async function runUntilFailure(variables: Variables) {
  const server = spawnProgram('main.ts', [], variables)
  const code = await server.waitForExit()
  const output = server.output()
  return { code, text: output.startsWith('{') ? JSON.parse(output).msg : output }
}

/** Starts a server, waits until it serves, and returns it with a client without an account. */
async function startServer(variables: Variables, options?: Parameters<typeof spawnProgram>[3]) {
  const server = spawnProgram('main.ts', [], variables, options)
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const { database } = readConfig(variables)
  return { server, client: createSessionClient(url, database) }
}

/** The variables of an installation with a database file, whatever database is under test. */
function withoutDatabaseUrl({ DATABASE_URL: _, ...variables }: Variables): Variables {
  return variables
}

/** Records a migration that this version does not know. */
const addUnknownMigration = (db: Db) =>
  db
    .insertInto('kysely_migration' as never)
    .values({ name: '999-later', timestamp: '' } as never)
    .execute()

const stackTrace = /\n {4}at /

test('prints its address and the demo accounts, and keeps its data for the next start', async () => {
  await using dataFolder = await createDataFolder()
  const demoAccountCount = 7
  // Each start adds one account to those of the demo.
  for (const { name, signal, accountCount } of [
    { name: 'first', signal: 'SIGTERM', accountCount: demoAccountCount + 1 },
    { name: 'second', signal: 'SIGINT', accountCount: demoAccountCount + 2 },
  ] as const) {
    const { server, client } = await startServer(dataFolder.variables)
    expect(server.output()).toMatch(
      /root@example\.org\s+admin@example\.org\s+employee@example\.org/,
    )
    const root = await client.signIn('root')
    const user = { gender: 'male', lastName: '', phone: '', role: 'employee' } as const
    await root.call(api.users.create, {
      body: { ...user, email: `${name}@example.org`, firstName: name },
    })
    expect(await root.call(api.users.list)).toHaveLength(accountCount)
    server.child.kill(signal)
    expect(await server.waitForExit()).toBe(0)
  }

  const paths = await readdir(dataFolder.dataDir, { recursive: true })
  expect(paths.length).toBeGreaterThan(2)
  // Permissions of group and others.
  const modes = await Promise.all(
    paths.map(async (path) => ({
      path,
      mode: (await stat(join(dataFolder.dataDir, path))).mode & 0o077,
    })),
  )
  expect(modes.filter(({ mode }) => mode !== 0)).toEqual([])
})

test('logs a failed query with its stack and request id, but no secret', async () => {
  await using dataFolder = await createDemoDataFolder()
  // From the sources, because the stack must name a source file.
  const { server, client } = await startServer(
    { ...dataFolder.variables, LOG_LEVEL: 'info' },
    { folder: sourceFolder },
  )
  const secrets = {
    newPassword: 'a new password',
    wrongPassword: 'a wrong password',
    linkToken: 'a-secret-token',
    email: 'root@example.org',
  }
  const root = await client.signInWithPassword('root')
  const response = await root.send(api.diagnostics.testSqlError)
  await root.call(api.auth.changePassword, { body: { password: secrets.newPassword } })
  await client.send(api.auth.signIn, {
    body: { email: secrets.email, password: secrets.wrongPassword },
  })
  await client.fetch(`/set-password/${secrets.linkToken}`)
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
  const log = lines.join()
  expect(log).toContain('"route":"/api/auth/"')
  for (const secret of [...Object.values(secrets), demoPassword, root.token ?? ''])
    expect(log).not.toContain(secret)
})

describe('an unusable database', () => {
  const expectExplanation = (text: string | null, explanation: string) => {
    expect(text).toContain(explanation)
    expect(text).not.toContain('secret')
    expect(text).not.toMatch(stackTrace)
  }

  /** Expects that a start and a command fail with the same explanation. */
  const expectExplained = async (variables: Variables, explanation: string) => {
    expectExplanation(await explainFailedStart(variables), explanation)
    const { code, text } = await runOperatorCommand(['check'], variables)
    expect(code).toBe(1)
    expectExplanation(text, explanation)
  }

  test('is explained if it does not answer', async () => {
    await using dataFolder = await createDataFolder()
    const variables = {
      ...dataFolder.variables,
      DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x',
    }
    const explanation = 'The database does not answer at 127.0.0.1:1'
    await expectExplained(variables, explanation)
    const { code, text } = await runUntilFailure(variables)
    expect(code).toBe(1)
    expectExplanation(text, explanation)
  })

  test('is explained if its file is damaged, or a folder', async () => {
    await using dataFolder = await createDataFolder()
    const variables = withoutDatabaseUrl(dataFolder.variables)
    const file = join(dataFolder.dataDir, 'vitrine.sqlite')
    await writeFile(file, 'no database at all. '.repeat(500))
    await expectExplained(variables, `The database file ${file} is damaged`)
    await rm(file)
    await mkdir(file)
    await expectExplained(variables, `The database file ${file} can’t be used`)
  })
})

test('lets the operator create the first root in production', async () => {
  await using dataFolder = await createDataFolder()
  const variables = { ...dataFolder.variables, ...productionVariables }
  const email = 'anna@example.org'
  const { code, text } = await runOperatorCommand(['create-root', '--email', email], variables)
  expect(code).toBe(0)
  const database =
    'DATABASE_URL' in dataFolder.variables
      ? /PostgreSQL database test_\w+ at 127/
      : `${dataFolder.dataDir}/vitrine.sqlite`
  expect(text).toMatch(database)
  const [, token = ''] = /https:\/\/vitrine\.example\.org\/set-password\/(\S+)/.exec(text) ?? []

  const server = spawnProgram('main.ts', [], {
    ...variables,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
  })
  const [, port] = await server.waitForOutput(/Server listening at http:\/\/127\.0\.0\.1:(\d+)/)
  const client = new Client(`http://127.0.0.1:${port}`)
  const password = 'correct horse'
  await client.call(api.auth.setPassword, { body: { token, password } })
  const root = await client.signInWithPassword({ email, password })
  expect(await root.call(api.users.list)).toHaveLength(1)
  server.child.kill('SIGTERM')
  await server.waitForExit()
})

test('creates neither a database nor a backup in production without a database', async () => {
  await using dataFolder = await createDataFolder()
  await using backupFolder = await mkdtempDisposable(join(tmpdir(), 'vitrine-backups-'))
  const variables = {
    ...dataFolder.variables,
    ...productionVariables,
    BACKUP_DIR: backupFolder.path,
  }
  expect(await runUntilFailure(variables)).toEqual({
    code: 1,
    text: expect.stringMatching(
      /^There is no[^\n]+Nothing was written\.\n[^\n]*is the disk mounted[^\n]*\n[^\n]*create-root/,
    ),
  })
  expect(await readdir(dataFolder.dataDir)).toEqual([])
  expect(await readdir(backupFolder.path)).toEqual([])
  await queryDatabaseOf(dataFolder.variables, async (db) =>
    expect(await readExecutedMigrations(db)).toEqual([]),
  )
})

test('leaves an emptied database file of production as it is', async () => {
  await using dataFolder = await createDataFolder()
  const file = join(dataFolder.dataDir, 'vitrine.sqlite')
  await writeFile(file, '')
  const variables = {
    ...withoutDatabaseUrl(dataFolder.variables),
    ...productionVariables,
    LOG_LEVEL: 'silent',
  }
  const explanation = /^The database file .+vitrine\.sqlite is empty \(0 bytes\)\. Please restore/
  expect(await explainFailedStart(variables)).toMatch(explanation)
  for (const command of ['migrate', 'check'])
    expect(await runOperatorCommand([command], variables)).toEqual({
      code: 1,
      text: expect.stringMatching(explanation),
    })
  expect((await stat(file)).size).toBe(0)
})

test('leaves the database of a newer Vitrine alone and names its version', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db)
    await addUnknownMigration(db)
    await db.updateTable('program_version').set({ version: 'version 9.1' }).execute()
  })
  for (const { code, text } of [
    await runUntilFailure(dataFolder.variables),
    await runOperatorCommand(['migrate'], dataFolder.variables),
  ]) {
    expect(code).toBe(1)
    expect(text).toMatch(
      /^The database was made by Vitrine 9\.1 \(schema 999\)\. This is Vitrine \d+\.\d+\.\d+ \(schema \d+\)/,
    )
    expect(text).not.toMatch(stackTrace)
  }
})

test('exits without writing once a newer version has migrated its database', async () => {
  await using dataFolder = await createDemoDataFolder()
  const { server, client } = await startServer(dataFolder.variables)
  const root = await client.signIn('root')
  const comment = 'written too late'
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await addUnknownMigration(db)
    const status = await root
      .send(api.journal.add, { body: { date: '2026-01-05', comment, tags: [] } })
      .then((response) => response.status)
      .catch(() => 'refused')
    expect(['refused', 503]).toContain(status)
    expect(await server.waitForExit()).toBe(1)
    expect(server.output()).toContain(
      'The database was migrated by a newer Vitrine. This is Vitrine ',
    )
    const entries = await db
      .selectFrom('journal_entry')
      .select('id')
      .where('comment', '=', comment)
      .execute()
    expect(entries).toEqual([])
  })
})

test('rejects a transaction on a newer schema and releases its lock', async () => {
  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, (db) => migrate(db))
  const onNewer = vi.fn()
  const { database } = readConfig(dataFolder.variables)
  const schemaCheck = { newestKnown: '001-people', onNewer }
  await using outdated = openDatabase(database, createLogger('silent'), { schemaCheck })
  const runTransaction = vi.fn()
  // More transactions than the pool has connections: a lock that is not released would block.
  for (let attempt = 0; attempt < 12; attempt++)
    await expect(outdated.transaction().execute(runTransaction)).rejects.toMatchObject({
      code: 'unavailable',
    })
  expect(runTransaction).not.toHaveBeenCalled()
  expect(onNewer).toHaveBeenCalled()
  await queryDatabaseOf(dataFolder.variables, (db) =>
    db.updateTable('program_version').set({ version: 'version 9.1' }).execute(),
  )
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
    const { code, text } = await runUntilFailure({
      ...dataFolder.variables,
      DATABASE_URL: url.href,
    })
    expect(code).toBe(1)
    expect(text).toContain('is encoded in SQL_ASCII, which can’t hold every letter')
    expect(text).toContain(
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
