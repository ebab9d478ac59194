// @module-tag sqlite

import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { migrate } from '../src/db/migrate.ts'
import { startServer } from '../src/runtime/start.ts'
import { Client } from './client.ts'
import { explainFailedStart, runOperatorCommand } from './command.ts'
import { queryDatabaseOf } from './faults/check-database.ts'
import {
  createDataFolder,
  createDemoDataFolder,
  productionVariables,
  spawnProgram,
} from './process.ts'

test('finishes an open request after SIGTERM', async () => {
  await using dataFolder = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], dataFolder.variables)
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)

  const body = JSON.stringify({ email: 'root@example.org', password: 'vitrine-demo' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const open = request(`${url}/api/auth/`, { method: 'POST', headers })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    open.on('response', (response) => resolve(response.statusCode))
    open.on('error', reject)
  })
  open.write(body.slice(0, 10))
  await setTimeout(200)
  server.child.kill('SIGTERM')
  await setTimeout(200)
  open.end(body.slice(10))

  expect(await answered).toBe(200)
  expect(await server.waitForExit()).toBe(0)
})

test('rejects reads but accepts writes while draining', async () => {
  await using dataFolder = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], { ...dataFolder.variables, STOP_DELAY: '2' })
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await root.send(api.operations.ready)).status).toBe(503)

  const rejected = await root.send(api.users.list)
  expect(rejected.status).toBe(503)
  expect(rejected.headers.get('retry-after')).toBe('1')
  expect(rejected.headers.get('connection')).toBe('close')
  expect((await root.send(api.operations.health)).status).toBe(200)
  const comment = await root.send(api.comments.add, {
    body: { itemId: 1, comment: 'Just in time' },
  })
  expect(comment.status).toBe(200)
  expect(comment.headers.get('connection')).toBe('close')
  expect(await server.waitForExit()).toBe(0)
})

/** Sends requests for 1.5 seconds after SIGTERM. Returns false if this machine was too slow. */
async function requestWhileDraining(): Promise<boolean> {
  await using dataFolder = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], { ...dataFolder.variables, STOP_DELAY: '0.1' })
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  server.child.kill('SIGTERM')
  const body = { itemId: 1, comment: 'And one more' }
  const stoppedAt = performance.now()
  let lastSentAt = stoppedAt
  // Far longer than STOP_DELAY.
  while (lastSentAt < stoppedAt + 1_500) {
    // The process exits after half a second without a request, and after five seconds at the
    // latest.
    const latest = Math.min(lastSentAt + 400, stoppedAt + 4_500)
    lastSentAt = performance.now()
    const answered = await root.send(api.comments.add, { body }).catch((error: unknown) => {
      if (performance.now() < latest) throw error
    })
    if (!answered) return false
    expect(answered.status).toBe(200)
    await setTimeout(20)
  }
  expect(await server.waitForExit()).toBe(0)
  return true
}

test('keeps draining while requests still arrive', {
  tags: ['only-with-all'],
}, async () => {
  for (let tries = 1; !(await requestWhileDraining()); tries++) expect(tries).toBeLessThan(20)
})

/** Changes something while draining, then reads. Returns false if this machine was too slow. */
async function changeThenRead(): Promise<boolean> {
  await using dataFolder = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], { ...dataFolder.variables, STOP_DELAY: '0.1' })
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  const change = () =>
    root.send(api.comments.add, { body: { itemId: 1, comment: 'In a quiet hour' } })
  const stoppedAt = performance.now()
  server.child.kill('SIGTERM')
  try {
    while ((await root.send(api.operations.ready)).ok);
    expect((await change()).status).toBe(200)
    // Three times as long as the process waits for connections otherwise.
    await setTimeout(1_500)
    expect((await change()).status).toBe(200)
    expect((await root.send(api.users.list)).status).toBe(503)
  } catch (error) {
    // The process exits after five seconds at the latest.
    if (error instanceof TypeError && performance.now() > stoppedAt + 4_500) return false
    throw error
  }
  expect(await server.waitForExit()).toBe(0)
  return true
}

test('waits after a change until a rejected read makes the proxy avoid the process', {
  tags: ['only-with-all'],
}, async () => {
  for (let tries = 1; !(await changeThenRead()); tries++) expect(tries).toBeLessThan(20)
})

test('does not start in production without all settings, and names those missing', async () => {
  await using dataFolder = await createDataFolder()
  const server = spawnProgram('main.ts', [], { ...dataFolder.variables, NODE_ENV: 'production' })
  expect(await server.waitForExit()).toBe(1)
  expect(server.output()).toMatch(/can’t start.*PUBLIC_URL is missing.*SMTP_URL is missing/s)
})

test('explains a taken port and exits, even with other ports open', async () => {
  await using dataFolder = await createDemoDataFolder()
  const otherServer = createServer().listen(0, '127.0.0.1')
  await once(otherServer, 'listening')
  const { port } = otherServer.address() as AddressInfo
  const server = spawnProgram('main.ts', [], {
    ...dataFolder.variables,
    PORT: `${port}`,
    METRICS_PORT: '0',
  })
  expect(await server.waitForExit()).toBe(1)
  expect(server.output()).toContain(`Port ${port} on 127.0.0.1 is taken`)
  otherServer.close()
})

