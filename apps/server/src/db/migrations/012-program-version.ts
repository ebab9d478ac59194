import { type Kysely, sql } from 'kysely'
import { createTable } from '../migration-columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'program_version', (table) =>
    table.addColumn('version', 'text', (column) => column.primaryKey().notNull()),
  )
  await sql`insert into program_version (version) values ('')`.execute(db)
}
