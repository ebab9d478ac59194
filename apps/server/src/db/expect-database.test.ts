import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseDatabaseName } from './expect-database.ts'

test('accepts a SQLite file or a PostgreSQL address', () => {
  expect(parseDatabaseName('data/vitrine.sqlite')).toEqual({
    kind: 'sqlite',
    file: resolve('data/vitrine.sqlite'),
  })
  expect(parseDatabaseName('postgresql://me@db/x')).toEqual({
    kind: 'postgres',
    url: 'postgresql://me@db/x',
  })
})

test('rejects a mistyped address without repeating it', () => {
  for (const mistyped of [
    'postgres:/me:secret@db/x',
    'Postgres://me:secret@db/x',
    'mysql://me:secret@db/x',
  ]) {
    expect(() => parseDatabaseName(mistyped)).toThrow(
      /^A database is a SQLite file or looks like postgres:[^@]+@host/,
    )
    expect(() => parseDatabaseName(mistyped)).not.toThrow('secret')
  }
})
