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

/** Throws unless the source is up to date and the target empty. */
export async function assertCopyable(source: Db, target: Db): Promise<void> {
  const sourceVersion = (await readExecutedMigrations(source)).at(-1)
  const newestVersion = knownMigrations.at(-1)
  if (sourceVersion === undefined)
    throw new Error('The database to copy from is not a Vitrine database.')
  if (sourceVersion !== newestVersion)
    throw new Error(
      `The database to copy from is at ${sourceVersion}, this Vitrine at ${newestVersion}: start it once with that database, or run migrate, then copy.`,
    )
  if ((await readExecutedMigrations(target)).length > 0) await assertUnused(target)
}

async function assertUnused(target: Db): Promise<void> {
  const tablesInUse = await listTablesInUse(target)
  if (tablesInUse.length > 0)
    throw new Error(
      `The database to copy to is not empty (${tablesInUse.join(', ')}): please choose one with nothing in it.`,
    )
}

/**
 * Copies all tables into an empty database in one transaction; returns the summaries of the copied
 * tables, which are equal in both.
 */
export async function copyDatabase(source: Db, target: Db): Promise<TableSummary[]> {
  await migrate(target)
  await assertUnused(target)
  return inSnapshot(source, async (snapshot) => {
    const tables = (await readSchema(snapshot)).filter(isCopiedTable)
    return target.transaction().execute((tx) =>
      fillDatabase(tx, tables, {
        readRows: (table) => readRows(snapshot, table),
        readLastId: (table) => readLastId(snapshot, table),
      }),
    )
  })
}

/** Where `fillDatabase` reads rows from: another database, or a backup. */
interface RowSource {
  readRows(table: Table): AsyncIterable<readonly Row[]>
  readLastId(table: Table): Promise<number | null>
}

// Migrations write rows to these tables, so rows there do not mean that a database is in use.
const tablesFilledByMigrations = new Set([
  'chore',
  'counter',
  'exchange_clock',
  'installation',
  'program_version',
  'revision',
  'tag_definition',
])

/** False for the record of daily jobs, because the target may have its backups elsewhere. */
export const isCopiedTable = ({ name }: Pick<Table, 'name'>): boolean => name !== 'chore'

/** Lists the tables with rows that no migration wrote. */
export async function listTablesInUse(db: Db): Promise<string[]> {
  const inUse: string[] = []
  for (const { name } of await readSchema(db)) {
    if (tablesFilledByMigrations.has(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) inUse.push(name)
  }
  return inUse
}

/**
 * Replaces the content of a database with the rows of the source, and throws unless the result
 * equals the source. Returns the summaries of the written tables.
 */
export async function fillDatabase(
  tx: Tx,
  tables: readonly Table[],
  source: RowSource,
): Promise<TableSummary[]> {
  for (const { name } of tables) {
    if (tablesFilledByMigrations.has(name)) await sql`delete from ${sql.table(name)}`.execute(tx)
  }

  const expected: TableSummary[] = []
  for (const table of tables) {
    const summary = tableSummaryBuilder(table)
    for await (const rows of source.readRows(table)) {
      summary.add(rows)
      await insertRows(tx, table, rows)
    }
    const lastId = await source.readLastId(table)
    if (lastId !== null) await setLastId(tx, table, lastId)
    expected.push(summary.finish(lastId))
  }

  const written: TableSummary[] = []
  for (const table of tables) written.push(await summariseTable(tx, table))

  const differing = findDifferingTables(expected, written)
  if (differing.length > 0)
    throw new Error(
      `The written rows differ from the rows that were read, in: ${differing}. Nothing was changed.`,
    )
  return written
}
