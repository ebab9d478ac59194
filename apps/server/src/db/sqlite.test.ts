import { mkdtempDisposable, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLogger } from '../runtime/logger.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { prepared } from './prepared.ts'

const revisionOf = prepared((db, name: 'car') => db.selectFrom('revision').select('value').where('name', '=', name))

test('a prepared read is not blocked by a transaction: outside it sees the old rows, inside the new ones', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-reader-'))
  const db = openDatabase({ kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') }, createLogger('silent'))
  await migrate(db)
  const write = (value: string) => db.updateTable('revision').set({ value }).where('name', '=', 'car')
  await write('old').execute()

  await db.transaction().execute(async (tx) => {
    await tx.updateTable('revision').set({ value: 'new' }).where('name', '=', 'car').execute()
    expect(await revisionOf(tx, 'car')).toEqual([{ value: 'new' }])
    expect(await revisionOf(db, 'car')).toEqual([{ value: 'old' }])
  })
  expect(await revisionOf(db, 'car')).toEqual([{ value: 'new' }])

  await db.destroy()
  await expect(revisionOf(db, 'car')).rejects.toThrow()
})

test('after a large transaction all of it is in the database file, and the next one is checkpointed as usual', async () => {
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
  expect((await sql`pragma wal_autocheckpoint`.execute(db)).rows).toEqual([{ wal_autocheckpoint: 1_000 }])
  await db.destroy()
})

test('other work comes in between many queries, inside a transaction and by prepared reads', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-yielding-'))
  const db = openDatabase({ kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') }, createLogger('silent'))
  await migrate(db)
  const othersComeBetween = async (query: () => Promise<unknown>): Promise<boolean> => {
    let haveCome = false
    setTimeout(() => {
      haveCome = true
    })
    for (let count = 0; count < 50_000 && !haveCome; count++) await query()
    return haveCome
  }
  expect(await othersComeBetween(() => db.selectFrom('revision').selectAll().execute())).toBe(true)
  expect(await othersComeBetween(() => revisionOf(db, 'car'))).toBe(true)
  await db.transaction().execute(async (tx) => {
    expect(await othersComeBetween(() => tx.selectFrom('revision').selectAll().execute())).toBe(true)
  })
  await db.destroy()
})
