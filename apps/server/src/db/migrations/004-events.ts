import { type Kysely, sql } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'event', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('start', 'integer', (column) => column.notNull())
      .addColumn('time', 'text', (column) => column.notNull())
      .addColumn('show_time', 'integer', (column) => column.notNull())
      .addColumn('text_fr', 'text', (column) => column.notNull())
      .addColumn('text_de', 'text', (column) => column.notNull())
      .addColumn('text_en', 'text', (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull()),
  )
  await db.schema.createIndex('event_date').on('event').column('date').execute()

  await sql`insert into revision (name, value) values ('events', 'new')`.execute(db)
}
