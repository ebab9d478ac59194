import type { Kysely } from 'kysely'
import { createTable } from '../migration-columns.ts'

/** Stores rate limits of visitors' questions, for today only, because the salt changes daily. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'guide_day', (table) =>
    table
      .addColumn('day', 'text', (column) => column.primaryKey().notNull())
      .addColumn('salt', 'text', (column) => column.notNull())
      .addColumn('questions', 'integer', (column) => column.notNull())
      .addColumn('model_answers', 'integer', (column) => column.notNull()),
  )
}
