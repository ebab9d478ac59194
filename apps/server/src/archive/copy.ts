import { executedMigrations, knownMigrations, migrate } from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import { lastIdOf } from './counting.ts'
import { fill, tablesInUse } from './fill.ts'
import { rowsOf } from './rows.ts'
import { readSchema } from './schema.ts'
import { inSnapshot } from './snapshot.ts'
import type { TableSum } from './sums.ts'

/** Copies everything from one database into another that is empty, all or nothing; returns what both hold. */
export async function copyDatabase(from: Db, to: Db): Promise<TableSum[]> {
  const version = (await executedMigrations(from)).at(-1)
  const newest = knownMigrations.at(-1)
  if (version === undefined) throw new Error('There is no Vitrine in the database to copy from.')
  if (version !== newest)
    throw new Error(
      `The database to copy from is at ${version}, this Vitrine at ${newest}: start it once with that database, or run migrate, then copy.`,
    )
  await migrate(to)
  const inUse = await tablesInUse(to)
  if (inUse.length > 0)
    throw new Error(`The database to copy to is not empty (${inUse.join(', ')}): please choose one with nothing in it.`)

  return inSnapshot(from, async (snapshot) => {
    const tables = await readSchema(snapshot)
    return to.transaction().execute((tx) =>
      fill(tx, tables, {
        rowsOf: (table) => rowsOf(snapshot, table),
        lastIdOf: (table) => lastIdOf(snapshot, table),
      }),
    )
  })
}
