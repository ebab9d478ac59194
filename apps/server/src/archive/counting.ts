import { sql } from 'kysely'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'
import type { Table } from './schema.ts'

/** The last id that the table gave to a row, even if that row is gone: no id may be reused. */
export async function lastIdOf(db: Db, table: Table): Promise<number | null> {
  if (!table.counts) return null
  if (!isPostgres(db)) {
    const { rows } = await sql<{ last: number }>`
      select seq as last from sqlite_sequence where name = ${table.name}
    `.execute(db)
    return rows[0]?.last ?? 0
  }
  const { rows } = await sql<{ last: number }>`
    select case when is_called then last_value else last_value - 1 end as last
    from ${sql.table(await sequenceOf(db, table))}
  `.execute(db)
  return rows[0]?.last ?? 0
}

export async function setLastId(db: Db, table: Table, lastId: number): Promise<void> {
  const [key = ''] = table.key
  if (isPostgres(db)) {
    // Unlike setval(), this is undone with its transaction.
    await sql`
      alter table ${sql.table(table.name)} alter column ${sql.ref(key)} restart with ${sql.lit(lastId + 1)}
    `.execute(db)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table.name}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table.name}, ${lastId})`.execute(db)
}

async function sequenceOf(db: Db, table: Table): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select s.relname as name
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    where d.refobjid = ${`"${table.name}"`}::regclass and d.deptype = 'i'
  `.execute(db)
  const [sequence] = rows
  if (!sequence) throw new Error(`The table ${table.name} has no sequence for its ids.`)
  return sequence.name
}
