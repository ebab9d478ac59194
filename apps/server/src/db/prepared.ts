import { createHash } from 'node:crypto'
import { type Compilable, type CompiledQuery, SelectQueryNode } from 'kysely'
import { yieldIfDue } from '../base/event-loop.ts'
import { isPostgres } from './dialect.ts'
import { findReader } from './sqlite.ts'
import type { Db } from './tables.ts'

/** Names of prepared statements on PostgreSQL, by their SQL. */
export const preparedStatementNames = new Map<string, string>()

interface PreparedQuery<Row> {
  readonly query: CompiledQuery<Row>
  /** For each parameter the index of its value; -1 for a constant in the query. */
  readonly valueIndexes: readonly number[]
}

/**
 * A query for hot paths, compiled once with placeholders: building the SQL takes five times as long
 * as running it on SQLite. It must list its columns, because a cached plan for `select *` fails
 * once the table gets another column. A query with a rest parameter is compiled once per number of
 * values.
 */
export function prepareQuery<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const cache = new Map<string, PreparedQuery<Row>>()

  function getPrepared(db: Db, valueCount: number): PreparedQuery<Row> {
    const key = `${isPostgres(db)} ${valueCount}`
    const cached = cache.get(key)
    if (cached) return cached
    // Objects, because each is different and none occurs in the query otherwise.
    const placeholders: unknown[] = Array.from({ length: valueCount }, () => ({}))
    const query = build(db, ...(placeholders as unknown as Values)).compile()
    const prepared = {
      query,
      valueIndexes: query.parameters.map((parameter) => placeholders.indexOf(parameter)),
    }
    // PostgreSQL truncates names to 63 bytes; 22 characters are 132 bits.
    const name = createHash('sha256').update(query.sql).digest('base64url').slice(0, 22)
    preparedStatementNames.set(query.sql, name)
    cache.set(key, prepared)
    return prepared
  }

  return async (db, ...values) => {
    const { query, valueIndexes } = getPrepared(db, values.length)
    const parameters = valueIndexes.map((valueIndex, index) =>
      valueIndex < 0 ? query.parameters[index] : values[valueIndex],
    )
    const reader = SelectQueryNode.is(query.query) ? findReader(db) : undefined
    if (reader) {
      await yieldIfDue()
      return reader.read(query.sql, parameters) as Row[]
    }
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
