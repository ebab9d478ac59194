import { type Kysely, sql } from 'kysely'
import { createTable } from '../migration-columns.ts'

/**
 * Stores the gaps of items and the day of the last check. Comments can be tasks and have replies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('item')
    .addColumn('checked_on', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update item set checked_on = substr(updated_at, 1, 10)`.execute(db)
  await db.schema.createIndex('item_checked').on('item').columns(['checked_on', 'type']).execute()

  await createTable(db, 'item_gap', (table) =>
    table
      .addColumn('item_id', 'integer', (column) =>
        column.notNull().references('item.id').onDelete('cascade'),
      )
      .addColumn('rule', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('item_gap_key', ['item_id', 'rule']),
  )
  await db.schema.createIndex('item_gap_rule').on('item_gap').columns(['rule', 'item_id']).execute()
  // Finds the newest changes that were not made by an upload.
  await sql`create index change_recent on change (subject, id) where import_id is null`.execute(db)

  const comment = () => db.schema.alterTable('item_comment')
  await comment()
    .addColumn('parent_id', 'integer', (column) =>
      column.references('item_comment.id').onDelete('set null'),
    )
    .execute()
  await comment()
    .addColumn('task', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await comment().addColumn('done_at', 'text').execute()
  await comment()
    .addColumn('done_by', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await comment()
    .addColumn('assignee_id', 'integer', (column) =>
      column.references('user_account.id').onDelete('set null'),
    )
    .execute()
  await comment()
    .addColumn('due', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await comment().addColumn('edited_at', 'text').execute()
  await db.schema
    .createIndex('item_comment_parent')
    .on('item_comment')
    .column('parent_id')
    .execute()
  await db.schema
    .createIndex('item_comment_assignee')
    .on('item_comment')
    .column('assignee_id')
    .execute()
  await sql`
    create index item_comment_open on item_comment (assignee_id, due, id)
    where task = 1 and done_at is null and deleted_at is null
  `.execute(db)

  await db.schema
    .alterTable('user_account')
    .addColumn('task_mail', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .alterTable('user_account')
    .addColumn('task_mailed_on', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`insert into revision (name, value) values ('items', 'new')`.execute(db)
  for (const name of ['gaps', 'tasks']) {
    await sql`insert into chore (name, day, started_at) values (${name}, '', '')`.execute(db)
  }
}
