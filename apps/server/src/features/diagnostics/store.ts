import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

export const diagnosticsStore = (db: Db) => ({
  /** A query that every database rejects. */
  breakOnPurpose: () => sql`select * from a_table_that_does_not_exist`.execute(db),
})
