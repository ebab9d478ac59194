import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Db } from './tables.ts'

/**
 * Runs work whose deletes must not be recoverable. SQLite keeps deleted text in free pages and in the write-ahead log;
 * here both are overwritten. PostgreSQL's vacuum does so by itself.
 */
export async function withSecureDelete<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (isPostgres(db)) return work()
  await sql`pragma secure_delete = on`.execute(db)
  const result = await work()
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  return result
}
