import { type Kysely, sql } from 'kysely'
import { createTable } from '../migration-columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'chore', (table) =>
    table
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('finished_at', 'text')
      .addColumn('problem', 'text'),
  )
  await sql`insert into chore (name, day, started_at) values ('backup', '', '')`.execute(db)
}
