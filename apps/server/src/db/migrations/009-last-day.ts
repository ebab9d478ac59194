import type { Kysely } from 'kysely'

/** How long an event goes on that is marked 'From'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('event')
    .addColumn('last_day', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
