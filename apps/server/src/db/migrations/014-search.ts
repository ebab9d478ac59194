import type { Kysely } from 'kysely'
import { isPostgres } from '../dialect.ts'
import { createTable } from '../migration-columns.ts'

/** Creates the search index, which the next start fills from the other tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'search_entry', (table) =>
    table
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('subject_id', 'integer', (column) => column.notNull())
      .addColumn('stamp', isPostgres(db) ? 'bigint' : 'integer', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('search_entry_key', ['subject', 'subject_id']),
  )
  await db.schema.createIndex('search_entry_stamp').on('search_entry').column('stamp').execute()
  await createTable(db, 'search_version', (table) =>
    table.addColumn('version', 'integer', (column) => column.primaryKey().notNull()),
  )
}
