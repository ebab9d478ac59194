import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './tables.ts'

function openSqlite(file: string): DatabaseSync {
  try {
    // Set before the first statement: to switch to WAL, too, waits for another process that does so.
    const sqlite = new DatabaseSync(file, { timeout: 5_000 })
    sqlite.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
    `)
    return sqlite
  } catch (error) {
    // SQLite does not say which file it is about.
    throw Object.assign(error as Error, { path: file })
  }
}

/** Kysely's SQLite dialect on Node's own SQLite. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #sqlite: DatabaseSync
  readonly #database: SqliteDatabase
  readonly #reader: Reader

  constructor(file: string) {
    const sqlite = openSqlite(file)
    const database = asKyselyExpects(sqlite)
    super({ database })
    this.#sqlite = sqlite
    this.#database = database
    this.#reader = openReader(file)
  }

  override createDriver() {
    return new OwnDriver(this.#sqlite, this.#database, this.#reader)
  }

  override createAdapter() {
    return new OwnAdapter(this.#reader)
  }
}

class OwnDriver extends SqliteDriver {
  readonly #sqlite: DatabaseSync
  readonly #reader: Reader

  constructor(sqlite: DatabaseSync, database: SqliteDatabase, reader: Reader) {
    super({ database })
    this.#sqlite = sqlite
    this.#reader = reader
  }

  // A plain `begin` takes the write lock at the first write: two processes that read first and then write fail.
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  // On a full disk SQLite rolls back by itself; to ask for it again would be an error that hides the real one.
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#sqlite.isTransaction) await super.rollbackTransaction(connection)
  }

  override async destroy() {
    this.#reader.close()
    await super.destroy()
  }
}

class OwnAdapter extends SqliteAdapter {
  readonly reader: Reader

  constructor(reader: Reader) {
    super()
    this.reader = reader
  }

  // Kysely says no out of caution; without it a kill inside a migration leaves half of it behind.
  override get supportsTransactionalDdl() {
    return true
  }
}

interface Reader {
  /** Runs a select at once, beside whatever transaction is under way. */
  read(sql: string, parameters: readonly unknown[]): unknown[]
  close(): void
}

/** None on PostgreSQL, and none inside a transaction: what that has written, only itself can see. */
export function readerOf(db: Db): Reader | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof OwnAdapter && !db.isTransaction ? adapter.reader : undefined
}

/**
 * A second connection, for prepared reads. The first one belongs to a transaction while that lasts; an import would keep
 * everybody else waiting. Each read sees all that is committed.
 */
function openReader(file: string): Reader {
  const statements = new Map<string, StatementSync>()
  let sqlite: DatabaseSync | undefined

  function prepare(sql: string): StatementSync {
    sqlite ??= new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    const statement = statements.get(sql) ?? sqlite.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  return {
    read(sql, parameters) {
      try {
        return prepare(sql).all(...bindable(parameters))
      } catch (error) {
        // For the log; never its parameters, which people typed.
        throw error instanceof Error ? Object.assign(error, { sql }) : error
      }
    },
    close: () => sqlite?.close(),
  }
}

function asKyselyExpects(sqlite: DatabaseSync): SqliteDatabase {
  return {
    close: () => sqlite.close(),
    prepare: keepingPrepared((sql) => {
      const statement = sqlite.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...bindable(parameters)),
        run: (parameters) => statement.run(...bindable(parameters)),
        iterate: (parameters) => statement.iterate(...bindable(parameters)),
      }
    }),
  }
}

const keptStatements = 100

/** Preparing a small query takes twice as long as running it; the statements used last are kept. */
function keepingPrepared(prepare: SqliteDatabase['prepare']): SqliteDatabase['prepare'] {
  const kept = new LRUCache<string, SqliteStatement>({ max: keptStatements })
  return (sql) => {
    const statement = kept.get(sql) ?? prepare(sql)
    kept.set(sql, statement)
    return statement
  }
}

/** An object in first place would be read as named parameters and silently shift all the others. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value
    if (value instanceof Uint8Array) return value
    throw new TypeError(`a query parameter can’t be of type ${typeof value}`)
  })
}
