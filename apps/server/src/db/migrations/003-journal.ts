import { type Kysely, sql } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'journal_entry', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('comment', 'text', (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) =>
        column.references('user_account.id').onDelete('set null'),
      )
      .addColumn('first_name', 'text', (column) => column.notNull())
      .addColumn('last_name', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'text'),
  )
  await db.schema.createIndex('journal_entry_date').on('journal_entry').column('date').execute()
  await db.schema.createIndex('journal_entry_user').on('journal_entry').column('user_id').execute()
  await db.schema
    .createIndex('journal_entry_deleted')
    .on('journal_entry')
    .column('deleted_at')
    .execute()

  await createTable(db, 'journal_tag', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull().unique()),
  )

  await createTable(db, 'journal_entry_tag', (table) =>
    table
      .addColumn('entry_id', 'integer', (column) =>
        column.notNull().references('journal_entry.id').onDelete('cascade'),
      )
      .addColumn('tag_id', 'integer', (column) =>
        column.notNull().references('journal_tag.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('journal_entry_tag_key', ['entry_id', 'tag_id']),
  )
  await db.schema
    .createIndex('journal_entry_tag_tag')
    .on('journal_entry_tag')
    .column('tag_id')
    .execute()

  await sql`insert into revision (name, value) values ('journal', 'new')`.execute(db)
}
