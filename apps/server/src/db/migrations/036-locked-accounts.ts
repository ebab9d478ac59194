import type { Kysely } from 'kysely'

/** Lets the operator lock accounts: nobody can sign in with a locked one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('user_account')
    .addColumn('locked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
