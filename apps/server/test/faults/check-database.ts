import { expect } from 'vitest'
import { openMediaStore } from '../../src/adapters/media/open-media.ts'
import { checkEverything } from '../../src/archive/check.ts'
import { systemClock } from '../../src/base/clock.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/db/tables.ts'
import { createLogger } from '../../src/runtime/logger.ts'

type Variables = Record<string, string>

/** Queries a database directly, whether its server runs or not. */
export async function queryDatabaseOf<T>(
  variables: Variables,
  query: (db: Db) => Promise<T>,
): Promise<T> {
  const db = openDatabase(readConfig(variables).database, createLogger('silent'))
  try {
    return await query(db)
  } finally {
    await db.destroy()
  }
}

/** Fails the test if `vitrine check` finds a problem. */
export async function expectCheckPasses(variables: Variables, when: string): Promise<void> {
  const { media, backups } = readConfig(variables)
  const mediaStore = await openMediaStore(media)
  const { problems } = await queryDatabaseOf(variables, (db) =>
    checkEverything({ db, media: mediaStore, backups, clock: systemClock }),
  )
  expect(problems, when).toEqual([])
}
