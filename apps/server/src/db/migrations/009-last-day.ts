import type { Kysely } from 'kysely'

/** Adds the last day of an event marked 'From'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('event')
    .addColumn('last_day', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
