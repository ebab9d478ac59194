import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { databaseNamed } from './expect-database.ts'

test('a mistyped address is not taken for a file, nor repeated', () => {
  expect(databaseNamed('data/vitrine.sqlite')).toEqual({
    kind: 'sqlite',
    file: resolve('data/vitrine.sqlite'),
  })
  expect(databaseNamed('postgresql://me@db/x')).toEqual({
    kind: 'postgres',
    url: 'postgresql://me@db/x',
  })
  for (const slip of [
    'postgres:/me:secret@db/x',
    'Postgres://me:secret@db/x',
    'mysql://me:secret@db/x',
  ]) {
    expect(() => databaseNamed(slip)).toThrow(
      /^A database is a SQLite file or looks like postgres:[^@]+@host/,
    )
    expect(() => databaseNamed(slip)).not.toThrow('secret')
  }
})
