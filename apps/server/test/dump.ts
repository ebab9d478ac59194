import type { Db } from '../src/db/tables.ts'

// Cached, because listing the tables of PostgreSQL takes longer than reading all of them.
let tableNames: string[] | undefined

/** Reads all rows of all tables as sorted texts, for comparison. */
export async function dumpDatabase(
  db: Db,
  except: readonly string[] = [],
): Promise<Record<string, string[]>> {
  tableNames ??= (await db.introspection.getTables({ withInternalKyselyTables: false })).map(
    ({ name }) => name,
  )
  const rows: Record<string, string[]> = {}
  for (const name of tableNames.filter((table) => !except.includes(table))) {
    const tableRows = await db
      .selectFrom(name as 'item')
      .selectAll()
      .execute()
    rows[name] = tableRows.map((row) => JSON.stringify(row)).sort()
  }
  return rows
}
