import { createHash } from 'node:crypto'
import { type Compilable, type CompiledQuery, SelectQueryNode } from 'kysely'
import { yieldIfDue } from '../base/event-loop.ts'
import { isPostgres } from './dialect.ts'
import { findReader } from './sqlite.ts'
import type { Db } from './tables.ts'

/** Names of prepared statements on PostgreSQL, by their SQL. */
export const preparedStatementNames = new Map<string, string>()

interface CompiledWithPositions<Row> {
  readonly query: CompiledQuery<Row>
  /** The index of the value for each parameter; -1 for a constant in the query. */
  readonly positions: readonly number[]
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
  const cache = new Map<string, CompiledWithPositions<Row>>()

  function getCompiled(db: Db, count: number): CompiledWithPositions<Row> {
    const key = `${isPostgres(db)} ${count}`
    const cached = cache.get(key)
    if (cached) return cached
    const placeholders: unknown[] = Array.from({ length: count }, () => ({}))
    const query = build(db, ...(placeholders as unknown as Values)).compile()
    const compiled = {
      query,
      positions: query.parameters.map((parameter) => placeholders.indexOf(parameter)),
    }
    preparedStatementNames.set(
      query.sql,
      createHash('sha256').update(query.sql).digest('base64url').slice(0, 22),
    )
    cache.set(key, compiled)
    return compiled
  }

  return async (db, ...values) => {
    const { query, positions } = getCompiled(db, values.length)
    const parameters = positions.map((position, index) =>
      position < 0 ? query.parameters[index] : values[position],
    )
    const reader = SelectQueryNode.is(query.query) ? findReader(db) : undefined
    if (reader) {
      await yieldIfDue()
      return reader.read(query.sql, parameters) as Row[]
    }
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
