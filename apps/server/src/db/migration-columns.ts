import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { isPostgres } from './dialect.ts'

/** Defines an auto-incrementing primary key; ids of deleted rows are never reused. */
export const primaryKeyColumn = (db: Kysely<unknown>) => (column: ColumnDefinitionBuilder) =>
  isPostgres(db)
    ? column.primaryKey().generatedByDefaultAsIdentity()
    : column.primaryKey().autoIncrement()

/** Creates a table, strict on SQLite, which otherwise takes any value in any column. */
export async function createTable<Columns extends string>(
  db: Kysely<unknown>,
  name: string,
  define: (table: CreateTableBuilder<string, never>) => CreateTableBuilder<string, Columns>,
): Promise<void> {
  const table = define(db.schema.createTable(name))
  await (isPostgres(db) ? table : table.modifyEnd(sql`strict`)).execute()
}
