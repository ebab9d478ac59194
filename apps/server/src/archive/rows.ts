import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'
import type { Table } from './schema.ts'

export type Row = Readonly<Record<string, string | number | null>>

// A row of the history may hold a megabyte: more of them at once would block the event loop for too long.
const batchSize = 100

/** All rows of a table by key, in batches. */
export async function* readRows(db: Db, table: Table): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const key = sql.join(keyOf(db, table))
  for (let last: Row | undefined; ; ) {
    const after = last && sql.join(table.key.map((column) => last?.[column]))
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(table.name)}
      where ${after ? sql`(${key}) > (${after})` : sql`true`}
      order by ${key} limit ${batchSize}
    `.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    last = rows.at(-1)
  }
}

/** Text by its bytes: each PostgreSQL has an order of its own, and the order is part of the checksum. */
function keyOf(db: Db, { key, columns }: Table): RawBuilder<unknown>[] {
  const isText = (name: string) =>
    columns.some((column) => column.name === name && column.type === 'text')
  return key.map((name) =>
    isPostgres(db) && isText(name) ? sql`${sql.ref(name)} collate "C"` : sql`${sql.ref(name)}`,
  )
}

/** Inserts rows with their ids, as one JSON parameter, so that one statement serves every batch. */
export async function insertRows(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const into = sql`insert into ${sql.table(table.name)} (${columns})`
  const json = JSON.stringify(rows)
  const from = isPostgres(db)
    ? sql`select ${columns} from json_populate_recordset(null::${sql.table(table.name)}, ${json}::json)`
    : sql`select ${sql.join(table.columns.map(({ name }) => sql`value ->> ${sql.lit(name)}`))} from json_each(${json})`
  await sql`${into} ${from}`.execute(db)
}

/** A row as one line of text, the same for the same values in either database. */
const lineOf = (table: Table) => {
  const names = table.columns.map(({ name }) => name)
  return (row: Row): string => `${JSON.stringify(row, names)}\n`
}

/** The last id that the table gave to a row, even if that row is gone: no id may be reused. */
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
    from ${sql.table(await sequenceOf(db, table))}
  `.execute(db)
  return rows[0]?.last ?? 0
}

export async function setLastId(db: Db, table: Table, lastId: number): Promise<void> {
  const [key = ''] = table.key
  if (isPostgres(db)) {
    // Unlike setval(), this is undone with its transaction.
    await sql`
      alter table ${sql.table(table.name)} alter column ${sql.ref(key)} restart with ${sql.lit(lastId + 1)}
    `.execute(db)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table.name}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table.name}, ${lastId})`.execute(db)
}

async function sequenceOf(db: Db, table: Table): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select s.relname as name
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    where d.refobjid = ${`"${table.name}"`}::regclass and d.deptype = 'i'
  `.execute(db)
  const [sequence] = rows
  if (!sequence) throw new Error(`The table ${table.name} has no sequence for its ids.`)
  return sequence.name
}

/** Row count, checksum and last id of a table: equal in two databases with the same content. */
export interface TableSummary {
  readonly table: string
  readonly rows: number
  /** Of its rows as lines, in the order of its key. */
  readonly sha256: string
  readonly lastId: number | null
}

/** A running checksum over the rows of a table. */
export function tableSummaryBuilder(table: Table) {
  const hash = createHash('sha256')
  const line = lineOf(table)
  let count = 0
  return {
    /** Returns the rows as lines. */
    add(rows: readonly Row[]): string {
      const lines = rows.map(line).join('')
      hash.update(lines)
      count += rows.length
      return lines
    },
    sum: (lastId: number | null): TableSummary => ({
      table: table.name,
      rows: count,
      sha256: hash.digest('hex'),
      lastId,
    }),
  }
}

export async function summariseTable(db: Db, table: Table): Promise<TableSummary> {
  const checksum = tableSummaryBuilder(table)
  for await (const rows of readRows(db, table)) checksum.add(rows)
  return checksum.sum(await readLastId(db, table))
}

/** The tables whose content differs between two databases. */
export const findDifferingTables = (
  a: readonly TableSummary[],
  b: readonly TableSummary[],
): string[] => {
  const encoded = (sums: readonly TableSummary[]) =>
    new Map(sums.map((sum) => [sum.table, JSON.stringify(sum)]))
  const [ofA, ofB] = [encoded(a), encoded(b)]
  return [...new Set([...ofA.keys(), ...ofB.keys()])].filter(
    (name) => ofA.get(name) !== ofB.get(name),
  )
}
