import { type Kysely, sql } from 'kysely'
import { createTable } from '../migration-columns.ts'

/** When borrowed items were reminded of, in days from the day of their return. */
const reminderDays = [-7, 0, 7]

/** Records all sent mails in one table instead of a column per kind of mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'sent_mail', (table) =>
    table
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('day', 'text', (column) => column.notNull()),
  )
  const today = new Date().toISOString().slice(0, 10)
  await sql`
    insert into sent_mail (key, day)
    select 'tasks:' || id || ':' || task_mailed_on, task_mailed_on from user_account where task_mailed_on <> ''
  `.execute(db)
  // The number of reminders tells which were mailed: a week before, on the day, a week after. The
  // recipients are unknown.
  for (const [index, days] of reminderDays.entries())
    await sql`
      insert into sent_mail (key, day)
      select distinct 'return:' || item_id || ':' || back_on || ':' || ${String(days)} || ':' || user_account.id, ${today}
      from movement cross join user_account
      where back_on <> '' and reminders > ${index}
    `.execute(db)
  await db.schema.alterTable('user_account').dropColumn('task_mailed_on').execute()
  await db.schema.alterTable('movement').dropColumn('reminders').execute()
}
