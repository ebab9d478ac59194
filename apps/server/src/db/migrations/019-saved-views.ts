import type { Kysely } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

/**
 * Adds saved views of lists. A private view is deleted with its owner; a shared one outlives its
 * author.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'saved_view', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('search', 'text', (column) => column.notNull())
      .addColumn('owner_id', 'integer', (column) =>
        column.references('user_account.id').onDelete('cascade'),
      )
      .addColumn('author_id', 'integer', (column) =>
        column.references('user_account.id').onDelete('set null'),
      )
      .addColumn('author_name', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'text'),
  )
  await db.schema.createIndex('saved_view_owner').on('saved_view').column('owner_id').execute()
  await db.schema.createIndex('saved_view_author').on('saved_view').column('author_id').execute()
}
