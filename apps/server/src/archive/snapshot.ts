import { sql } from 'kysely'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'

/**
 * Work that sees the database as it is at the first look, whatever others write meanwhile, and keeps nobody from
 * writing. On SQLite the handle must be a connection of its own: the server has only one.
 */
export function inSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  const begin = isPostgres(db) ? sql`begin isolation level repeatable read read only` : sql`begin`
  return db.connection().execute(async (connection) => {
    await begin.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`rollback`.execute(connection).catch(ended)
    }
  })
}

/** A connection that was lost in the middle has nothing to roll back; the work has told of it already. */
const ended = (): void => {}
