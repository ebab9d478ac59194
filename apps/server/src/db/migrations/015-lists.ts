import type { Kysely } from 'kysely'

/** Lets changes of many items be undone like uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('item_import')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('upload'))
    .execute()
}
