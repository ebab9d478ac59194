import { PostgresDialect } from 'kysely'
import type pg from 'pg'
import { seconds } from '../clock.ts'
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
  const { Pool, types } = (await import('pg')).default
  const numbersAsNumbers = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : types.getTypeParser(oid, format ?? 'text'),
  } as pg.CustomTypesConfig
  const pool = new Pool({
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
  pool.on('connect', nameStatements)
  if (timeoutMs) pool.on('connect', (client) => waitNoLonger(client, timeoutMs))
  return pool
}

/** The query that was under way fails with the same error, and that is told. */
const ignored = (): void => {}

/** Kysely sends texts without names; a text with a name is parsed and planned once for each connection. */
function nameStatements(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown
  const query = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined
    return name ? send({ name, text, values }) : send(text, values, ...rest)
  }
  client.query = query as typeof client.query
}

// Longer than any request works between two queries.
const longestPause = seconds(60)

/**
 * A line that is silently broken tells nothing for a quarter of an hour. So a query without an answer in time ends its
 * connection and fails, and the pool makes another one. `pg` has a time limit of its own, but that keeps the connection,
 * and whoever gets it next waits behind the query that nobody answers. The other way round, the server shall not keep
 * locks for a machine that vanished in the middle of a transaction.
 */
function waitNoLonger(client: pg.PoolClient, timeoutMs: number): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown
  let failure: Error | undefined

  const giveUp = () => {
    failure = Object.assign(new Error(`the database did not answer within ${timeoutMs} ms`), { code: '08006' })
    // A query is under way, so this does not say goodbye first.
    void (client as pg.PoolClient & pg.Client).end()
  }
  const query = (...given: unknown[]) => {
    if (failure) return Promise.reject(failure)
    const answer = send(...given)
    if (!(answer instanceof Promise)) return answer
    const timer = setTimeout(giveUp, timeoutMs)
    return answer
      .catch((error: unknown) => {
        throw failure ?? error
      })
      .finally(() => clearTimeout(timer))
  }
  client.query = query as typeof client.query
  client.query(`set idle_in_transaction_session_timeout = ${longestPause}`).catch(ignored)
}
