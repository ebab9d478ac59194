import type { Kysely } from 'kysely'

/** Items can be archived: since when, and by whom, under the name they had then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('item').addColumn('archived_at', 'text').execute()
  await db.schema.alterTable('item').addColumn('archived_by', 'text').execute()
}
