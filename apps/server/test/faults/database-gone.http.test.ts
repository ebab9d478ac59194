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

const rounds = 10
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

test.runIf(inject('postgresUrl'))(
  `answers 503 and loses no acknowledged write while the database is gone, ${rounds} times`,
  { timeout: 60_000 },
  async () => {
    await using database = await createDatabase()
    const direct = new URL(database.variables.DATABASE_URL ?? '')
    await using proxy = await startFaultyProxy({ host: direct.hostname, port: Number(direct.port) })
    const proxyUrl = new URL(direct)
    proxyUrl.port = String(proxy.port)
    await using server = await startTestServer(
      { DATABASE_URL: proxyUrl.href },
      { limits: { databaseTimeoutMs: 4000 } },
    )
    const root = await server.signIn('root')
    const itemId = await addItem(root)

    const storedIds: number[] = []
    for (let round = 0; round < rounds; round++) {
      // Writes run concurrently while the database disappears.
      const work = Promise.allSettled(
        [1, 2, 3].map(async () => {
          for (;;)
            storedIds.push(
              (await root.call(api.comments.add, { body: { itemId, comment: `round ${round}` } }))
                .id,
            )
        }),
      )
      await expect.poll(() => storedIds.length, pollOptions).toBeGreaterThan(round * 5)
      if (round % 2 === 0) await terminateConnections(direct)
      await proxy.stop()
      for (const { reason } of (await work) as PromiseRejectedResult[]) {
        expect(reason).toBeInstanceOf(CallError)
        expect((reason as CallError).body).toMatchObject(unreachable)
      }
      const ready = await server.send(api.operations.ready)
      expect([ready.status, (await server.send(api.operations.health)).status]).toEqual([503, 200])

      await proxy.start()
      expect((await server.send(api.operations.ready)).status).toBe(200)
    }
    const comments = await root.call(api.comments.ofItem, { params: { id: itemId } })
    expect(comments.map(({ id }) => id)).toEqual(expect.arrayContaining(storedIds))

    // If connections break during transactions, waiting requests fail, and the pool recovers.
    let added = 0
    const adding = [1, 2, 3].map(async () => {
      for (;;) {
        await addItem(root)
        added++
      }
    })
    await expect.poll(() => added, pollOptions).toBeGreaterThan(2)
    proxy.setDropping(true)
    const [outcomes, ready] = await Promise.all([
      Promise.allSettled(adding),
      server.send(api.operations.ready),
    ])
    for (const { reason } of outcomes as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(CallError)
      expect((reason as CallError).body).toMatchObject({ ...unreachable, obj: { retryAfter: 5 } })
    }
    expect(ready.status).toBe(503)
    proxy.setDropping(false)
    await addItem(root)
    expect((await server.send(api.operations.ready)).status).toBe(200)
    await expectCheckPasses(
      { DATA_DIR: server.dataDir, DATABASE_URL: direct.href },
      'after the database came back',
    )
  },
)

test.runIf(inject('postgresUrl'))(
  'limits the time of a query in a request, but not in a long job',
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
