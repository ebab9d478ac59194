import { backupBefore } from '../archive/automatic.ts'
import { systemClock } from '../base/clock.ts'
import type { Config } from '../config/config.ts'
import { rejectEmptyFile } from '../db/expect-database.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/tables.ts'
import { createLogger } from '../runtime/logger.ts'

/** A command of the operator's command line. `run` returns the output. */
export interface Command {
  readonly summary: string
  readonly help: string
  run(args: readonly string[], config: Config): Promise<string>
}

/** Invalid arguments; the help is printed too. */
export class UsageError extends Error {}

/** Opens the configured database, brings it up to date, and closes it after the work. */
export async function withDatabase<T>(
  config: Config,
  work: (db: Db, migrated: readonly string[]) => Promise<T>,
): Promise<T> {
  const log = createLogger(config.logLevel)
  await rejectEmptyFile(config.database)
  const db = openDatabase(config.database, log)
  try {
    const beforeChange = backupBefore({ config, clock: systemClock, log })
    return await work(db, await migrate(db, { beforeChange }))
  } finally {
    await db.destroy()
  }
}
