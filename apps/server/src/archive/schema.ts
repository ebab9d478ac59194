import { sql } from 'kysely'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'

/** A table as the database itself describes it, independent of the version of the code. */
export interface Table {
  readonly name: string
  /** Sorted by name, so that rows of both databases have the same shape. */
  readonly columns: readonly Column[]
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[]
  readonly references: readonly Reference[]
  /** Whether the database assigns its ids. */
  readonly hasIdSequence: boolean
}

interface Column {
  readonly name: string
  readonly type: 'integer' | 'text'
}

interface Reference {
  readonly column: string
  readonly parentTable: string
  readonly parentColumn: string
}

/** Reads every table, each after the tables it references. */
export async function readSchema(db: Db): Promise<Table[]> {
  const tables = await (isPostgres(db) ? readPostgresTables(db) : readSqliteTables(db))
  return sortParentsFirst(tables.map(validateTable))
}

type RawTable = Omit<Table, 'columns'> & {
  readonly columns: readonly { name: string; type: string }[]
}

async function readSqliteTables(db: Db): Promise<RawTable[]> {
  const { rows: tables } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema
    where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'
  `.execute(db)
  return Promise.all(
    tables.map(async ({ name, sql: definition }) => {
      const columns = await sql<{ name: string; type: string; pk: number }>`
        select name, lower(type) as type, pk from pragma_table_info(${name}) order by pk
      `.execute(db)
      const references = await sql<Reference>`
        select "from" as "column", "table" as "parentTable", "to" as "parentColumn"
        from pragma_foreign_key_list(${name}) order by "from"
      `.execute(db)
      return {
        name,
        columns: columns.rows.map((column) => ({ name: column.name, type: column.type })),
        key: columns.rows.filter((column) => column.pk > 0).map((column) => column.name),
        references: references.rows,
        hasIdSequence: /\bautoincrement\b/i.test(definition),
      }
    }),
  )
}

async function readPostgresTables(db: Db): Promise<RawTable[]> {
  const { rows: columns } = await sql<{
    table: string
    name: string
    type: string
    isIdentity: boolean
  }>`
    select c.table_name as "table", column_name as name, data_type as type, is_identity = 'YES' as "isIdentity"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and c.table_name not like 'kysely\\_%'
  `.execute(db)
  const { rows: keys } = await sql<{ table: string; column: string }>`
    select r.relname as "table", a.attname as "column"
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
    cross join lateral unnest(c.conkey) with ordinality as k(attnum, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.contype = 'p' and c.connamespace = current_schema()::regnamespace
    order by k.place
  `.execute(db)
  const { rows: references } = await sql<Reference & { table: string }>`
    select r.relname as "table", a.attname as "column", p.relname as "parentTable", b.attname as "parentColumn"
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
    join pg_class p on p.oid = c.confrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
    order by a.attname
  `.execute(db)
  return [...Map.groupBy(columns, (column) => column.table)].map(([name, tableColumns]) => ({
    name,
    columns: tableColumns.map((column) => ({ name: column.name, type: column.type })),
    key: keys.filter((key) => key.table === name).map((key) => key.column),
    references: references
      .filter(({ table }) => table === name)
      .map(({ column, parentTable, parentColumn }) => ({ column, parentTable, parentColumn })),
    hasIdSequence: tableColumns.some((column) => column.isIdentity),
  }))
}

// JavaScript numbers hold these integers exactly, as none comes near 2^53.
const columnTypes: Record<string, Column['type']> = {
  integer: 'integer',
  bigint: 'integer',
  text: 'text',
}

/** Rejects a table without a primary key, and column types that can't be copied exactly. */
function validateTable(table: RawTable): Table {
  if (table.key.length === 0) throw new Error(`The table ${table.name} has no primary key.`)
  const columns = table.columns.map(({ name, type }) => {
    const columnType = columnTypes[type]
    if (!columnType)
      throw new Error(
        `The column ${table.name}.${name} is of a kind that can’t be copied: ${type}.`,
      )
    return { name, type: columnType }
  })
  return { ...table, columns: columns.toSorted(byName) }
}

/** Sorts tables so that each follows those it references; a table may reference itself. */
function sortParentsFirst(tables: readonly Table[]): Table[] {
  const placedNames = new Set<string>()
  const ordered: Table[] = []
  let remaining = tables.toSorted(byName)
  while (remaining.length > 0) {
    const ready = remaining.filter(({ name, references }) =>
      references.every(({ parentTable }) => parentTable === name || placedNames.has(parentTable)),
    )
    if (ready.length === 0)
      throw new Error(`These tables refer to each other: ${remaining.map(({ name }) => name)}.`)
    for (const table of ready) placedNames.add(table.name)
    ordered.push(...ready)
    remaining = remaining.filter((table) => !placedNames.has(table.name))
  }
  return ordered
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/**
 * Runs work on a consistent snapshot without blocking writers. On SQLite, `db` must be a separate
 * connection, because the server has only one.
 */
export function inSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  const begin = isPostgres(db) ? sql`begin isolation level repeatable read read only` : sql`begin`
  return db.connection().execute(async (connection) => {
    await begin.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`rollback`.execute(connection).catch(ignoreLostConnection)
    }
  })
}

/** A lost connection needs no rollback, and the work itself has already failed with it. */
const ignoreLostConnection = (): void => {}
