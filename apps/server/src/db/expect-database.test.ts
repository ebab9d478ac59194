import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseDatabaseName } from './expect-database.ts'

test('rejects a mistyped address without repeating it', () => {
  expect(parseDatabaseName('data/vitrine.sqlite')).toEqual({
    kind: 'sqlite',
    file: resolve('data/vitrine.sqlite'),
  })
  expect(parseDatabaseName('postgresql://me@db/x')).toEqual({
    kind: 'postgres',
    url: 'postgresql://me@db/x',
  })
  for (const slip of [
    'postgres:/me:secret@db/x',
    'Postgres://me:secret@db/x',
    'mysql://me:secret@db/x',
  ]) {
    expect(() => parseDatabaseName(slip)).toThrow(
      /^A database is a SQLite file or looks like postgres:[^@]+@host/,
    )
    expect(() => parseDatabaseName(slip)).not.toThrow('secret')
  }
})
