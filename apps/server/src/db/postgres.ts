import {
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { seconds } from '../base/clock.ts'
import { type NewerSchemaCheck, rejectNewerSchema } from './newer-schema.ts'
import { preparedStatementNames } from './prepared.ts'

// The type id of 64-bit integers, which count() and sum() return; `pg` parses them to strings by
// default.
const int8 = 20

const maxConnections = 10
// PostgreSQL’s code for a lost connection, which `isConnectionError` recognises.
const connectionFailure = '08006'

interface Settings {
  readonly timeoutMs: number | undefined
  readonly onLoss: (error: Error) => void
  readonly schemaCheck: NewerSchemaCheck | undefined
}

export const createPostgresDialect = (url: string, settings: Settings): PostgresDialect =>
  new SchemaCheckingDialect({ pool: () => openPool(url, settings) }, settings.schemaCheck)

class SchemaCheckingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #schemaCheck: NewerSchemaCheck | undefined

  constructor(config: PostgresDialectConfig, schemaCheck: NewerSchemaCheck | undefined) {
    super(config)
    this.#config = config
    this.#schemaCheck = schemaCheck
  }

  override createDriver() {
    return new SchemaCheckingDriver(this.#config, this.#schemaCheck)
  }
}

class SchemaCheckingDriver extends PostgresDriver {
  readonly #schemaCheck: NewerSchemaCheck | undefined

  constructor(config: PostgresDialectConfig, schemaCheck: NewerSchemaCheck | undefined) {
    super(config)
    this.#schemaCheck = schemaCheck
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await super.beginTransaction(connection, settings)
    if (this.#schemaCheck) await rejectNewerSchema(this, connection, this.#schemaCheck)
  }
}

/** `pg` is loaded on demand, because most servers run on SQLite. */
async function openPool(url: string, { timeoutMs, onLoss }: Settings): Promise<pg.Pool> {
  const { Client, Pool, types } = (await import('pg')).default
  const numbersAsNumbers = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : types.getTypeParser(oid, format ?? 'text'),
  } as pg.CustomTypesConfig
  const pool = new Pool({
    Client: createClientClass(Client, timeoutMs),
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: seconds(5),
    keepAlive: true,
    keepAliveInitialDelayMillis: seconds(30),
    types: numbersAsNumbers,
  })
  // An 'error' event without a listener ends the process. The pool listens on idle connections, and
  // a query reports its own failure, but a connection that is checked out between two queries needs
  // a listener too.
  pool.on('error', onLoss)
  pool.on('connect', (client) => client.on('error', ignoreError))
  if (timeoutMs) {
    // PostgreSQL must release the locks of a machine that vanished in the middle of a transaction.
    pool.on('connect', (client) => {
      client
        .query(`set idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`)
        .catch(ignoreError)
    })
  }
  return pool
}

/** The running query fails with the same error and reports it. */
const ignoreError = (): void => {}

// Longer than any request works between two queries.
const idleInTransactionTimeoutMs = seconds(60)

/**
 * A client with named prepared statements, which Kysely does not send: PostgreSQL then parses and
 * plans each statement once per connection.
 */
const createClientClass = (Client: typeof pg.Client, timeoutMs: number | undefined) =>
  class extends Client {
    #failure: Error | undefined

    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg.Client.query
    override query(text: any, values?: any, callback?: any): any {
      if (this.#failure) return Promise.reject(this.#failure)
      const name = preparedStatementNames.get(text)
      const answer: unknown = name
        ? super.query({ name, text, values })
        : super.query(text, values, callback)
      return timeoutMs && answer instanceof Promise ? this.#withTimeout(answer, timeoutMs) : answer
    }

    async #withTimeout<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
      const timer = setTimeout(() => {
        const problem = `the database did not answer within ${milliseconds} ms`
        this.#failure = Object.assign(new Error(problem), { code: connectionFailure })
        // With a query running, this drops the connection at once.
        void this.end()
      }, milliseconds)
      try {
        return await answer
      } catch (error) {
        throw this.#failure ?? error
      } finally {
        clearTimeout(timer)
      }
    }
  }
