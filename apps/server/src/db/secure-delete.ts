import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Db } from './tables.ts'

/**
 * Work that deletes for good. SQLite would leave the text in the file until its page is used again, and in the log of
 * writes until that is begun anew: here it is overwritten. PostgreSQL's vacuum sees to it by itself, in its own time.
 */
export async function withSecureDelete<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (isPostgres(db)) return work()
  await sql`pragma secure_delete = on`.execute(db)
  const result = await work()
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  return result
}
