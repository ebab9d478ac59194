import { sql } from 'kysely'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'

/**
 * Runs work on a consistent snapshot without blocking writers. On SQLite the handle must be a separate connection, as the
 * server has only one.
 */
export function inSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  const begin = isPostgres(db) ? sql`begin isolation level repeatable read read only` : sql`begin`
  return db.connection().execute(async (connection) => {
    await begin.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`rollback`.execute(connection).catch(ignoreLostConnection)
    }
  })
}

/** A lost connection has nothing to roll back, and the work has reported it. */
const ignoreLostConnection = (): void => {}
