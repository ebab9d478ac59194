import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Db, Tx } from './tables.ts'

/**
 * Runs a transaction whose deletes must not be recoverable. SQLite overwrites what it deletes (`secure_delete`), but keeps it
 * in the write-ahead log, which is emptied here. PostgreSQL's vacuum does so by itself.
 */
export async function withSecureDelete<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await db.transaction().execute(work)
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
  return result
}
