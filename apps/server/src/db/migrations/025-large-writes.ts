import type { Kysely } from 'kysely'

/** Writes an import in several transactions, and marks its row until the last one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['type', 'lease_until'])
    await db.schema.alterTable('item_import').addColumn(column, 'text').execute()
}
