import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'
import type { Table } from './schema.ts'

export type Row = Readonly<Record<string, string | number | null>>

const batchSize = 500
// A row of the history may hold a megabyte: 500 such rows would block the event loop for seconds.
const batchBytes = 512 * 1024

/** All rows of a table by key, in batches. */
export async function* rowsOf(db: Db, table: Table): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const key = sql.join(keyOf(db, table))
  const keysAndBytes = sql.join([...table.key.map((name) => sql.ref(name)), sql`${bytesOf(table)} as bytes`])
  const rowsFrom = (what: RawBuilder<unknown>, after: Row | undefined, limit: number) => sql<Row>`
    select ${what} from ${sql.table(table.name)}
    where ${after ? sql`(${key}) > (${sql.join(table.key.map((column) => after[column]))})` : sql`true`}
    order by ${key} limit ${limit}
  `
  let last: Row | undefined
  for (;;) {
    const ahead = await rowsFrom(keysAndBytes, last, batchSize).execute(db)
    for (const count of countsWithin(ahead.rows.map(({ bytes }) => Number(bytes)))) {
      const { rows } = await rowsFrom(columns, last, count).execute(db)
      // Fewer where rows were deleted meanwhile.
      if (rows.length > 0) yield rows
      last = rows.at(-1) ?? last
    }
    if (ahead.rows.length < batchSize) return
  }
}

/** How many rows each batch gets; a larger row is a batch of its own. */
function* countsWithin(sizes: readonly number[]): Generator<number> {
  let [count, bytes] = [0, 0]
  for (const size of sizes) {
    if (count > 0 && bytes + size > batchBytes) {
      yield count
      ;[count, bytes] = [0, 0]
    }
    count++
    bytes += size
  }
  if (count > 0) yield count
}

/** Neither database reads a long text to return its length. */
function bytesOf({ columns }: Table): RawBuilder<unknown> {
  const texts = columns.filter(({ type }) => type === 'text')
  return sql.join([sql`0`, ...texts.map(({ name }) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`)], sql` + `)
}

/** Text by its bytes: each PostgreSQL has an order of its own, and the order is part of the checksum. */
function keyOf(db: Db, { key, columns }: Table): RawBuilder<unknown>[] {
  const isText = (name: string) => columns.some((column) => column.name === name && column.type === 'text')
  return key.map((name) => (isPostgres(db) && isText(name) ? sql`${sql.ref(name)} collate "C"` : sql`${sql.ref(name)}`))
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
export const lineOf = (table: Table) => {
  const names = table.columns.map(({ name }) => name)
  return (row: Row): string => `${JSON.stringify(row, names)}\n`
}
