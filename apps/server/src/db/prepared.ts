import { createHash } from 'node:crypto'
import { type Compilable, type CompiledQuery, SelectQueryNode } from 'kysely'
import { isPostgres } from './dialect.ts'
import { readerOf } from './sqlite.ts'
import type { Db } from './tables.ts'

/** The texts that PostgreSQL parses and plans once for each connection, and under which names. */
export const statementNames = new Map<string, string>()

interface Written<Row> {
  readonly query: CompiledQuery<Row>
  /** For each parameter which of the values it is; none for what the query brings along. */
  readonly places: readonly number[]
}

/**
 * A query for the calls that are made most. To put its text together takes five times as long as to run it on SQLite,
 * so that is done once, with marks in place of the values. It must list its columns: a plan for `select *` fails as soon as
 * a table gets another column.
 */
export function prepared<Values extends readonly unknown[], Row>(
  write: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const known = new Map<boolean, Written<Row>>()

  function writtenFor(db: Db): Written<Row> {
    const dialect = isPostgres(db)
    const found = known.get(dialect)
    if (found) return found
    const marks: unknown[] = Array.from({ length: write.length - 1 }, () => ({}))
    const query = write(db, ...(marks as unknown as Values)).compile()
    const written = { query, places: query.parameters.map((parameter) => marks.indexOf(parameter)) }
    statementNames.set(query.sql, createHash('sha256').update(query.sql).digest('base64url').slice(0, 22))
    known.set(dialect, written)
    return written
  }

  return async (db, ...values) => {
    const { query, places } = writtenFor(db)
    const parameters = places.map((place, index) => (place < 0 ? query.parameters[index] : values[place]))
    const reader = SelectQueryNode.is(query.query) ? readerOf(db) : undefined
    if (reader) return reader.read(query.sql, parameters) as Row[]
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
