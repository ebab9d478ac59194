import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import { createTable, id } from '../migration-columns.ts'

const given = (column: ColumnDefinitionBuilder) => column.notNull()

/** Changes of many items at once are undone like uploads; views of a list have names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('item_import')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('upload'))
    .execute()
  await createTable(db, 'saved_view', (table) =>
    table
      .addColumn('id', 'integer', id(db))
      .addColumn('type', 'text', given)
      .addColumn('name', 'text', given)
      .addColumn('search', 'text', given)
      .addColumn('owner_id', 'integer', (column) => column.references('user_account.id').onDelete('cascade'))
      .addColumn('author_id', 'integer', (column) => column.references('user_account.id').onDelete('set null'))
      .addColumn('changed_at', 'text', given),
  )
  await db.schema.createIndex('saved_view_type').on('saved_view').columns(['type', 'owner_id']).execute()
  await db.schema.createIndex('saved_view_owner').on('saved_view').column('owner_id').execute()
  await db.schema.createIndex('saved_view_author').on('saved_view').column('author_id').execute()
}
