import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables.ts'
import { continueAfter } from './counting.ts'
import { insertRows, type Row } from './rows.ts'
import { readSchema, type Table } from './schema.ts'
import { addingUp, differences, sumOf, type TableSum } from './sums.ts'

/** Where the rows to fill a database with come from. */
export interface Source {
  rowsOf(table: Table): AsyncIterable<readonly Row[]>
  lastIdOf(table: Table): Promise<number | null>
}

// What the migrations themselves put into these is replaced by what is filled in.
const filledByMigrations = new Set([
  'chore',
  'counter',
  'installation',
  'program_version',
  'revision',
  'tag_definition',
])

/** What one database has done today is no record of another: its backups may lie elsewhere. */
export const isCarriedOver = ({ name }: Pick<Table, 'name'>): boolean => name !== 'chore'

/** The tables in which somebody has put something. */
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
 * Fills a database with everything there is in the source, in the transaction given, and compares what is there
 * afterwards with what came. Returns what it holds now.
 */
export async function fill(tx: Tx, tables: readonly Table[], source: Source): Promise<TableSum[]> {
  for (const { name } of tables) {
    if (filledByMigrations.has(name)) await sql`delete from ${sql.table(name)}`.execute(tx)
  }
  const came: TableSum[] = []
  for (const table of tables) {
    const adding = addingUp(table)
    for await (const rows of source.rowsOf(table)) {
      adding.add(rows)
      await insertRows(tx, table, rows)
    }
    const lastId = await source.lastIdOf(table)
    if (lastId !== null) await continueAfter(tx, table, lastId)
    came.push(adding.sum(lastId))
  }
  const arrived: TableSum[] = []
  for (const table of tables) arrived.push(await sumOf(tx, table))
  const wrong = differences(came, arrived)
  if (wrong.length > 0) throw new Error(`What was written is not what was read, in: ${wrong}. Nothing was changed.`)
  return arrived
}
