import { PostgresDialect } from 'kysely'
import type pg from 'pg'
import { seconds } from '../base/clock.ts'
import { statementNames } from './prepared.ts'

// count() and sum() are 64-bit in PostgreSQL, and `pg` hands those over as strings unless told otherwise.
const int8 = 20

interface Settings {
  readonly timeoutMs: number | undefined
  readonly onLoss: (error: Error) => void
}

export const openPostgres = (url: string, settings: Settings): PostgresDialect =>
  new PostgresDialect({ pool: () => openPool(url, settings) })

/** Its library is loaded here, because most servers run on SQLite and never need it. */
async function openPool(url: string, { timeoutMs, onLoss }: Settings): Promise<pg.Pool> {
  const { Client, Pool, types } = (await import('pg')).default
  const numbersAsNumbers = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : types.getTypeParser(oid, format ?? 'text'),
  } as pg.CustomTypesConfig
  const pool = new Pool({
    Client: clientClass(Client, timeoutMs),
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: seconds(5),
    keepAlive: true,
    keepAliveInitialDelayMillis: seconds(30),
    types: numbersAsNumbers,
  })
  // Without listeners, a connection that the server cuts off would end the process: the pool has one for those that
  // are idle, and whoever uses one learns of it through the query, but in between nobody listens.
  pool.on('error', onLoss)
  pool.on('connect', (client) => client.on('error', ignored))
  if (timeoutMs) {
    // The other way round, the server shall not keep locks for a machine that vanished in the middle of a transaction.
    pool.on('connect', (client) => {
      client.query(`set idle_in_transaction_session_timeout = ${longestPause}`).catch(ignored)
    })
  }
  return pool
}

/** The query that was under way fails with the same error, and that is told. */
const ignored = (): void => {}

// Longer than any request works between two queries.
const longestPause = seconds(60)

/**
 * A client that names the statements to be prepared: Kysely sends texts without names, and a text with a name is parsed and
 * planned once for each connection.
 *
 * And one that ends: a line that is silently broken tells nothing for a quarter of an hour. So a query without an answer in
 * time ends its connection and fails, and the pool makes another one. `pg` has a time limit of its own, but that keeps the
 * connection, and whoever gets it next waits behind the query that nobody answers.
 */
const clientClass = (Client: typeof pg.Client, timeoutMs: number | undefined) =>
  class extends Client {
    #failure: Error | undefined

    // biome-ignore lint/suspicious/noExplicitAny: what it returns depends on what it is given, in six ways
    override query(text: any, values?: any, callback?: any): any {
      if (this.#failure) return Promise.reject(this.#failure)
      const name = statementNames.get(text)
      const answer: unknown = name ? super.query({ name, text, values }) : super.query(text, values, callback)
      return timeoutMs && answer instanceof Promise ? this.#inTime(answer, timeoutMs) : answer
    }

    async #inTime<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
      const timer = setTimeout(() => {
        const problem = `the database did not answer within ${milliseconds} ms`
        this.#failure = Object.assign(new Error(problem), { code: '08006' })
        // A query is under way, so this does not say goodbye first.
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
