import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { isPostgres } from './dialect.ts'

/** A primary key that counts up by itself and never gives a deleted row's number to another. */
export const id = (db: Kysely<unknown>) => (column: ColumnDefinitionBuilder) =>
  isPostgres(db)
    ? column.primaryKey().generatedByDefaultAsIdentity()
    : column.primaryKey().autoIncrement()

/** Creates a table, on SQLite a strict one: without that it would take any value in any column. */
export async function createTable<Columns extends string>(
  db: Kysely<unknown>,
  name: string,
  define: (table: CreateTableBuilder<string, never>) => CreateTableBuilder<string, Columns>,
): Promise<void> {
  const table = define(db.schema.createTable(name))
  await (isPostgres(db) ? table : table.modifyEnd(sql`strict`)).execute()
}
