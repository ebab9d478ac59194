import type { Kysely } from 'kysely'

/** Accounts that the operator has locked: nobody can sign in with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('user_account')
    .addColumn('locked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
