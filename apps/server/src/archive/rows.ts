import { type RawBuilder, sql } from 'kysely'
import { yieldToEventLoop } from '../db/chunks.ts'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'
import type { Table } from './schema.ts'

export type Row = Readonly<Record<string, string | number | null>>

const batchSize = 500

/** All rows of a table by key, in batches, yielding to the event loop in between. */
export async function* rowsOf(db: Db, table: Table): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const key = keyOf(db, table)
  let after = sql`true`
  for (;;) {
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(table.name)} where ${after} order by ${sql.join(key)} limit ${batchSize}
    `.execute(db)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = sql`(${sql.join(key)}) > (${sql.join(table.key.map((column) => last[column]))})`
    await yieldToEventLoop()
  }
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
