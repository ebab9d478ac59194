import type { Kysely } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

/** Stores visitors' questions about items, without a time or anything about the visitor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'visitor_question', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('item_id', 'integer', (column) =>
        column.notNull().references('item.id').onDelete('cascade'),
      )
      .addColumn('lang', 'text', (column) => column.notNull())
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('meaning', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('kind_now', 'text', (column) => column.notNull())
      .addColumn('asked_of', 'text', (column) => column.notNull())
      .addColumn('dismissed', 'integer', (column) => column.notNull()),
  )
  await db.schema
    .createIndex('visitor_question_meaning')
    .on('visitor_question')
    .columns(['item_id', 'meaning', 'kind_now', 'dismissed', 'lang', 'day', 'id'])
    .execute()
  await db.schema.createIndex('visitor_question_day').on('visitor_question').column('day').execute()
}
