import { sql } from 'kysely'
import { knownMigrations, migrate, readExecutedMigrations } from '../db/migrate.ts'
import type { Db, Tx } from '../db/tables.ts'
import {
  findDifferingTables,
  insertRows,
  type Row,
  readLastId,
  readRows,
  setLastId,
  summariseTable,
  type TableSummary,
  tableSummaryBuilder,
} from './rows.ts'
import { inSnapshot, readSchema, type Table } from './schema.ts'

/** Checks before anything is copied that the source is up to date and the target empty. */
export async function assertCopyable(from: Db, to: Db): Promise<void> {
  const version = (await readExecutedMigrations(from)).at(-1)
  const newest = knownMigrations.at(-1)
  if (version === undefined) throw new Error('The database to copy from is not a Vitrine database.')
  if (version !== newest)
    throw new Error(
      `The database to copy from is at ${version}, this Vitrine at ${newest}: start it once with that database, or run migrate, then copy.`,
    )
  if ((await readExecutedMigrations(to)).length > 0) await expectUnused(to)
}

async function expectUnused(to: Db): Promise<void> {
  const inUse = await listTablesInUse(to)
  if (inUse.length > 0)
    throw new Error(
      `The database to copy to is not empty (${inUse.join(', ')}): please choose one with nothing in it.`,
    )
}

/**
 * Copies everything from one database into an empty one, in one transaction; returns the checksums of both. The record of
 * daily jobs is not copied, because the backups of the target may be elsewhere.
 */
export async function copyDatabase(from: Db, to: Db): Promise<TableSummary[]> {
  await migrate(to)
  await expectUnused(to)
  return inSnapshot(from, async (snapshot) => {
    const tables = (await readSchema(snapshot)).filter(isCopiedTable)
    return to.transaction().execute((tx) =>
      fillDatabase(tx, tables, {
        readRows: (table) => readRows(snapshot, table),
        readLastId: (table) => readLastId(snapshot, table),
      }),
    )
  })
}

/** Where the rows to fill a database with come from. */
interface RowSource {
  readRows(table: Table): AsyncIterable<readonly Row[]>
  readLastId(table: Table): Promise<number | null>
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

/** The record of daily jobs is not copied: the backups of the other database may be elsewhere. */
export const isCopiedTable = ({ name }: Pick<Table, 'name'>): boolean => name !== 'chore'

/** The tables that contain data. */
export async function listTablesInUse(db: Db): Promise<string[]> {
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
export async function fillDatabase(
  tx: Tx,
  tables: readonly Table[],
  source: RowSource,
): Promise<TableSummary[]> {
  for (const { name } of tables) {
    if (filledByMigrations.has(name)) await sql`delete from ${sql.table(name)}`.execute(tx)
  }
  const expected: TableSummary[] = []
  for (const table of tables) {
    const checksum = tableSummaryBuilder(table)
    for await (const rows of source.readRows(table)) {
      checksum.add(rows)
      await insertRows(tx, table, rows)
    }
    const lastId = await source.readLastId(table)
    if (lastId !== null) await setLastId(tx, table, lastId)
    expected.push(checksum.sum(lastId))
  }
  const written: TableSummary[] = []
  for (const table of tables) written.push(await summariseTable(tx, table))
  const wrong = findDifferingTables(expected, written)
  if (wrong.length > 0)
    throw new Error(`What was written is not what was read, in: ${wrong}. Nothing was changed.`)
  return written
}
