// @module-tag sqlite

import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { migrate } from '../src/db/migrate.ts'
import { startServer } from '../src/runtime/start.ts'
import { Client, demoPassword } from './client.ts'
import { explainFailedStart, runOperatorCommand } from './command.ts'
import { queryDatabaseOf } from './faults/check-database.ts'
import {
  createDataFolder,
  createDemoDataFolder,
  productionVariables,
  type ServerProcess,
  spawnProgram,
} from './process.ts'
import { createSessionClient } from './session-row.ts'

type Variables = Record<string, string>

/** Starts a server process with the demo, and returns a client without an account. */
async function startServing(variables: Variables) {
  const server = spawnProgram('main.ts', [], variables)
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const { database } = readConfig(variables)
  return { server, client: createSessionClient(url, database) }
}

test('finishes an open request after SIGTERM', async () => {
  await using dataFolder = await createDemoDataFolder()
  const { server, client } = await startServing(dataFolder.variables)
  const body = JSON.stringify({ email: 'root@example.org', password: demoPassword })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const openRequest = request(`${client.url}/api/auth/`, { method: 'POST', headers })
  const status = new Promise<number | undefined>((resolve, reject) => {
    openRequest.on('response', (response) => resolve(response.statusCode))
    openRequest.on('error', reject)
  })
  openRequest.write(body.slice(0, 10))
  // Long enough for the server to receive the first part, and then the signal.
  await setTimeout(200)
  server.child.kill('SIGTERM')
  await setTimeout(200)
  openRequest.end(body.slice(10))

  expect(await status).toBe(200)
  expect(await server.waitForExit()).toBe(0)
})

test('rejects reads but accepts writes while draining', async () => {
  await using dataFolder = await createDemoDataFolder()
  const { server, client } = await startServing({ ...dataFolder.variables, STOP_DELAY: '2' })
  const root = await client.signIn('root')
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await root.send(api.operations.ready)).status).toBe(503)

  const read = await root.send(api.users.list)
  expect(read.status).toBe(503)
  expect(read.headers.get('retry-after')).toBe('1')
  expect(read.headers.get('connection')).toBe('close')
  expect((await root.send(api.operations.health)).status).toBe(200)
  const write = await root.send(api.comments.add, {
    body: { itemId: 1, comment: 'Just in time' },
  })
  expect(write.status).toBe(200)
  expect(write.headers.get('connection')).toBe('close')
  expect(await server.waitForExit()).toBe(0)
})

/** A draining process exits at the latest after five seconds; requests sent until then must work. */
const surelyDrainingMs = 4_500

/** Repeats a trial whose timing a busy machine can spoil, until one was valid. */
async function repeatUntilValid(runTrial: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; !(await runTrial()); tries++) expect(tries).toBeLessThan(20)
}

/** Sends requests for 1.5 seconds after SIGTERM. Returns false if this machine was too slow. */
async function requestWhileDraining(): Promise<boolean> {
  await using dataFolder = await createDemoDataFolder()
  const { server, client } = await startServing({ ...dataFolder.variables, STOP_DELAY: '0.1' })
  const root = await client.signIn('root')
  server.child.kill('SIGTERM')
  const body = { itemId: 1, comment: 'And one more' }
  const stoppedAt = performance.now()
  let lastSentAt = stoppedAt
  // Far longer than STOP_DELAY.
  while (lastSentAt < stoppedAt + 1_500) {
    // The process also exits after half a second without a request.
    const mustAnswerUntil = Math.min(lastSentAt + 400, stoppedAt + surelyDrainingMs)
    lastSentAt = performance.now()
    const answer = await root.send(api.comments.add, { body }).catch((error: unknown) => {
      if (performance.now() < mustAnswerUntil) throw error
    })
    if (!answer) return false
    expect(answer.status).toBe(200)
    await setTimeout(20)
  }
  expect(await server.waitForExit()).toBe(0)
  return true
}

test('keeps draining while requests still arrive', { tags: ['only-with-all'] }, () =>
  repeatUntilValid(requestWhileDraining),
)

/** Changes something while draining, then reads. Returns false if this machine was too slow. */
async function changeThenRead(): Promise<boolean> {
  await using dataFolder = await createDemoDataFolder()
  const { server, client } = await startServing({ ...dataFolder.variables, STOP_DELAY: '0.1' })
  const root = await client.signIn('root')
  const sendChange = () =>
    root.send(api.comments.add, { body: { itemId: 1, comment: 'In a quiet hour' } })
  const stoppedAt = performance.now()
  server.child.kill('SIGTERM')
  try {
    while ((await root.send(api.operations.ready)).ok);
    expect((await sendChange()).status).toBe(200)
    // Three times as long as the process waits for connections otherwise.
    await setTimeout(1_500)
    expect((await sendChange()).status).toBe(200)
    expect((await root.send(api.users.list)).status).toBe(503)
  } catch (error) {
    const isTooLate = performance.now() > stoppedAt + surelyDrainingMs
    if (error instanceof TypeError && isTooLate) return false
    throw error
  }
  expect(await server.waitForExit()).toBe(0)
  return true
}

test(
  'waits after a change until a rejected read makes the proxy avoid the process',
  {
    tags: ['only-with-all'],
  },
  () => repeatUntilValid(changeThenRead),
)

test('does not start in production without all settings, and names those missing', async () => {
  await using dataFolder = await createDataFolder()
  const server = spawnProgram('main.ts', [], { ...dataFolder.variables, NODE_ENV: 'production' })
  expect(await server.waitForExit()).toBe(1)
  expect(server.output()).toMatch(/can’t start.*PUBLIC_URL is missing.*SMTP_URL is missing/s)
})

