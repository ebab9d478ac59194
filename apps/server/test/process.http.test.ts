import { once } from 'node:events'
import { mkdir, mkdtempDisposable, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { executedMigrations, migrate } from '../src/db/migrate.ts'
import { Client } from './client.ts'
import { inDatabase } from './faults/whole.ts'
import { place, run, type ServerProcess } from './process.ts'

const productionExtras = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'vitrine@example.org',
  FOUNDATION_NAME: 'Fondation Exemple',
  FOUNDATION_ADDRESS: 'Rue du Lac 1, 1700 Fribourg',
  PUBLIC_URL: 'https://vitrine.example.org',
}

/** Why it did not start: a sentence, in production inside a line of the log. */
function toldBy({ output }: ServerProcess): string {
  return output().startsWith('{') ? JSON.parse(output()).msg : output()
}

test('it tells its address and the demo accounts, and a second start keeps the data', async () => {
  await using here = await place()
  for (const round of ['first', 'second']) {
    const server = run('main.ts', [], here.variables)
    const [, url = ''] = await server.wrote(/serves at (\S+)/)
    expect(server.output()).toMatch(/root@example\.org\s+admin@example\.org\s+employee@example\.org/)
    const root = await new Client(url).signIn('root')
    const email = `${round}@example.org`
    await root.call(api.users.create, {
      body: { email, gender: 'male', firstName: round, lastName: '', phone: '', role: 'employee' },
    })
    expect(await root.call(api.users.list)).toHaveLength(round === 'first' ? 8 : 9)
    server.child.kill('SIGTERM')
    expect(await server.exit()).toBe(0)
  }
})

test('nobody else on the machine can read what it keeps', async () => {
  await using here = await place()
  const cli = run('cli.ts', ['seed', 'demo'], here.variables)
  expect(await cli.exit()).toBe(0)
  const server = run('main.ts', [], here.variables)
  await server.wrote(/serves at (\S+)/)
  server.child.kill('SIGTERM')
  await server.exit()
  const kept = await readdir(here.dataDir, { recursive: true })
  const modes = await Promise.all(kept.map(async (name) => [name, (await stat(join(here.dataDir, name))).mode & 0o077]))
  expect(kept.length).toBeGreaterThan(2)
  expect(modes.filter(([, mode]) => mode !== 0)).toEqual([])
})

test('SEED=none leaves the database empty', async () => {
  await using here = await place()
  const server = run('main.ts', [], { ...here.variables, SEED: 'none' })
  const [, url = ''] = await server.wrote(/serves at (\S+)/)
  expect(server.output()).not.toContain('vitrine-demo')
  await expect(new Client(url).signIn('root')).rejects.toMatchObject({ status: 401 })
  server.child.kill('SIGINT')
  expect(await server.exit()).toBe(0)
})

test('SIGTERM lets an open request finish', async () => {
  await using here = await place()
  const server = run('main.ts', [], here.variables)
  const [, url = ''] = await server.wrote(/serves at (\S+)/)

  const body = JSON.stringify({ email: 'root@example.org', password: 'vitrine-demo' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const open = request(`${url}/api/auth/`, { method: 'POST', headers })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    open.on('response', (response) => resolve(response.statusCode))
    open.on('error', reject)
  })
  open.write(body.slice(0, 10))
  await new Promise((resolve) => setTimeout(resolve, 200))
  server.child.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 200))
  open.end(body.slice(10))

  expect(await answered).toBe(200)
  expect(await server.exit()).toBe(0)
})

test('before it stops, a process sends readers to the others and still makes the changes it is sent', async () => {
  await using here = await place()
  const server = run('main.ts', [], { ...here.variables, STOP_DELAY: '2' })
  const [, url = ''] = await server.wrote(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await root.send(api.operations.ready)).status).toBe(503)

  const refused = await root.send(api.users.list)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('connection')).toBe('close')
  expect((await root.send(api.operations.health)).status).toBe(200)
  const comment = await root.send(api.comments.add, { body: { itemId: 1, comment: 'Just in time' } })
  expect(comment.status).toBe(200)
  expect(comment.headers.get('connection')).toBe('close')
  expect(await server.exit()).toBe(0)
})

