import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup } from 'node:sqlite'
import { type Migration, Migrator } from 'kysely/migration'
import type { Config } from '../config.ts'
import * as people from './migrations/001-people.ts'
import * as inventory from './migrations/002-inventory.ts'
import * as journal from './migrations/003-journal.ts'
import * as events from './migrations/004-events.ts'
import * as secondStep from './migrations/005-second-step.ts'
import * as audit from './migrations/006-audit.ts'
import { openSqlite } from './sqlite.ts'
import type { Db } from './tables.ts'

// Listed by hand and never reordered: the names are in every database that ran them.
const migrations: Record<string, Migration> = {
  '001-people': people,
  '002-inventory': inventory,
  '003-journal': journal,
  '004-events': events,
  '005-second-step': secondStep,
  '006-audit': audit,
}

/** Brings the database up to date, after a copy of the file if it is SQLite's; returns the names of what ran. */
export async function migrate(db: Db, target: Config['database']): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const known = await migrator.getMigrations()
  const pending = known.filter((migration) => migration.executedAt === undefined)
  const fresh = pending.length === known.length
  if (target.kind === 'sqlite' && pending[0] && !fresh) await copyBefore(pending[0].name, target.file)

  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw new Error('the database could not be migrated; nothing was changed', { cause: error })
  return results.map((result) => result.migrationName)
}

async function copyBefore(migration: string, file: string): Promise<void> {
  const folder = join(dirname(file), 'backups')
  mkdirSync(folder, { recursive: true })
  const source = openSqlite(file)
  try {
    await backup(source, join(folder, `before-${migration}.sqlite`))
  } finally {
    source.close()
  }
}
