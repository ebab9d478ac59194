import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'
import type { Table } from './schema.ts'

export type Row = Readonly<Record<string, string | number | null>>

// A history row may hold a megabyte: larger batches would block the event loop for too long.
const maxBatchRows = 100

/** Yields all rows of a table in batches, ordered by primary key. */
export async function* readRows(db: Db, table: Table): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const sortColumns = sql.join(listSortColumns(db, table))
  let isAfterLast = sql`true`
  for (;;) {
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(table.name)}
      where ${isAfterLast} order by ${sortColumns} limit ${maxBatchRows}
    `.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < maxBatchRows) return

    const lastRow = rows.at(-1)
    const lastKey = sql.join(table.key.map((column) => lastRow?.[column]))
    isAfterLast = sql`(${sortColumns}) > (${lastKey})`
  }
}

/**
 * Lists the columns of the primary key to sort by. Text is sorted by its bytes, because the
 * collations of PostgreSQL servers differ and the order of the rows is part of the checksum.
 */
function listSortColumns(db: Db, { key, columns }: Table): RawBuilder<unknown>[] {
  const isText = (name: string) =>
    columns.some((column) => column.name === name && column.type === 'text')
  return key.map((name) =>
    isPostgres(db) && isText(name) ? sql`${sql.ref(name)} collate "C"` : sql`${sql.ref(name)}`,
  )
}

/**
 * Inserts rows with their ids, as one JSON parameter: the statement is the same for every batch.
 */
export async function insertRows(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const insert = sql`insert into ${sql.table(table.name)} (${columns})`
  const json = JSON.stringify(rows)
  const select = isPostgres(db)
    ? sql`select ${columns} from json_populate_recordset(null::${sql.table(table.name)}, ${json}::json)`
    : sql`select ${sql.join(table.columns.map(({ name }) => sql`value ->> ${sql.lit(name)}`))} from json_each(${json})`
  await sql`${insert} ${select}`.execute(db)
}

/** Creates a function that formats a row as a line, which is equal in both databases. */
const createLineFormatter = (table: Table) => {
  const names = table.columns.map(({ name }) => name)
  return (row: Row): string => `${JSON.stringify(row, names)}\n`
}

/**
 * Reads the last id that was assigned, even if its row was deleted since: ids must not be reused.
 * Null for a table whose ids the database does not assign.
 */
export async function readLastId(db: Db, table: Table): Promise<number | null> {
  if (!table.hasIdSequence) return null
  if (!isPostgres(db)) {
    const { rows } = await sql<{ last: number }>`
      select seq as last from sqlite_sequence where name = ${table.name}
    `.execute(db)
    return rows[0]?.last ?? 0
  }
  const { rows } = await sql<{ last: number }>`
    select case when is_called then last_value else last_value - 1 end as last
    from ${sql.table(await readSequenceName(db, table))}
  `.execute(db)
  return rows[0]?.last ?? 0
}

/** Makes the database continue after an id. */
export async function setLastId(db: Db, table: Table, lastId: number): Promise<void> {
  // A table with a sequence has one key column, the id.
  const [idColumn = ''] = table.key
  if (isPostgres(db)) {
    // Unlike setval(), this is rolled back with the transaction.
    await sql`
      alter table ${sql.table(table.name)} alter column ${sql.ref(idColumn)} restart with ${sql.lit(lastId + 1)}
    `.execute(db)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table.name}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table.name}, ${lastId})`.execute(db)
}

async function readSequenceName(db: Db, table: Table): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select s.relname as name
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    where d.refobjid = ${`"${table.name}"`}::regclass and d.deptype = 'i'
  `.execute(db)
  const [sequence] = rows
  if (!sequence) throw new Error(`The table ${table.name} has no sequence for its ids.`)
  return sequence.name
}

/** Row count, checksum and last id of a table: equal if and only if the content is. */
export interface TableSummary {
  readonly table: string
  readonly rows: number
  /** Hash of the rows as lines, ordered by primary key. */
  readonly sha256: string
  readonly lastId: number | null
}

/** Summarises a table whose rows are read in batches. */
export function tableSummaryBuilder(table: Table) {
  const hash = createHash('sha256')
  const formatLine = createLineFormatter(table)
  let rowCount = 0
  return {
    /** Adds a batch and returns its lines. */
    add(rows: readonly Row[]): string {
      const lines = rows.map(formatLine).join('')
      hash.update(lines)
      rowCount += rows.length
      return lines
    },
    finish: (lastId: number | null): TableSummary => ({
      table: table.name,
      rows: rowCount,
      sha256: hash.digest('hex'),
      lastId,
    }),
  }
}

export async function summariseTable(db: Db, table: Table): Promise<TableSummary> {
  const summary = tableSummaryBuilder(table)
  for await (const rows of readRows(db, table)) summary.add(rows)
  return summary.finish(await readLastId(db, table))
}

/** Lists the names of the tables whose summaries differ or exist on one side only. */
export function findDifferingTables(
  expected: readonly TableSummary[],
  actual: readonly TableSummary[],
): string[] {
  const encodeByTable = (summaries: readonly TableSummary[]) =>
    new Map(summaries.map((summary) => [summary.table, JSON.stringify(summary)]))
  const expectedByTable = encodeByTable(expected)
  const actualByTable = encodeByTable(actual)

  const names = new Set([...expectedByTable.keys(), ...actualByTable.keys()])
  return [...names].filter((name) => expectedByTable.get(name) !== actualByTable.get(name))
}
