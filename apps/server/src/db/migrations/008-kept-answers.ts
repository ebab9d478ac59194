import type { Kysely } from 'kysely'
import { createTable } from '../migration-columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'kept_answer', (table) =>
    table
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('user_account.id').onDelete('cascade'),
      )
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('call', 'text', (column) => column.notNull())
      .addColumn('body_hash', 'text', (column) => column.notNull())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_answer_key', ['user_id', 'key']),
  )
  await db.schema
    .createIndex('kept_answer_created')
    .on('kept_answer')
    .column('created_at')
    .execute()
}