test('explains a taken port and exits, even if it already listens at another one', async () => {
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

describe('a start or command with an unusable path or address', () => {
  /** Creates a data folder with an empty file in it. */
  async function createFolderWithFile() {
    const dataFolder = await createDemoDataFolder()
    // Always on SQLite: the database is not the subject.
    const { DATABASE_URL: _, ...variables } = dataFolder.variables as Variables
    const file = join(dataFolder.dataDir, 'file')
    await writeFile(file, '')
    return {
      variables,
      folder: dataFolder.dataDir,
      file,
      [Symbol.asyncDispose]: () => dataFolder[Symbol.asyncDispose](),
    }
  }

  test('is explained by name', async () => {
    await using fixture = await createFolderWithFile()
    const { variables, folder, file } = fixture
    const explainStart = (changes: Variables) => explainFailedStart({ ...variables, ...changes })
    expect(await explainStart({ DATA_DIR: '/sys/vitrine' })).toContain(
      '/sys/vitrine can’t be used: ',
    )
    expect(await explainStart({ HOST: '203.0.113.99' })).toContain(
      '203.0.113.99 is not an address of this machine: is HOST right?',
    )
    const backups = join(file, 'backups')
    expect(await explainStart({ BACKUP_DIR: backups })).toContain(
      `BACKUP_DIR: nothing can be written to ${backups} (ENOTDIR).`,
    )
    expect(await runOperatorCommand(['restore', folder], variables)).toEqual({
      code: 1,
      text: expect.stringContaining(`This is not a file: ${folder}.`),
    })
  })

  test('exits with one sentence instead of a stack trace', async () => {
    await using fixture = await createFolderWithFile()
    const { variables, folder, file } = fixture
    const expectExplained = async (program: ServerProcess, sentence: string) => {
      expect(await program.waitForExit()).toBe(1)
      expect(program.output()).toContain(sentence)
      expect(program.output()).not.toMatch(/\n {4}at /)
    }
    await expectExplained(
      spawnProgram('main.ts', [], { ...variables, DATA_DIR: file }),
      `${file} can’t be used: file already exists.`,
    )
    // An unreadable file looks the same as a folder, but tests may run as root.
    await mkdir(join(folder, '.env'))
    await expectExplained(
      spawnProgram('cli.ts', ['check'], variables, { cwd: folder }),
      '.env is there but can’t be read',
    )
  })
})

/** Reads how often a process has woken up so far. Only Linux tells. */
async function countWakeUps(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/\nvoluntary_ctxt_switches:\s+(\d+)/.exec(status)?.[1])
}

test.skipIf(process.platform !== 'linux')(
  'sleeps without requests, even with metrics',
  {
    tags: ['only-with-all'],
  },
  async () => {
    await using dataFolder = await createDemoDataFolder()
    const { server, client } = await startServing({ ...dataFolder.variables, METRICS_PORT: '0' })
    onTestFinished(() => void server.child.kill('SIGKILL'))
    // The event loop is watched until some seconds after the last request.
    const clerk = await client.signIn('employee')
    for (const list of [api.inventory.cars, api.inventory.art]) await clerk.call(list)
    const countInThreeSeconds = async () => {
      const before = await countWakeUps(server.child.pid)
      await setTimeout(3000)
      return (await countWakeUps(server.child.pid)) - before
    }
    // The memory check needs two; watching the event loop needs a hundred per second.
    await expect.poll(countInThreeSeconds, { timeout: 40_000, interval: 10 }).toBeLessThan(4)
  },
)

test('leaves the database empty with SEED=none', async () => {
  await using dataFolder = await createDataFolder()
  const server = await startServer(
    readConfig({ LOG_LEVEL: 'silent', ...dataFolder.variables, SEED: 'none' }),
  )
  expect(server.demo).toBe(null)
  await expect(new Client(server.localUrl).signIn('root')).rejects.toMatchObject({ status: 401 })
  await server.close()
})

describe('in production', () => {
  // Misspelt, so that every program has something to warn of before it works.
  const misspeltVariables = { ...productionVariables, S3_BUKET: 'media' }
  const warning = 'Did you mean S3_BUCKET?'

  const parseLines = ({ output }: ServerProcess): { level: number; msg: string }[] =>
    output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('prints warnings before the answer of a command', async () => {
    await using dataFolder = await createDataFolder()
    const command = spawnProgram('cli.ts', ['create-root', '--email', 'anna@example.org'], {
      ...dataFolder.variables,
      ...misspeltVariables,
    })
    expect(await command.waitForExit()).toBe(0)
    expect(command.output()).toContain(warning)
  })

  test('logs every line as JSON, from the first to the last', async () => {
    await using dataFolder = await createDataFolder()
    await queryDatabaseOf(dataFolder.variables, (db) => migrate(db, { upTo: '011-installation' }))
    const server = spawnProgram('main.ts', [], { ...dataFolder.variables, ...misspeltVariables })
    await server.waitForOutput(/Vitrine serves/)
    server.child.kill('SIGTERM')
    await server.waitForExit()
    expect(parseLines(server).map(({ msg }) => msg)).toEqual([
      expect.stringContaining(warning),
      'the database was brought up to date',
      expect.stringMatching(/^Server listening/),
      'Vitrine serves',
      'Vitrine stops',
    ])
  })

  test('logs a failing start as one fatal line of JSON', async () => {
    await using dataFolder = await createDataFolder()
    const server = spawnProgram('main.ts', [], {
      ...dataFolder.variables,
      ...productionVariables,
      PUBLIC_URL: '',
    })
    await server.waitForExit()
    const fatalLevel = 60
    expect(parseLines(server)).toEqual([
      expect.objectContaining({
        level: fatalLevel,
        msg: expect.stringContaining('PUBLIC_URL is missing'),
      }),
    ])
  })
})
