import type { Kysely } from 'kysely'

/** Whom an item was acquired from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('item')
    .addColumn('acquired_from', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
