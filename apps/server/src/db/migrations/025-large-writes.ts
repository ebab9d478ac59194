import type { Kysely } from 'kysely'

/** An import is written in several transactions, and its row is marked until the last one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['type', 'lease_until'])
    await db.schema.alterTable('item_import').addColumn(column, 'text').execute()
}
