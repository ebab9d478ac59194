import { api } from '@vitrine/contract'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { CallError } from '../client.ts'
import { createDatabase } from '../database.ts'
import { addItem } from '../inventory.ts'
import { startTestServer } from '../server.ts'
import { cuttableWayTo } from './cuttable.ts'
import { expectWhole } from './whole.ts'

const rounds = 10
const gone = { statusCode: 503, message: expect.stringContaining('database can’t be reached') }

/** What a server that is told to stop says to everybody. */
async function sendAway(database: URL): Promise<void> {
  const client = new pg.Client(database.href)
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

test.runIf(inject('postgresUrl'))(
  `a database that goes away and comes back ${rounds} times: 503 meanwhile, and nothing that was promised is lost`,
  { timeout: 60_000 },
  async () => {
    await using database = await createDatabase()
    const direct = new URL(database.variables.DATABASE_URL ?? '')
    await using way = await cuttableWayTo({ host: direct.hostname, port: Number(direct.port) })
    const detour = new URL(direct)
    detour.port = String(way.port)
    await using server = await startTestServer({ DATABASE_URL: detour.href })
    const root = await server.signIn('root')
    const itemId = await addItem(root)

    const kept: number[] = []
    for (let round = 0; round < rounds; round++) {
      // Several people write while it goes.
      const work = Promise.allSettled(
        [1, 2, 3].map(async () => {
          for (;;) kept.push((await root.call(api.comments.add, { body: { itemId, comment: `round ${round}` } })).id)
        }),
      )
      await expect.poll(() => kept.length).toBeGreaterThan(round * 5)
      if (round % 2 === 0) await sendAway(direct)
      await way.cut()
      for (const { reason } of (await work) as PromiseRejectedResult[]) {
        expect(reason).toBeInstanceOf(CallError)
        expect((reason as CallError).body).toMatchObject(gone)
      }
      const ready = await server.send(api.operations.ready)
      expect([ready.status, (await server.send(api.operations.health)).status]).toEqual([503, 200])

      await way.mend()
      expect((await server.send(api.operations.ready)).status).toBe(200)
    }
    const comments = await root.call(api.comments.ofItem, { params: { id: itemId } })
    expect(comments.map(({ id }) => id)).toEqual(expect.arrayContaining(kept))

    way.silence(true)
    expect((await server.send(api.operations.ready)).status).toBe(503)
    way.silence(false)
    await way.cut()
    await way.mend()
    expect((await server.send(api.operations.ready)).status).toBe(200)
    await expectWhole({ DATA_DIR: server.dataDir, DATABASE_URL: direct.href }, 'after the database came back')
  },
)
