import { type Kysely, sql } from 'kysely'
import { createTable } from '../migration-columns.ts'

/** Adds notices of replies and assignments, and indexes for the list of all changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const comment = () => db.schema.alterTable('item_comment')
  await comment().addColumn('assigned_at', 'text').execute()
  await comment()
    .addColumn('assigned_by', 'integer', (column) =>
      column.references('user_account.id').onDelete('set null'),
    )
    .execute()
  await db.schema
    .createIndex('item_comment_assigned_by')
    .on('item_comment')
    .column('assigned_by')
    .execute()

  await createTable(db, 'notice_read', (table) =>
    table
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('user_account.id').onDelete('cascade'),
      )
      .addColumn('comment_id', 'integer', (column) =>
        column.notNull().references('item_comment.id').onDelete('cascade'),
      )
      .addColumn('read_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('notice_read_key', ['user_id', 'comment_id']),
  )
  await db.schema
    .createIndex('notice_read_comment')
    .on('notice_read')
    .column('comment_id')
    .execute()
  // Replies written before there were notices are no news.
  await sql`
    insert into notice_read (user_id, comment_id, read_at)
    select mine.user_id, reply.id, reply.created_at
    from item_comment as reply join item_comment as mine on mine.id = reply.parent_id
    where mine.user_id is not null
    union
    select mine.user_id, reply.id, reply.created_at
    from item_comment as reply join item_comment as mine on mine.parent_id = reply.parent_id
    where mine.user_id is not null and mine.id < reply.id
  `.execute(db)

  // Imports have their own list, so that they need no entries in these indexes.
  await sql`create index change_newest on change (at, id) where import_id is null`.execute(db)
  await sql`
    create index change_newest_of_subject on change (subject, at, id) where import_id is null
  `.execute(db)
  await sql`
    create index change_newest_of_user on change (user_id, at, id) where import_id is null
  `.execute(db)
  await db.schema
    .createIndex('stocktake_fact_received')
    .on('stocktake_fact')
    .columns(['item_id', 'received_at'])
    .execute()
}
