import { PostgresDialect } from 'kysely'
import type pg from 'pg'
import { statementNames } from './prepared.ts'

// count() and sum() are 64-bit in PostgreSQL, and `pg` hands those over as strings unless told otherwise.
const int8 = 20

export const openPostgres = (url: string, onLoss: (error: Error) => void): PostgresDialect =>
  new PostgresDialect({ pool: () => openPool(url, onLoss) })

/** Its library is loaded here, because most servers run on SQLite and never need it. */
async function openPool(url: string, onLoss: (error: Error) => void): Promise<pg.Pool> {
  const { Pool, types } = (await import('pg')).default
  const numbersAsNumbers = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : types.getTypeParser(oid, format ?? 'text'),
  } as pg.CustomTypesConfig
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    types: numbersAsNumbers,
  })
  // Without listeners, a connection that the server cuts off would end the process: the pool has one for those that
  // are idle, and whoever uses one learns of it through the query, but in between nobody listens.
  pool.on('error', onLoss)
  pool.on('connect', (client) => client.on('error', ignored))
  pool.on('connect', nameStatements)
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
