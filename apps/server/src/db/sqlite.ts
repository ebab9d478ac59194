import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'

export function openSqlite(file: string): DatabaseSync {
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

  constructor(sqlite: DatabaseSync) {
    const database = asKyselyExpects(sqlite)
    super({ database })
    this.#sqlite = sqlite
    this.#database = database
  }

  override createDriver() {
    return new OwnDriver(this.#sqlite, { database: this.#database })
  }

  override createAdapter() {
    return new TransactionalDdlAdapter()
  }
}

class OwnDriver extends SqliteDriver {
  readonly #sqlite: DatabaseSync

  constructor(sqlite: DatabaseSync, config: SqliteDialectConfig) {
    super(config)
    this.#sqlite = sqlite
  }

  // A plain `begin` takes the write lock at the first write: two processes that read first and then write fail.
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  // On a full disk SQLite rolls back by itself; to ask for it again would be an error that hides the real one.
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#sqlite.isTransaction) await super.rollbackTransaction(connection)
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  // Kysely says no out of caution; without it a kill inside a migration leaves half of it behind.
  override get supportsTransactionalDdl() {
    return true
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
export function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value
    if (value instanceof Uint8Array) return value
    throw new TypeError(`a query parameter can’t be of type ${typeof value}`)
  })
}
