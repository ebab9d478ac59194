import type { Kysely } from 'kysely'

/** The last day of an event that is marked 'From'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('event')
    .addColumn('last_day', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
