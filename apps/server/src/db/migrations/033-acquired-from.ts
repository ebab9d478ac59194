import type { Kysely } from 'kysely'

/** Adds from whom an item was acquired. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('item')
    .addColumn('acquired_from', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
