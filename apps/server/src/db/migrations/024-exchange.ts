import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/** Stores the items that harvesters may know, with the date of their latest change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'exchange_record', (table) =>
    table
      // No reference, because the row stays when the item is deleted for good.
      .addColumn('item_id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('type', 'text', notNull)
      .addColumn('datestamp', 'text', notNull),
  )
  await createTable(db, 'exchange_change', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('item_id', 'integer')
      .addColumn('type', 'text', notNull)
      .addColumn('at', 'text', notNull),
  )
  await createTable(db, 'exchange_clock', (table) =>
    table
      .addColumn('latest', 'text', (column) => column.primaryKey().notNull())
      .addColumn('source', 'text', notNull),
  )
  await sql`
    insert into exchange_record (item_id, type, datestamp)
    select id, type, substr(updated_at, 1, 19) || 'Z' from item where public = 1 and archived_at is null
  `.execute(db)
  await sql`insert into exchange_clock (latest, source) values ('', '')`.execute(db)
  await sql`insert into chore (name, day, started_at) values ('exchange', '', '')`.execute(db)
}