test('a process that is about to stop stays while people still come', async () => {
  await using here = await place()
  const server = run('main.ts', [], { ...here.variables, STOP_DELAY: '0.1' })
  const [, url = ''] = await server.wrote(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  server.child.kill('SIGTERM')
  const body = { itemId: 1, comment: 'And one more' }
  for (let visit = 1; visit <= 20; visit++) {
    expect((await root.send(api.comments.add, { body })).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(await server.exit()).toBe(0)
})

test('the log has a failed query with its stack and request id, and no secret', async () => {
  await using here = await place()
  const server = run('main.ts', [], { ...here.variables, LOG_LEVEL: 'info' })
  const [, url = ''] = await server.wrote(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  const response = await root.send(api.diagnostics.testSqlError)
  await root.call(api.auth.changePassword, { body: { password: 'a new password' } })
  await new Client(url).send(api.auth.signIn, { body: { email: 'root@example.org', password: 'a wrong password' } })
  await fetch(`${url}/set-password/a-secret-token`)
  server.child.kill('SIGTERM')
  await server.exit()

  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const failure = lines.map((line) => JSON.parse(line)).find((line) => line.err)
  expect(failure).toMatchObject({
    reqId: response.headers.get('x-request-id'),
    err: { sql: 'select * from a_table_that_does_not_exist', stack: expect.stringContaining('routes.ts') },
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

test('a half-configured production does not start and says what is missing', async () => {
  await using here = await place()
  const server = run('main.ts', [], { ...here.variables, NODE_ENV: 'production' })
  expect(await server.exit()).toBe(1)
  expect(server.output()).toMatch(/can’t start.*PUBLIC_URL is missing.*SMTP_URL is missing/s)
})

test('a taken port is told in a sentence and ends the process, whatever else it had opened', async () => {
  await using here = await place()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const server = run('main.ts', [], { ...here.variables, PORT: `${port}`, METRICS_PORT: '0' })
  expect(await server.exit()).toBe(1)
  expect(server.output()).toContain(`Port ${port} on 127.0.0.1 is taken`)
  other.close()
})

test('a database that can’t be used is told in a sentence, at the start and by every command', async () => {
  await using here = await place()
  const tells = async (variables: Record<string, string>, sentence: string) => {
    for (const process of [run('main.ts', [], variables), run('cli.ts', ['check'], variables)]) {
      expect(await process.exit()).toBe(1)
      expect(process.output()).toContain(sentence)
      expect(process.output()).not.toMatch(/secret|\n {4}at /)
    }
  }
  const away = { ...here.variables, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' }
  await tells(away, 'The database does not answer at 127.0.0.1:1')
  const { DATABASE_URL: _, ...onFile } = here.variables as Record<string, string>
  const file = join(here.dataDir, 'vitrine.sqlite')
  await writeFile(file, 'no database at all. '.repeat(500))
  await tells(onFile, `The database file ${file} is damaged`)
  await rm(file)
  await mkdir(file)
  await tells(onFile, `The database file ${file} can’t be used`)
})

test('a place that can’t be used is told in a sentence', async () => {
  await using here = await place()
  const { DATABASE_URL: _, ...onFile } = here.variables as Record<string, string>
  const folder = join(here.dataDir, 'folder')
  await mkdir(join(folder, '.env'), { recursive: true })
  await writeFile(join(folder, 'file'), '')
  const wrong = [
    [
      run('main.ts', [], { ...onFile, DATA_DIR: join(folder, 'file') }),
      'folder/file can’t be used: file already exists.',
    ],
    [
      run('main.ts', [], { ...onFile, HOST: '203.0.113.99' }),
      '203.0.113.99 is not an address of this machine: is HOST right?',
    ],
    [
      run('main.ts', [], { ...onFile, BACKUP_DIR: join(folder, 'file', 'backups') }),
      `BACKUP_DIR: nothing can be written to ${join(folder, 'file', 'backups')} (ENOTDIR).`,
    ],
    // One that this user may not read looks the same; the tests may run as root, who may.
    [run('cli.ts', ['check'], onFile, folder), '.env is there but can’t be read'],
    [run('cli.ts', ['restore', folder], onFile), `This is not a file: ${folder}.`],
  ] as const
  for (const [process, sentence] of wrong) {
    expect(await process.exit()).toBe(1)
    expect(process.output()).toContain(sentence)
    expect(process.output()).not.toMatch(/\n {4}at /)
  }
})

test('in production the operator makes the first root, whose link works', async () => {
  await using here = await place()
  const variables = { ...here.variables, ...productionExtras }
  const cli = run('cli.ts', ['create-root', '--email', 'anna@example.org'], variables)
  expect(await cli.exit()).toBe(0)
  const database =
    'DATABASE_URL' in here.variables ? /PostgreSQL database test_\w+ at 127/ : `${here.dataDir}/vitrine.sqlite`
  expect(cli.output()).toMatch(database)
  const token = /https:\/\/vitrine\.example\.org\/set-password\/(\S+)/.exec(cli.output())?.[1] ?? ''

  const server = run('main.ts', [], { ...variables, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' })
  const [, port] = await server.wrote(/Server listening at http:\/\/127\.0\.0\.1:(\d+)/)
  const client = new Client(`http://127.0.0.1:${port}`)
  await client.call(api.auth.setPassword, { body: { token, password: 'correct horse' } })
  const root = await client.signInWithPassword({ email: 'anna@example.org', password: 'correct horse' })
  expect(await root.call(api.users.list)).toHaveLength(1)
  server.child.kill('SIGTERM')
  await server.exit()
})

test('in production an empty place is told, not filled: neither a database nor a backup comes into being', async () => {
  await using here = await place()
  const backups = await mkdtempDisposable(join(tmpdir(), 'vitrine-backups-'))
  await using _ = backups
  const variables = { ...here.variables, ...productionExtras, BACKUP_DIR: backups.path, CACHE_DIR: backups.path }
  const started = async (extra = {}) => {
    const server = run('main.ts', [], { ...variables, ...extra })
    return { code: await server.exit(), text: toldBy(server) }
  }
  expect(await started()).toEqual({
    code: 1,
    text: expect.stringMatching(
      /^There is no[^\n]+Nothing was written\.\n[^\n]*is the disk mounted[^\n]*\n[^\n]*create-root/,
    ),
  })
  expect(await readdir(here.dataDir)).toEqual([])
  expect((await readdir(backups.path)).filter((name) => name.endsWith('.tar'))).toEqual([])
  await inDatabase(here.variables, async (db) => expect(await executedMigrations(db)).toEqual([]))

  const { DATABASE_URL: __, ...onFile } = variables as Record<string, string>
  const dataDir = join(here.dataDir, 'cut-off')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'vitrine.sqlite'), '')
  for (const [file, ...args] of [['main.ts'], ['cli.ts', 'migrate'], ['cli.ts', 'check']] as const) {
    const process = run(file, [...args], { ...onFile, DATA_DIR: dataDir })
    expect(await process.exit()).toBe(1)
    expect(toldBy(process)).toMatch(/^The database file .+vitrine\.sqlite is empty \(0 bytes\)\. Please restore/)
  }
  expect((await stat(join(dataDir, 'vitrine.sqlite'))).size).toBe(0)
})

test('the log of production is JSON from the first line to the last, and tells of updates, stops and slips', async () => {
  await using here = await place()
  const variables = { ...here.variables, ...productionExtras, S3_BUKET: 'media' }
  const cli = run('cli.ts', ['create-root', '--email', 'anna@example.org'], variables)
  expect(await cli.exit()).toBe(0)
  expect(cli.output()).toContain('Is S3_BUCKET meant?')
  // As an older version has left it.
  await inDatabase(here.variables, async (db) => {
    await db.schema.dropTable('program_version').execute()
    await sql`delete from kysely_migration where name = '012-program-version'`.execute(db)
  })

  const linesOf = async (extra: Record<string, string>, ready: RegExp | null) => {
    const server = run('main.ts', [], { ...variables, ...extra })
    if (ready) await server.wrote(ready)
    if (ready) server.child.kill('SIGTERM')
    await server.exit()
    return server
      .output()
      .trim()
      .split('\n')
      .map((line): { msg: string } => JSON.parse(line))
  }
  const messages = (await linesOf({}, /Vitrine serves/)).map(({ msg }) => msg)
  expect(messages).toEqual([
    expect.stringContaining('Is S3_BUCKET meant?'),
    'the database was brought up to date',
    expect.stringMatching(/^Server listening/),
    'Vitrine serves',
    'Vitrine stops',
  ])
  // Also when it does not start.
  expect(await linesOf({ PUBLIC_URL: '' }, null)).toEqual([
    expect.objectContaining({ level: 60, msg: expect.stringContaining('PUBLIC_URL is missing') }),
  ])
})

test('a database of a newer Vitrine is left alone, and told with the version to install', async () => {
  await using here = await place()
  await inDatabase(here.variables, async (db) => {
    await migrate(db)
    await db
      .insertInto('kysely_migration' as never)
      .values({ name: '999-later', timestamp: '' } as never)
      .execute()
    await db.updateTable('program_version').set({ version: 'version 9.1' }).execute()
  })
  for (const process of [run('main.ts', [], here.variables), run('cli.ts', ['migrate'], here.variables)]) {
    expect(await process.exit()).toBe(1)
    expect(process.output()).toMatch(
      /^The database is of a newer Vitrine: version 9\.1 \(999-later\)\. This is version/,
    )
    expect(process.output()).not.toMatch(/\n {4}at /)
  }
})

test.runIf(inject('postgresUrl'))('a PostgreSQL that is not in UTF-8 is refused with what to do', async () => {
  const url = new URL(inject('postgresUrl') ?? '')
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query("create database latin encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0")
  onTestFinished(async () => {
    await client.query('drop database latin with (force)')
    await client.end()
  })
  url.pathname = 'latin'
  await using here = await place()
  const server = run('main.ts', [], { ...here.variables, DATABASE_URL: url.href })
  expect(await server.exit()).toBe(1)
  expect(server.output()).toContain('is encoded in SQL_ASCII, which can’t hold every letter')
  expect(server.output()).toContain("create database vitrine owner vitrine encoding 'UTF8' template template0;")
})

test('a process that nobody asks sleeps', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('only Linux tells how often a process woke up')
  await using here = await place()
  const server = run('main.ts', [], here.variables)
  const [, url = ''] = await server.wrote(/serves at (\S+)/)
  onTestFinished(() => void server.child.kill('SIGKILL'))
  // With requests, the event loop is watched; some time after the last one it is left alone again.
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  const wakeUps = async () => {
    const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
    return Number(/\nvoluntary_ctxt_switches:\s+(\d+)/.exec(status)?.[1])
  }
  const inThreeSeconds = async () => {
    const before = await wakeUps()
    await new Promise((resolve) => setTimeout(resolve, 3000))
    return (await wakeUps()) - before
  }
  // Fifty in a second when the event loop is watched.
  await expect.poll(inThreeSeconds, { timeout: 40_000, interval: 10 }).toBeLessThan(30)
})

test('a root whose making can’t be written into the audit log is not made', async () => {
  await using here = await place()
  await inDatabase(here.variables, async (db) => {
    await migrate(db)
    await db.schema.dropTable('audit_entry').execute()
    const cli = run('cli.ts', ['create-root', '--email', 'anna@example.org'], here.variables)
    expect(await cli.exit()).toBe(1)
    expect(cli.output()).not.toContain('set-password')
    expect(await db.selectFrom('user_account').selectAll().execute()).toEqual([])
  })
})

test('why a database could not be migrated is told', async () => {
  await using here = await place()
  await inDatabase(here.variables, (db) => db.schema.createTable('item').addColumn('id', 'integer').execute())
  const cli = run('cli.ts', ['migrate'], here.variables)
  expect(await cli.exit()).toBe(1)
  expect(cli.output()).toMatch(/nothing was changed \(.*item.* already exists\)/)
})

test('the command line explains itself and refuses what it can’t do', async () => {
  await using here = await place()
  const ask = async (...args: string[]) => {
    const cli = run('cli.ts', args, here.variables)
    return { code: await cli.exit(), text: cli.output() }
  }
  expect(await ask('--help')).toEqual({ code: 0, text: expect.stringMatching(/create-root.*migrate.*seed/s) })
  for (const command of ['create-root', 'migrate', 'seed']) {
    expect(await ask(command, '--help')).toEqual({ code: 0, text: expect.stringContaining(`vitrine -- ${command}`) })
  }
  for (const nonsense of ['dance', 'constructor']) {
    expect(await ask(nonsense)).toEqual({ code: 1, text: expect.stringContaining(`There is no command "${nonsense}"`) })
  }
  expect(await ask('create-root', '--email', 'nonsense')).toMatchObject({ code: 1 })
  expect(await ask('migrate', '--dry-run')).toEqual({ code: 1, text: expect.stringContaining('It takes no options.') })
  expect(await ask('migrate')).toEqual({ code: 0, text: expect.stringContaining('Done: 001-people') })
  expect(await ask('migrate')).toEqual({ code: 0, text: expect.stringContaining('up to date') })
  expect(await ask('seed', 'demo')).toEqual({ code: 0, text: expect.stringContaining('root@example.org') })
  expect(await ask('seed', 'demo')).toEqual({ code: 1, text: expect.stringContaining('not empty') })
})
