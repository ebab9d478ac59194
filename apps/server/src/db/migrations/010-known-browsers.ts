import type { Kysely } from 'kysely'
import { createTable } from '../migration-columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'known_browser', (table) =>
    table
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('user_account.id').onDelete('cascade'),
      )
      .addColumn('used_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('known_browser_key', ['token_hash', 'user_id']),
  )
  await db.schema.createIndex('known_browser_user').on('known_browser').column('user_id').execute()
}
