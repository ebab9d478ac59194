import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Db, Tx } from './tables.ts'

/**
 * Runs a transaction whose deletes must not be recoverable. SQLite keeps deleted text in free pages and in the write-ahead log;
 * here both are overwritten. PostgreSQL's vacuum does so by itself.
 */
export async function withSecureDelete<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isPostgres(db)) return db.transaction().execute(work)
  const result = await db.transaction().execute(async (tx) => {
    // Inside the transaction, which has the connection for itself: other deletes stay as fast as they are.
    await sql`pragma secure_delete = on`.execute(tx)
    try {
      return await work(tx)
    } finally {
      await sql`pragma secure_delete = off`.execute(tx)
    }
  })
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  return result
}
