import type { Kysely } from 'kysely'

/** Adds when an item was archived, and by whom, under the name at that time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('item').addColumn('archived_at', 'text').execute()
  await db.schema.alterTable('item').addColumn('archived_by', 'text').execute()
}
