import type { Db } from '../src/db/tables.ts'

// Listing PostgreSQL's tables takes longer than reading all of them.
let tableNames: string[] | undefined

/** Every row of every table, as text and in a fixed order, to see whether anything changed. */
export async function dumpDatabase(
  db: Db,
  except: readonly string[] = [],
): Promise<Record<string, string[]>> {
  tableNames ??= (await db.introspection.getTables({ withInternalKyselyTables: false })).map(
    ({ name }) => name,
  )
  const rows: Record<string, string[]> = {}
  for (const name of tableNames.filter((table) => !except.includes(table))) {
    const found = await db
      .selectFrom(name as 'item')
      .selectAll()
      .execute()
    rows[name] = found.map((row) => JSON.stringify(row)).sort()
  }
  return rows
}
