import { sql } from 'kysely'
import { isPostgres } from '../../db/dialect.ts'
import { executedMigrations, knownMigrations } from '../../db/migrate.ts'
import type { Db } from '../../db/tables.ts'
import { lastIdOf } from '../counting.ts'
import { readSchema, type Table } from '../schema.ts'
import { type Findings, inSavepoint, joined } from './findings.ts'

/** Whether the database itself is intact: its file, its references and its sequences. */
export async function checkDatabase(db: Db): Promise<Findings> {
  const found: Findings[] = []
  const part = async (what: string, check: () => Promise<string[]>) => {
    found.push(await inSavepoint(db, what, async () => ({ problems: await check(), notes: [] })))
  }
  await part('The version of the database', () => versionProblems(db))
  if (!isPostgres(db)) await part('The database file', () => fileProblems(db))
  const tables = await readSchema(db)
  for (const table of tables) {
    await part(`The table ${table.name}`, async () => [
      ...(await referenceProblems(db, table)),
      ...(await numberProblems(db, table)),
    ])
  }
  return joined([...found, { problems: [], notes: [`Database: ${tables.length} tables.`] }])
}

export async function isUpToDate(db: Db): Promise<boolean> {
  const executed = await executedMigrations(db)
  return executed.length === knownMigrations.length && executed.every((name) => knownMigrations.includes(name))
}

async function versionProblems(db: Db): Promise<string[]> {
  const executed = await executedMigrations(db)
  const unknown = executed.filter((name) => !knownMigrations.includes(name))
  const pending = knownMigrations.filter((name) => !executed.includes(name))
  return [
    ...(unknown.length > 0 ? [`The database was made by a newer Vitrine (${unknown}): please update this one.`] : []),
    ...(pending.length > 0 ? [`The database is not up to date (${pending}): please run migrate.`] : []),
  ]
}

async function fileProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows
    .map((row) => row.integrity_check)
    .filter((line) => line !== 'ok')
    .map((line) => `The database file is damaged: ${line}. Please restore the newest backup.`)
}

async function referenceProblems(db: Db, table: Table): Promise<string[]> {
  const problems: string[] = []
  for (const { column, table: parent, to } of table.references) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table.name)} as child
      where ${sql.ref(`child.${column}`)} is not null
        and not exists (select 1 from ${sql.table(parent)} as parent where ${sql.ref(`parent.${to}`)} = ${sql.ref(`child.${column}`)})
    `.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0)
      problems.push(`${count} rows of ${table.name} refer by ${column} to rows of ${parent} that do not exist.`)
  }
  return problems
}

/** A sequence that lags behind would reuse an id. */
async function numberProblems(db: Db, table: Table): Promise<string[]> {
  const last = await lastIdOf(db, table)
  if (last === null) return []
  const highest = await highestIdOf(db, table)
  return highest > last
    ? [`The ids of ${table.name} go up to ${highest}, but the database would continue after ${last}.`]
    : []
}

export async function highestIdOf(db: Db, table: Table): Promise<number> {
  const [key = ''] = table.key
  const { rows } = await sql<{ highest: number | null }>`
    select max(${sql.ref(key)}) as highest from ${sql.table(table.name)}
  `.execute(db)
  return rows[0]?.highest ?? 0
}
