import type { Db } from '../src/db/tables.ts'

/** Every row of every table, as text and in a fixed order, to see whether anything changed. */
export async function dump(db: Db, except: readonly string[] = []): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: false })
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (except.includes(name)) continue
    const found = await db
      .selectFrom(name as 'item')
      .selectAll()
      .execute()
    rows[name] = found.map((row) => JSON.stringify(row)).sort()
  }
  return rows
}
