import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // No references: entries outlive the accounts they name.
  await createTable(db, 'audit_entry', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('user_email', 'text', (column) => column.notNull())
      .addColumn('on_id', 'integer')
      .addColumn('on_name', 'text', (column) => column.notNull())
      .addColumn('on_email', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull()),
  )
  await db.schema.createIndex('audit_entry_at').on('audit_entry').column('at').execute()
  await db.schema
    .createIndex('audit_entry_user')
    .on('audit_entry')
    .columns(['user_id', 'id'])
    .execute()
  await db.schema.createIndex('audit_entry_on').on('audit_entry').columns(['on_id', 'id']).execute()
  await (isPostgres(db) ? appendOnlyInPostgres(db) : appendOnlyInSqlite(db))
}

async function appendOnlyInSqlite(db: Kysely<unknown>): Promise<void> {
  for (const verb of ['update', 'delete']) {
    await sql`
      create trigger ${sql.raw(`audit_entry_no_${verb}`)} before ${sql.raw(verb)} on audit_entry
      begin select raise(abort, 'the audit log is only ever added to'); end
    `.execute(db)
  }
}

async function appendOnlyInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_entry_stays() returns trigger language plpgsql as $body$
    begin raise exception 'the audit log is only ever added to'; end $body$
  `.execute(db)
  await sql`
    create trigger audit_entry_stays before update or delete on audit_entry
    for each row execute function audit_entry_stays()
  `.execute(db)
}
