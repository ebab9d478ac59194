import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, type LogEvent } from 'kysely'
import type { Log } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { openPostgres } from './postgres.ts'
import { NodeSqliteDialect } from './sqlite.ts'
import type { Db, Tables } from './tables.ts'

/**
 * Opens the configured database; `db.destroy()` closes it. With a timeout, a PostgreSQL query that takes longer fails;
 * without one, a query takes as long as it needs.
 */
export function openDatabase(target: Config['database'], log: Log, timeoutMs?: number): Db {
  if (target.kind === 'postgres') {
    const onLoss = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
    const dialect = openPostgres(target.url, { timeoutMs, onLoss })
    return new Kysely<Tables>({ dialect, log: addQueryText })
  }
  mkdirSync(dirname(target.file), { recursive: true })
  const dialect = new NodeSqliteDialect(target.file)
  return new Kysely<Tables>({ dialect, log: addQueryText, plugins: [dialect.yieldBetweenQueries] })
}

/** Adds the SQL to an error, for the log; never the parameters, which may be personal. */
function addQueryText(event: LogEvent): void {
  if (event.level === 'error' && event.error instanceof Error) Object.assign(event.error, { sql: event.query.sql })
}
