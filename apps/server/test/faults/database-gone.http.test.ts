// @module-tag postgres
// @module-tag only-with-all

import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { createLogger } from '../../src/runtime/logger.ts'
import { CallError } from '../client.ts'
import { createDatabase } from '../database.ts'
import { addItem } from '../inventory.ts'
import { startTestServer } from '../server.ts'
import { expectCheckPasses } from './check-database.ts'
import { startFaultyProxy } from './faulty-proxy.ts'

// Connections are terminated by the database in even rounds, and only cut in odd ones.
const rounds = 6
const callers = [1, 2, 3]
const pollOptions = { timeout: 20_000 }
const unreachable = {
  statusCode: 503,
  message: expect.stringContaining('database can’t be reached'),
}

/** Terminates all connections, as a database server does when it stops. */
async function terminateConnections(database: URL): Promise<void> {
  const client = new pg.Client(database.href)
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

/** Starts a server that reaches its database through a proxy. */
async function startServerBehindProxy() {
  await using cleanup = new AsyncDisposableStack()
  const database = cleanup.use(await createDatabase())
  const databaseUrl = new URL(database.variables.DATABASE_URL ?? '')
  const { hostname, port } = databaseUrl
  const proxy = cleanup.use(await startFaultyProxy({ host: hostname, port: Number(port) }))
  const proxyUrl = new URL(databaseUrl)
  proxyUrl.port = String(proxy.port)
  const server = cleanup.use(
    await startTestServer(
      { DATABASE_URL: proxyUrl.href },
      { limits: { databaseTimeoutMs: 4_000 } },
    ),
  )
  const root = await server.signIn('root')
  const resources = cleanup.move()
  return {
    databaseUrl,
    proxy,
    server,
    root,
    [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
  }
}

/** Expects every call to have failed with an error of this form. */
function expectAllRejected(outcomes: readonly PromiseSettledResult<never>[], body: object): void {
  for (const outcome of outcomes) {
    const reason: unknown = outcome.status === 'rejected' ? outcome.reason : null
    expect(reason).toBeInstanceOf(CallError)
    expect((reason as CallError).body).toMatchObject(body)
  }
}

test.runIf(inject('postgresUrl'))(
  `answers 503 and loses no acknowledged write while the database is gone, ${rounds} times`,
  async () => {
    await using setup = await startServerBehindProxy()
    const { databaseUrl, proxy, server, root } = setup
    const itemId = await addItem(root)
    const storedIds: number[] = []
    async function addCommentsUntilFailure(comment: string): Promise<never> {
      for (;;) {
        const { id } = await root.call(api.comments.add, { body: { itemId, comment } })
        storedIds.push(id)
      }
    }

    for (let round = 0; round < rounds; round++) {
      // Writes run concurrently while the database disappears.
      const storedBefore = storedIds.length
      const writes = Promise.allSettled(
        callers.map(() => addCommentsUntilFailure(`round ${round}`)),
      )
      await expect.poll(() => storedIds.length, pollOptions).toBeGreaterThan(storedBefore + 5)
      if (round % 2 === 0) await terminateConnections(databaseUrl)
      await proxy.stop()
      expectAllRejected(await writes, unreachable)
      const ready = await server.send(api.operations.ready)
      expect([ready.status, (await server.send(api.operations.health)).status]).toEqual([503, 200])

      await proxy.start()
      expect((await server.send(api.operations.ready)).status).toBe(200)
    }
    const comments = await root.call(api.comments.ofItem, { params: { id: itemId } })
    expect(comments.map(({ id }) => id)).toEqual(expect.arrayContaining(storedIds))
    await expectCheckPasses(
      { DATA_DIR: server.dataDir, DATABASE_URL: databaseUrl.href },
      'after the database came back',
    )
  },
)

test.runIf(inject('postgresUrl'))(
  'answers 503 if connections break during transactions, and recovers its pool',
  async () => {
    await using setup = await startServerBehindProxy()
    const { databaseUrl, proxy, server, root } = setup
    let addedCount = 0
    async function addItemsUntilFailure(): Promise<never> {
      for (;;) {
        await addItem(root)
        addedCount++
      }
    }

    const writes = callers.map(addItemsUntilFailure)
    await expect.poll(() => addedCount, pollOptions).toBeGreaterThan(2)
    proxy.setDropping(true)
    const [outcomes, ready] = await Promise.all([
      Promise.allSettled(writes),
      server.send(api.operations.ready),
    ])
    expectAllRejected(outcomes, { ...unreachable, obj: { retryAfter: 5 } })
    expect(ready.status).toBe(503)

    proxy.setDropping(false)
    await addItem(root)
    expect((await server.send(api.operations.ready)).status).toBe(200)
    await expectCheckPasses(
      { DATA_DIR: server.dataDir, DATABASE_URL: databaseUrl.href },
      'after the connections broke',
    )
  },
)

test.runIf(inject('postgresUrl'))(
  'limits the time of queries and idle transactions in a request, but not of queries in a job',
  async () => {
    await using database = await createDatabase()
    const target = { kind: 'postgres', url: database.variables.DATABASE_URL ?? '' } as const
    const log = createLogger('silent')
    const [impatientDb, patientDb] = [
      openDatabase(target, log, { timeoutMs: 1_000 }),
      openDatabase(target, log),
    ]
    const sleep = sql`select pg_sleep(2)`
    const timeoutMessage = 'did not answer within 1000 ms'
    await Promise.all([
      expect(sleep.execute(impatientDb)).rejects.toThrow(timeoutMessage),
      expect(impatientDb.transaction().execute((tx) => sleep.execute(tx))).rejects.toThrow(
        timeoutMessage,
      ),
      sleep.execute(patientDb),
    ])
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(impatientDb)
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
    await Promise.all([impatientDb.destroy(), patientDb.destroy()])
  },
)
