import { type Kysely, sql } from 'kysely'

/**
 * Facts store the account that sent them if it is not the scanner's; a counted fact stores the
 * former day of ‘Last checked’.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('stocktake_fact')
    .addColumn('sent_by', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('stocktake_decision')
    .addColumn('checked_before', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`
    update stocktake_fact set sent_by = coalesce(
      (
        select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)
        from user_account
        where user_account.id = stocktake_fact.user_id
      ),
      ''
    )
  `.execute(db)
  await sql`update stocktake_fact set sent_by = '' where sent_by = user_name`.execute(db)
}
