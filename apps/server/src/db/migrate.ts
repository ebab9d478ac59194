import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { expectUtf8 } from './encoding.ts'
import * as people from './migrations/001-people.ts'
import * as inventory from './migrations/002-inventory.ts'
import * as journal from './migrations/003-journal.ts'
import * as events from './migrations/004-events.ts'
import * as secondStep from './migrations/005-second-step.ts'
import * as audit from './migrations/006-audit.ts'
import * as chores from './migrations/007-chores.ts'
import * as keptAnswers from './migrations/008-kept-answers.ts'
import * as lastDay from './migrations/009-last-day.ts'
import * as knownBrowsers from './migrations/010-known-browsers.ts'
import * as installation from './migrations/011-installation.ts'
import * as programVersion from './migrations/012-program-version.ts'
import * as attributes from './migrations/013-attributes.ts'
import * as search from './migrations/014-search.ts'
import * as lists from './migrations/015-lists.ts'
import * as archive from './migrations/016-archive.ts'
import * as tasksAndGaps from './migrations/017-tasks-and-gaps.ts'
import * as mentions from './migrations/018-mentions-and-sign-ins.ts'
import * as savedViews from './migrations/019-saved-views.ts'
import * as itemTexts from './migrations/020-item-texts.ts'
import * as questions from './migrations/021-questions.ts'
import * as guide from './migrations/022-guide.ts'
import * as pictures from './migrations/023-pictures.ts'
import * as exchange from './migrations/024-exchange.ts'
import * as largeWrites from './migrations/025-large-writes.ts'
import { newerVersionError, recordVersion } from './newer.ts'
import type { Db } from './tables.ts'

// Listed by hand and never reordered: the names are in every database that ran them.
const migrations: Record<string, Migration> = {
  '001-people': people,
  '002-inventory': inventory,
  '003-journal': journal,
  '004-events': events,
  '005-second-step': secondStep,
  '006-audit': audit,
  '007-chores': chores,
  '008-kept-answers': keptAnswers,
  '009-last-day': lastDay,
  '010-known-browsers': knownBrowsers,
  '011-installation': installation,
  '012-program-version': programVersion,
  '013-attributes': attributes,
  '014-search': search,
  '015-lists': lists,
  '016-archive': archive,
  '017-tasks-and-gaps': tasksAndGaps,
  '018-mentions-and-sign-ins': mentions,
  '019-saved-views': savedViews,
  '020-item-texts': itemTexts,
  '021-questions': questions,
  '022-guide': guide,
  '023-pictures': pictures,
  '024-exchange': exchange,
  '025-large-writes': largeWrites,
}

/** The names of all migrations there are, in their order. */
export const knownMigrations = Object.keys(migrations)

/** The migrations that a database has run, in order, including those of a newer Vitrine; none for an empty one. */
export async function executedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  return rows.map(({ name }) => name).sort()
}

interface Options {
  /** Called before the first migration of a database in use, with the name of that migration. */
  readonly beforeChange?: (next: string) => Promise<void>
  /** The last migration to run; the newest without it. */
  readonly upTo?: string
}

/** Brings the database up to date; returns the names of what ran. */
export async function migrate(db: Db, { beforeChange, upTo }: Options = {}): Promise<string[]> {
  await expectUtf8(db)
  const executed = await executedMigrations(db)
  const unknown = executed.filter((name) => !knownMigrations.includes(name))
  if (unknown.length > 0) throw await newerVersionError(db, unknown)
  const next = knownMigrations.find((name) => !executed.includes(name))
  if (next !== undefined && executed.length > 0) await beforeChange?.(next)

  const migrator = migratorFor(db)
  const { error, results = [] } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
  if (error) throw new Error('the database could not be migrated; nothing was changed', { cause: error })
  if (upTo === undefined && results.length > 0) await recordVersion(db)
  return results.map((result) => result.migrationName)
}

const migratorFor = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => migrations } })
