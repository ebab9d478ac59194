import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { createTable } from '../migration-columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'installation', (table) =>
    table
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('created_at', 'text', (column) => column.notNull()),
  )
  // A database that was in use before installations had ids is dated by its first user.
  const { rows } = await sql<{
    first: string | null
  }>`select min(created_at) as first from user_account`.execute(db)
  await sql`
    insert into installation (id, created_at) values (${randomUUID()}, ${rows[0]?.first ?? new Date().toISOString()})
  `.execute(db)
  for (const name of ['purge', 'sizes']) {
    await sql`insert into chore (name, day, started_at) values (${name}, '', '')`.execute(db)
  }
}