test('explains an unusable folder', async () => {
  await using dataFolder = await createDemoDataFolder()
  const { DATABASE_URL: _, ...onFile } = dataFolder.variables as Record<string, string>
  const folder = join(dataFolder.dataDir, 'folder')
  await mkdir(join(folder, '.env'), { recursive: true })
  await writeFile(join(folder, 'file'), '')
  const backups = join(folder, 'file', 'backups')
  for (const [variables, sentence] of [
    [{ DATA_DIR: '/sys/vitrine' }, '/sys/vitrine can’t be used: '],
    [{ HOST: '203.0.113.99' }, '203.0.113.99 is not an address of this machine: is HOST right?'],
    [{ BACKUP_DIR: backups }, `BACKUP_DIR: nothing can be written to ${backups} (ENOTDIR).`],
  ] as const)
    expect(await explainFailedStart({ ...onFile, ...variables })).toContain(sentence)
  expect(await runOperatorCommand(['restore', folder], onFile)).toEqual({
    code: 1,
    text: expect.stringContaining(`This is not a file: ${folder}.`),
  })
  const failingStarts = [
    [
      () => spawnProgram('main.ts', [], { ...onFile, DATA_DIR: join(folder, 'file') }),
      'folder/file can’t be used: file already exists.',
    ],
    // An unreadable folder looks the same, but tests may run as root.
    [
      () => spawnProgram('cli.ts', ['check'], onFile, { cwd: folder }),
      '.env is there but can’t be read',
    ],
  ] as const
  // One after the other, because two starts on one database wait for each other.
  for (const [start, sentence] of failingStarts) {
    const process = start()
    expect(await process.waitForExit()).toBe(1)
    expect(process.output()).toContain(sentence)
    expect(process.output()).not.toMatch(/\n {4}at /)
  }
})

test('sleeps without requests, even with metrics', {
  tags: ['only-with-all'],
}, async ({ skip }) => {
  if (process.platform !== 'linux') return skip('only Linux reports how often a process woke up')
  await using dataFolder = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], { ...dataFolder.variables, METRICS_PORT: '0' })
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  onTestFinished(() => void server.child.kill('SIGKILL'))
  // The event loop is watched until some seconds after the last request.
  const clerk = await new Client(url).signIn('employee')
  for (const list of [api.inventory.cars, api.inventory.art]) await clerk.call(list)
  const countWakeUps = async () => {
    const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
    return Number(/\nvoluntary_ctxt_switches:\s+(\d+)/.exec(status)?.[1])
  }
  const countInThreeSeconds = async () => {
    const before = await countWakeUps()
    await setTimeout(3000)
    return (await countWakeUps()) - before
  }
  // The memory check needs two; watching the event loop needs a hundred per second.
  await expect.poll(countInThreeSeconds, { timeout: 40_000, interval: 10 }).toBeLessThan(4)
})

test('leaves the database empty with SEED=none', async () => {
  await using dataFolder = await createDataFolder()
  const server = await startServer(
    readConfig({ LOG_LEVEL: 'silent', ...dataFolder.variables, SEED: 'none' }),
  )
  expect(server.demo).toBe(null)
  await expect(new Client(server.localUrl).signIn('root')).rejects.toMatchObject({ status: 401 })
  await server.close()
})

test('logs every line in production as JSON, from the first to the last', async () => {
  const misspelt = { ...productionVariables, S3_BUKET: 'media' }
  await using first = await createDataFolder()
  const cli = spawnProgram('cli.ts', ['create-root', '--email', 'anna@example.org'], {
    ...first.variables,
    ...misspelt,
  })
  expect(await cli.waitForExit()).toBe(0)
  expect(cli.output()).toContain('Did you mean S3_BUCKET?')

  await using dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, (db) => migrate(db, { upTo: '011-installation' }))
  const variables = { ...dataFolder.variables, ...misspelt }
  const collectLines = async (extra: Record<string, string>, ready: RegExp | null) => {
    const server = spawnProgram('main.ts', [], { ...variables, ...extra })
    if (ready) await server.waitForOutput(ready)
    if (ready) server.child.kill('SIGTERM')
    await server.waitForExit()
    return server
      .output()
      .trim()
      .split('\n')
      .map((line): { msg: string } => JSON.parse(line))
  }
  const messages = (await collectLines({}, /Vitrine serves/)).map(({ msg }) => msg)
  expect(messages).toEqual([
    expect.stringContaining('Did you mean S3_BUCKET?'),
    'the database was brought up to date',
    expect.stringMatching(/^Server listening/),
    'Vitrine serves',
    'Vitrine stops',
  ])
  // A failing start is logged too.
  expect(await collectLines({ PUBLIC_URL: '' }, null)).toEqual([
    expect.objectContaining({ level: 60, msg: expect.stringContaining('PUBLIC_URL is missing') }),
  ])
})
