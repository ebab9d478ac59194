import { systemClock } from '../apps/server/src/base/clock.ts'
import { readConfig } from '../apps/server/src/config/config.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { fillProjections } from '../apps/server/src/projections/index.ts'
import { seedDemo } from '../apps/server/src/runtime/demo.ts'
import { createLogger } from '../apps/server/src/runtime/logger.ts'

/** Fills a database like the first start with the demo, as a template for test servers. */
export async function fillWithDemo(variables: Record<string, string>): Promise<void> {
  const config = readConfig({ SEED: 'texts', ...variables })
  const db = openDatabase(config.database, createLogger('silent'))
  try {
    await migrate(db)
    await seedDemo(config, db, systemClock)
    await fillProjections(db, systemClock)
  } finally {
    await db.destroy()
  }
}
