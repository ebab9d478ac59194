import { expect } from 'vitest'
import { openMedia } from '../../src/adapters/media/open-media.ts'
import { checkEverything } from '../../src/archive/check.ts'
import { systemClock } from '../../src/base/clock.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Db } from '../../src/db/tables.ts'
import { createLogger } from '../../src/runtime/logger.ts'

type Variables = Record<string, string>

/** Opens a database beside its server, whether it runs or not. */
export async function queryDatabaseOf<T>(
  variables: Variables,
  look: (db: Db) => Promise<T>,
): Promise<T> {
  const db = openDatabase(readConfig(variables).database, createLogger('silent'))
  try {
    return await look(db)
  } finally {
    await db.destroy()
  }
}

/** `vitrine check` must find nothing. */
export async function expectCheckPasses(variables: Variables, when: string): Promise<void> {
  const { media, backups } = readConfig(variables)
  const store = await openMedia(media)
  const { problems } = await queryDatabaseOf(variables, (db) =>
    checkEverything({ db, media: store, backups, clock: systemClock }),
  )
  expect(problems, when).toEqual([])
}
