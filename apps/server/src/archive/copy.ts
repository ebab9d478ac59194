import { executedMigrations, knownMigrations, migrate } from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import { lastIdOf } from './counting.ts'
import { fill, isCopied, tablesInUse } from './fill.ts'
import { rowsOf } from './rows.ts'
import { readSchema } from './schema.ts'
import { inSnapshot } from './snapshot.ts'
import type { TableSum } from './sums.ts'

/** Checks before anything is copied that the source is up to date and the target empty. */
export async function expectCopyable(from: Db, to: Db): Promise<void> {
  const version = (await executedMigrations(from)).at(-1)
  const newest = knownMigrations.at(-1)
  if (version === undefined) throw new Error('The database to copy from is not a Vitrine database.')
  if (version !== newest)
    throw new Error(
      `The database to copy from is at ${version}, this Vitrine at ${newest}: start it once with that database, or run migrate, then copy.`,
    )
  if ((await executedMigrations(to)).length > 0) await expectUnused(to)
}

async function expectUnused(to: Db): Promise<void> {
  const inUse = await tablesInUse(to)
  if (inUse.length > 0)
    throw new Error(`The database to copy to is not empty (${inUse.join(', ')}): please choose one with nothing in it.`)
}

/**
 * Copies everything from one database into an empty one, in one transaction; returns the checksums of both. The record of
 * daily chores is not copied, because the backups of the target may be elsewhere.
 */
export async function copyDatabase(from: Db, to: Db): Promise<TableSum[]> {
  await migrate(to)
  await expectUnused(to)
  return inSnapshot(from, async (snapshot) => {
    const tables = (await readSchema(snapshot)).filter(isCopied)
    return to.transaction().execute((tx) =>
      fill(tx, tables, {
        rowsOf: (table) => rowsOf(snapshot, table),
        lastIdOf: (table) => lastIdOf(snapshot, table),
      }),
    )
  })
}
