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

const openTestDatabase = (folder: { path: string }) =>
  openDatabase(
    { kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') },
    createLogger('silent'),
  )

const readRevisionByKysely = (db: Db, name: 'car') =>
  db.selectFrom('revision').select('value').where('name', '=', name).execute()

test.each([
  ['a prepared read', readRevision],
  ['any other select', readRevisionByKysely],
])('%s sees the old rows outside an open transaction and the new ones inside', async (_, read) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-reader-'))
  const db = openTestDatabase(folder)
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
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-writers-'))
  const db = openTestDatabase(folder)
  await sql`create table done (what text)`.execute(db)
  const add = (handle: Db, what: string) => sql`insert into done values (${what})`.execute(handle)

  let waiting: Promise<unknown>[] = []
  await db.transaction().execute(async (tx) => {
    waiting = [
      add(db, 'second'),
      db.transaction().execute((other) => add(other, 'third')),
      add(db, 'fourth'),
    ]
    await wait(20)
    await add(tx, 'first')
  })
  await Promise.all(waiting)
  const { rows } = await sql`select what from done order by rowid`.execute(db)
  expect(rows).toEqual(['first', 'second', 'third', 'fourth'].map((what) => ({ what })))

  await expect(db.transaction().execute((tx) => sql`not SQL`.execute(tx))).rejects.toThrow()
  await add(db, 'fifth')
  await db.destroy()
})

test('checkpoints a large transaction at once, and the next one as usual', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-checkpoint-'))
  const file = join(folder.path, 'vitrine.sqlite')
  const db = openDatabase({ kind: 'sqlite', file }, createLogger('silent'))
  await sql`create table large (text text)`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`insert into large select printf('%01000d', value) from json_each(${JSON.stringify(Array(5_000).fill(0))})`.execute(
      tx,
    )
  })
  expect((await stat(file)).size).toBeGreaterThan(5_000_000)
  expect((await sql`pragma wal_autocheckpoint`.execute(db)).rows).toEqual([
    { wal_autocheckpoint: 1_000 },
  ])
  await db.destroy()
})

test('writes a limit into the statement unless it is a parameter', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-limit-'))
  const db = openDatabase(
    { kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') },
    createLogger('silent'),
  )
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
  await db.destroy()
})

test('lets other work run between many queries, in transactions and prepared reads', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-yielding-'))
  const db = openDatabase(
    { kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') },
    createLogger('silent'),
  )
  await migrate(db)
  const isInterrupted = async (query: () => Promise<unknown>): Promise<boolean> => {
    let hasRun = false
    setTimeout(() => {
      hasRun = true
    })
    for (let count = 0; count < 50_000 && !hasRun; count++) await query()
    return hasRun
  }
  expect(await isInterrupted(() => db.selectFrom('revision').selectAll().execute())).toBe(true)
  expect(await isInterrupted(() => readRevision(db, 'car'))).toBe(true)
  await db.transaction().execute(async (tx) => {
    expect(await isInterrupted(() => tx.selectFrom('revision').selectAll().execute())).toBe(true)
  })
  await db.destroy()
})
