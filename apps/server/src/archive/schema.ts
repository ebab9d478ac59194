import { sql } from 'kysely'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'

/** A table as the database itself describes it, independent of the version of the code. */
export interface Table {
  readonly name: string
  /** By name, so that both databases hand over a row alike. */
  readonly columns: readonly Column[]
  /** The columns of its primary key. */
  readonly key: readonly string[]
  readonly references: readonly Reference[]
  /** Whether its ids count up by themselves. */
  readonly hasIdSequence: boolean
}

interface Column {
  readonly name: string
  readonly type: 'integer' | 'text'
}

interface Reference {
  readonly column: string
  readonly table: string
  readonly to: string
}

/** Every table of the database, each after those it refers to. */
export async function readSchema(db: Db): Promise<Table[]> {
  const tables = await (isPostgres(db) ? postgresTables(db) : sqliteTables(db))
  return parentsFirst(tables.map(checked))
}

type Found = Omit<Table, 'columns'> & {
  readonly columns: readonly { name: string; type: string }[]
}

async function sqliteTables(db: Db): Promise<Found[]> {
  const found = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema
    where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'
  `.execute(db)
  return Promise.all(
    found.rows.map(async ({ name, sql: definition }) => {
      const columns = await sql<{ name: string; type: string; pk: number }>`
        select name, lower(type) as type, pk from pragma_table_info(${name}) order by pk
      `.execute(db)
      const references = await sql<Reference>`
        select "from" as "column", "table", "to" from pragma_foreign_key_list(${name}) order by "from"
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

async function postgresTables(db: Db): Promise<Found[]> {
  const { rows: columns } = await sql<{
    table: string
    name: string
    type: string
    counts: boolean
  }>`
    select c.table_name as "table", column_name as name, data_type as type, is_identity = 'YES' as counts
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
  const { rows: references } = await sql<Reference & { from: string }>`
    select r.relname as "from", a.attname as "column", p.relname as "table", b.attname as "to"
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
    join pg_class p on p.oid = c.confrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
    order by a.attname
  `.execute(db)
  return [...Map.groupBy(columns, (column) => column.table)].map(([name, own]) => ({
    name,
    columns: own.map((column) => ({ name: column.name, type: column.type })),
    key: keys.filter((key) => key.table === name).map((key) => key.column),
    references: references
      .filter(({ from }) => from === name)
      .map(({ column, table, to }) => ({ column, table, to })),
    hasIdSequence: own.some((column) => column.counts),
  }))
}

// JavaScript holds the integers of both exactly.
const kinds: Record<string, Column['type']> = {
  integer: 'integer',
  bigint: 'integer',
  text: 'text',
}

/** Rejects unknown column types, which could not be copied exactly. */
function checked(table: Found): Table {
  if (table.key.length === 0) throw new Error(`The table ${table.name} has no primary key.`)
  const columns = table.columns.map(({ name, type }) => {
    const known = kinds[type]
    if (!known)
      throw new Error(
        `The column ${table.name}.${name} is of a kind that can’t be copied: ${type}.`,
      )
    return { name, type: known }
  })
  return { ...table, columns: columns.toSorted(byName) }
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const placed = new Set<string>()
  const ordered: Table[] = []
  let remaining = tables.toSorted(byName)
  while (remaining.length > 0) {
    const ready = remaining.filter(({ name, references }) =>
      references.every((reference) => reference.table === name || placed.has(reference.table)),
    )
    if (ready.length === 0)
      throw new Error(`These tables refer to each other: ${remaining.map(({ name }) => name)}.`)
    for (const table of ready) placed.add(table.name)
    ordered.push(...ready)
    remaining = remaining.filter((table) => !placed.has(table.name))
  }
  return ordered
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/**
 * Runs work on a consistent snapshot without blocking writers. On SQLite the handle must be a separate connection, as the
 * server has only one.
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

/** A lost connection has nothing to roll back, and the work has reported it. */
const ignoreLostConnection = (): void => {}
