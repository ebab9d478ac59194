import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables.ts'
import { setLastId } from './counting.ts'
import { insertRows, type Row } from './rows.ts'
import { readSchema, type Table } from './schema.ts'
import { differences, sumOf, type TableSum, tableChecksum } from './sums.ts'

/** Where the rows to fill a database with come from. */
export interface Source {
  rowsOf(table: Table): AsyncIterable<readonly Row[]>
  lastIdOf(table: Table): Promise<number | null>
}

// Tables that migrations fill: their rows are replaced.
const filledByMigrations = new Set([
  'chore',
  'counter',
  'exchange_clock',
  'installation',
  'program_version',
  'revision',
  'tag_definition',
])

/** The record of daily chores is not copied: the backups of the other database may be elsewhere. */
export const isCopied = ({ name }: Pick<Table, 'name'>): boolean => name !== 'chore'

/** The tables that contain data. */
export async function tablesInUse(db: Db): Promise<string[]> {
  const inUse: string[] = []
  for (const { name } of await readSchema(db)) {
    if (filledByMigrations.has(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) inUse.push(name)
  }
  return inUse
}

/**
 * Fills a database with all rows of the source, in the given transaction, and compares the result with
 * the source. Returns the checksums of the result.
 */
export async function fill(tx: Tx, tables: readonly Table[], source: Source): Promise<TableSum[]> {
  for (const { name } of tables) {
    if (filledByMigrations.has(name)) await sql`delete from ${sql.table(name)}`.execute(tx)
  }
  const expected: TableSum[] = []
  for (const table of tables) {
    const checksum = tableChecksum(table)
    for await (const rows of source.rowsOf(table)) {
      checksum.add(rows)
      await insertRows(tx, table, rows)
    }
    const lastId = await source.lastIdOf(table)
    if (lastId !== null) await setLastId(tx, table, lastId)
    expected.push(checksum.sum(lastId))
  }
  const written: TableSum[] = []
  for (const table of tables) written.push(await sumOf(tx, table))
  const wrong = differences(expected, written)
  if (wrong.length > 0) throw new Error(`What was written is not what was read, in: ${wrong}. Nothing was changed.`)
  return written
}
