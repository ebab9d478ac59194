// @module-tag postgres

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDataFolder } from '../../test/process.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../db/open.ts'
import { createLogger } from '../runtime/logger.ts'
import { insertRows, readRows } from './rows.ts'
import { readSchema } from './schema.ts'

test('reads each row once, ordered by its key, in several batches', async () => {
  await using dataFolder = await createDataFolder()
  await using db = openDatabase(readConfig(dataFolder.variables).database, createLogger('silent'))
  await sql`create table remark (id integer primary key, text text, note text)`.execute(db)
  const table = (await readSchema(db)).find(({ name }) => name === 'remark')
  if (!table) throw new Error('the table is not part of the schema')
  // Ids with gaps, and some rows with long texts.
  const longText = 'é'.repeat(150_000)
  const rows = Array.from({ length: 1_300 }, (_, index) => ({
    id: index * 2,
    note: null,
    text: index >= 600 && index < 606 ? longText : 'short',
  }))
  await insertRows(db, table, rows)

  const batches = await Array.fromAsync(readRows(db, table))
  expect(batches.flat()).toEqual(rows)
  expect(batches.length).toBeGreaterThan(1)
})
