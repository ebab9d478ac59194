import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { runStatement } from './sqlite-statements.ts'

test('unbinds large values after the statement ran', () => {
  using sqlite = new DatabaseSync(':memory:')
  sqlite.exec('create table note (id integer primary key, text text)')
  const insert = sqlite.prepare('insert into note (text) values (?)')

  runStatement(insert, 'run', ['x'.repeat(100_000)])
  expect(insert.expandedSQL).toBe('insert into note (text) values (NULL)')
  expect(sqlite.prepare('select length(text) as length from note').all()).toEqual([
    { length: 100_000 },
  ])
})
