import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, type LogEvent } from 'kysely'
import type { Log } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { isForeignKeyViolation, isUniqueViolation } from './errors.ts'
import type { NewerSchemaCheck } from './newer-schema.ts'
import { createPostgresDialect } from './postgres.ts'
import { NodeSqliteDialect } from './sqlite.ts'
import type { Db, Tables } from './tables.ts'

interface Options {
  /** Timeout of a PostgreSQL query; by default there is none. */
  readonly timeoutMs?: number
  /** For a process that may still run when a newer version migrates the database. */
  readonly schemaCheck?: NewerSchemaCheck
  /** Called for each failed query, except for unique and foreign key violations. */
  readonly onError?: () => void
}

/** Opens the configured database; `db.destroy()` closes it. */
export function openDatabase(
  target: Config['database'],
  log: Log,
  { timeoutMs, schemaCheck, onError }: Options = {},
): Db {
  if (target.kind === 'postgres') {
    const onLoss = (error: Error) =>
      log.warn({ err: error }, 'an idle database connection was lost')
    const dialect = createPostgresDialect(target.url, { timeoutMs, onLoss, schemaCheck })
    return new Kysely<Tables>({ dialect, log: createErrorListener(onError) })
  }
  mkdirSync(dirname(target.file), { recursive: true })
  const dialect = new NodeSqliteDialect(target.file, schemaCheck)
  return new Kysely<Tables>({
    dialect,
    log: createErrorListener(onError),
    plugins: [dialect.yieldBetweenQueries],
  })
}

/** Adds the SQL to an error for the log; never the parameters, which may be personal. */
const createErrorListener =
  (onError = () => {}) =>
  (event: LogEvent): void => {
    if (event.level !== 'error') return
    if (event.error instanceof Error) Object.assign(event.error, { sql: event.query.sql })
    if (!isUniqueViolation(event.error) && !isForeignKeyViolation(event.error)) onError()
  }
