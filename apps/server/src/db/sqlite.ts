import { once } from 'node:events'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import {
  CompiledQuery,
  type DatabaseConnection,
  type KyselyPlugin,
  type LimitNode,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
  ValueNode,
} from 'kysely'
import { yieldIfDue } from '../base/event-loop.ts'
import { type NewerSchemaCheck, rejectNewerSchema } from './newer-schema.ts'
import { cacheStatements, runStatement } from './sqlite-statements.ts'
import type { Db } from './tables.ts'

/** How long a statement waits for the lock of another connection. */
const lockTimeoutMs = 5_000

function openSqlite(file: string): DatabaseSync {
  try {
    // The timeout must be set before the first statement: switching to WAL may also have to wait
    // for other processes.
    const sqlite = new DatabaseSync(file, { timeout: lockTimeoutMs })
    sqlite.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma secure_delete = on;
    `)
    return sqlite
  } catch (error) {
    // SQLite's errors do not name the file.
    throw Object.assign(error as Error, { path: file })
  }
}

/** Kysely's SQLite dialect on Node's own SQLite. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #sqlite: DatabaseSync
  readonly #database: SqliteDatabase
  readonly #reader: Reader
  readonly #transaction = { queryCount: 0 }
  readonly #schemaCheck: NewerSchemaCheck | undefined

  /** Lets other requests run between queries: SQLite is synchronous. */
  readonly yieldBetweenQueries: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!this.#sqlite.isTransaction || ++this.#transaction.queryCount > maxQueriesInOneTurn)
        await yieldIfDue()
      return result
    },
  }

  constructor(file: string, schemaCheck?: NewerSchemaCheck) {
    const sqlite = openSqlite(file)
    const database = kyselyDatabase(sqlite)
    super({ database })
    this.#sqlite = sqlite
    this.#database = database
    this.#reader = openReader(file)
    this.#schemaCheck = schemaCheck
  }

  override createDriver() {
    return new NodeSqliteDriver(
      this.#sqlite,
      this.#database,
      this.#reader,
      this.#transaction,
      this.#schemaCheck,
    )
  }

  override createAdapter() {
    return new NodeSqliteAdapter(this.#reader)
  }

  override createQueryCompiler() {
    return new NodeSqliteQueryCompiler()
  }
}

/**
 * Writes limits into the SQL: SQLite replans a statement with a bound limit at each execution,
 * which takes longer than most queries.
 */
class NodeSqliteQueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value))
      this.append(`limit ${limit.value}`)
    else super.visitLimit(node)
  }
}

// About 4 MB, from where SQLite itself checkpoints: 1,000 pages of 4 KB.
const largeTransactionRows = 2_000
const pagesUntilCheckpoint = 1_000
/**
 * A transaction yields only after this many queries. If it yielded earlier, another connection of
 * this process could wait for its lock and block the thread, and with it the transaction.
 */
const maxQueriesInOneTurn = 100

class NodeSqliteDriver extends SqliteDriver {
  readonly #sqlite: DatabaseSync
  readonly #reader: Reader
  readonly #totalChanges: StatementSync
  readonly #transaction: { queryCount: number }
  readonly #writeLock = createMutex()
  readonly #schemaCheck: NewerSchemaCheck | undefined
  #changesBefore = 0

  constructor(
    sqlite: DatabaseSync,
    database: SqliteDatabase,
    reader: Reader,
    transaction: { queryCount: number },
    schemaCheck: NewerSchemaCheck | undefined,
  ) {
    super({ database })
    this.#sqlite = sqlite
    this.#reader = reader
    this.#transaction = transaction
    this.#schemaCheck = schemaCheck
    this.#totalChanges = sqlite.prepare('select total_changes() as rows')
  }

  readonly #changes = () => Number(this.#totalChanges.get()?.rows)

  override async acquireConnection(): Promise<LazyConnection> {
    return new LazyConnection(await super.acquireConnection(), this.#reader, this.#writeLock)
  }

  override async releaseConnection(connection?: DatabaseConnection) {
    if (connection instanceof LazyConnection) connection.release()
  }

  // A plain `begin` takes the write lock only at the first write: of two processes that read first,
  // one would fail.
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    this.#transaction.queryCount = 0
    this.#changesBefore = this.#changes()
    if (this.#schemaCheck) await rejectNewerSchema(this, connection, this.#schemaCheck)
  }

  /**
   * After a large transaction a worker thread does the checkpoint, which takes far longer than the
   * commit.
   */
  override async commitTransaction(connection: DatabaseConnection) {
    if (this.#changes() - this.#changesBefore < largeTransactionRows) {
      await super.commitTransaction(connection)
      return yieldIfDue()
    }
    this.#sqlite.exec('pragma wal_autocheckpoint = 0')
    try {
      await super.commitTransaction(connection)
      await checkpointInThread(this.#sqlite.location() ?? '')
    } finally {
      this.#sqlite.exec(`pragma wal_autocheckpoint = ${pagesUntilCheckpoint}`)
    }
  }

  // On a full disk SQLite rolls back by itself; a second rollback would fail and hide the real
  // error.
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#sqlite.isTransaction) await super.rollbackTransaction(connection)
  }

  override async destroy() {
    this.#reader.close()
    await super.destroy()
  }
}

/**
 * Reads from the second connection until its first other statement. From then on it holds the first
 * connection exclusively, for which others queue.
 */
class LazyConnection implements DatabaseConnection {
  readonly #writer: DatabaseConnection
  readonly #reader: Reader
  readonly #obtainWriteLock: () => Promise<Release>
  #release: Release | undefined

  constructor(writer: DatabaseConnection, reader: Reader, obtainWriteLock: () => Promise<Release>) {
    this.#writer = writer
    this.#reader = reader
    this.#obtainWriteLock = obtainWriteLock
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#release && SelectQueryNode.is(query.query))
      return { rows: this.#reader.read(query.sql, query.parameters) as Row[] }

    this.#release ??= await this.#obtainWriteLock()
    return this.#writer.executeQuery<Row>(query)
  }

  streamQuery(): never {
    return rejectStreaming()
  }

  release(): void {
    this.#release?.()
    this.#release = undefined
  }
}

function rejectStreaming(): never {
  throw new Error('Streaming would hold a connection; please read in pages.')
}

type Release = () => void

/** A lock that is granted in the order of the requests. */
function createMutex(): () => Promise<Release> {
  let lastReleased = Promise.resolve()
  return async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const previousReleased = lastReleased
    lastReleased = released
    await previousReleased
    return release
  }
}

/** If it fails, nothing is lost: the next commit checkpoints. */
async function checkpointInThread(file: string): Promise<void> {
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
    workerData: file,
    execArgv: [],
  })
  await once(thread, 'exit').catch(() => undefined)
}

class NodeSqliteAdapter extends SqliteAdapter {
  readonly reader: Reader

  constructor(reader: Reader) {
    super()
    this.reader = reader
  }

  // With false, Kysely would queue reads behind the writer.
  override get supportsMultipleConnections() {
    return true
  }

  // Kysely reports false out of caution; without this, a kill during a migration leaves half of it
  // applied.
  override get supportsTransactionalDdl() {
    return true
  }
}

interface Reader {
  /** Runs a select immediately, even while a transaction is open. */
  read(sql: string, parameters: readonly unknown[]): unknown[]
  close(): void
}

/**
 * Finds the connection for prepared reads. There is none on PostgreSQL, nor inside a transaction,
 * whose own writes it could not see.
 */
export function findReader(db: Db): Reader | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof NodeSqliteAdapter && !db.isTransaction ? adapter.reader : undefined
}

/**
 * A second connection, for reads. A transaction holds the first one, so a long import would block
 * every read. Each read sees all committed data.
 */
function openReader(file: string): Reader {
  let sqlite: DatabaseSync | undefined

  const prepare = cacheStatements((sql) => {
    sqlite ??= new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs })
    return sqlite.prepare(sql)
  })

  return {
    read(sql, parameters) {
      try {
        return runStatement(prepare(sql), 'all', parameters)
      } catch (error) {
        // For the log; never the parameters, which may be personal.
        throw error instanceof Error ? Object.assign(error, { sql }) : error
      }
    },
    close: () => sqlite?.close(),
  }
}

function kyselyDatabase(sqlite: DatabaseSync): SqliteDatabase {
  return {
    close: () => sqlite.close(),
    prepare: cacheStatements<SqliteStatement>((sql) => {
      const statement = sqlite.prepare(sql)
      return {
        // Kysely’s word for a statement that returns rows.
        reader: statement.columns().length > 0,
        all: (parameters) => runStatement(statement, 'all', parameters),
        run: (parameters) => runStatement(statement, 'run', parameters),
        iterate: rejectStreaming,
      }
    }),
  }
}
