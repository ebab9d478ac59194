import { mkdtempDisposable, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLogger } from '../runtime/logger.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { prepareQuery } from './prepared.ts'
import type { Db } from './tables.ts'

const readRevision = prepareQuery((db, name: 'car') =>
  db.selectFrom('revision').select('value').where('name', '=', name),
)

/** Opens a new database, whose folder is removed with it. */
async function openTestDatabase() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-sqlite-'))
  const file = join(folder.path, 'vitrine.sqlite')
  const db = openDatabase({ kind: 'sqlite', file }, createLogger('silent'))
  return {
    db,
    file,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await folder.remove()
    },
  }
}

const readRevisionByKysely = (db: Db, name: 'car') =>
  db.selectFrom('revision').select('value').where('name', '=', name).execute()

test.each([
  ['a prepared read', readRevision],
  ['any other select', readRevisionByKysely],
])('%s sees the old rows outside an open transaction and the new ones inside', async (_, read) => {
  await using database = await openTestDatabase()
  const { db } = database
  await migrate(db)
  const write = (value: string) =>
    db.updateTable('revision').set({ value }).where('name', '=', 'car')
  await write('old').execute()

  await db.transaction().execute(async (tx) => {
    await tx.updateTable('revision').set({ value: 'new' }).where('name', '=', 'car').execute()
    expect(await read(tx, 'car')).toEqual([{ value: 'new' }])
    expect(await read(db, 'car')).toEqual([{ value: 'old' }])
  })
  expect(await read(db, 'car')).toEqual([{ value: 'new' }])

  await db.destroy()
  await expect(read(db, 'car')).rejects.toThrow()
})

test('queues writes behind an open transaction in the order of their arrival', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await sql`create table write (name text)`.execute(db)
  const add = (handle: Db, name: string) => sql`insert into write values (${name})`.execute(handle)

  let waiting: Promise<unknown>[] = []
  await db.transaction().execute(async (tx) => {
    waiting = [
      add(db, 'second'),
      db.transaction().execute((waitingTx) => add(waitingTx, 'third')),
      add(db, 'fourth'),
    ]
    // The others would be written now if they did not wait.
    await wait(20)
    await add(tx, 'first')
  })
  await Promise.all(waiting)
  const { rows } = await sql`select name from write order by rowid`.execute(db)
  expect(rows).toEqual(['first', 'second', 'third', 'fourth'].map((name) => ({ name })))
})

test('releases the write lock after a failed transaction', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await expect(db.transaction().execute((tx) => sql`not SQL`.execute(tx))).rejects.toThrow()
  await sql`create table written (name text)`.execute(db)
})

test('checkpoints a large transaction at once, and the next one as usual', async () => {
  await using database = await openTestDatabase()
  const { db, file } = database
  await sql`create table large (text text)`.execute(db)
  // Five megabytes, more than from where SQLite itself checkpoints.
  const [rowCount, rowBytes] = [5_000, 1_000]
  const texts = JSON.stringify(Array(rowCount).fill('x'.repeat(rowBytes)))
  await db
    .transaction()
    .execute((tx) => sql`insert into large select value from json_each(${texts})`.execute(tx))
  expect((await stat(file)).size).toBeGreaterThan(rowCount * rowBytes)
  expect((await sql`pragma wal_autocheckpoint`.execute(db)).rows).toEqual([
    { wal_autocheckpoint: 1_000 },
  ])
})

test('writes a limit into the statement unless it is a parameter', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await migrate(db)
  const names = db.selectFrom('revision').select('name').orderBy('name')
  expect(names.limit(1).compile()).toMatchObject({
    sql: expect.stringMatching(/limit 1$/),
    parameters: [],
  })
  expect(await names.limit(1).execute()).toHaveLength(1)
  const firstNames = prepareQuery((db, count: number) =>
    db.selectFrom('revision').select('name').orderBy('name').limit(count),
  )
  expect(await firstNames(db, 1)).toHaveLength(1)
  expect(await firstNames(db, 2)).toHaveLength(2)
})

test('lets other work run between many queries, in transactions and prepared reads', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await migrate(db)
  /** Whether a timer runs while a query is repeated. */
  async function letsTimerRun(query: () => Promise<unknown>): Promise<boolean> {
    let hasRun = false
    setTimeout(() => {
      hasRun = true
    })
    // Many more than fit into the time between two turns of the event loop.
    for (let count = 0; count < 50_000 && !hasRun; count++) await query()
    return hasRun
  }
  expect(await letsTimerRun(() => db.selectFrom('revision').selectAll().execute())).toBe(true)
  expect(await letsTimerRun(() => readRevision(db, 'car'))).toBe(true)
  await db.transaction().execute(async (tx) => {
    expect(await letsTimerRun(() => tx.selectFrom('revision').selectAll().execute())).toBe(true)
  })
})
