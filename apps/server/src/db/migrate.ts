import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { OperatorError } from '../base/operator-error.ts'
import { productVersion } from '../base/version.ts'
import { isPostgres } from './dialect.ts'
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
import * as labels from './migrations/026-labels.ts'
import * as museums from './migrations/027-museums.ts'
import * as places from './migrations/028-places.ts'
import * as stocktake from './migrations/029-stocktake.ts'
import * as movementPaths from './migrations/030-movement-paths.ts'
import * as stocktakeSenders from './migrations/031-stocktake-senders.ts'
import * as indexes from './migrations/032-indexes.ts'
import * as acquiredFrom from './migrations/033-acquired-from.ts'
import * as sentMails from './migrations/034-sent-mails.ts'
import * as wholeImports from './migrations/035-whole-imports.ts'
import * as lockedAccounts from './migrations/036-locked-accounts.ts'
import * as movementDays from './migrations/037-movement-days.ts'
import * as notices from './migrations/038-notices.ts'
import * as conditionChecks from './migrations/039-condition-checks.ts'
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
  '026-labels': labels,
  '027-museums': museums,
  '028-places': places,
  '029-stocktake': stocktake,
  '030-movement-paths': movementPaths,
  '031-stocktake-senders': stocktakeSenders,
  '032-indexes': indexes,
  '033-acquired-from': acquiredFrom,
  '034-sent-mails': sentMails,
  '035-whole-imports': wholeImports,
  '036-locked-accounts': lockedAccounts,
  '037-movement-days': movementDays,
  '038-notices': notices,
  '039-condition-checks': conditionChecks,
}

/** The names of all migrations, in order. */
export const knownMigrations = Object.keys(migrations)

/** The schema number after these migrations: the number of the last one; 0 for none. */
export const toSchemaNumber = (names: readonly string[]): number =>
  Number.parseInt(names.at(-1) ?? '0', 10)

/** Such as 'Vitrine 6.9.0 (schema 39)'. */
export const versionAndSchema = `Vitrine ${productVersion} (schema ${toSchemaNumber(knownMigrations)})`

/**
 * The migrations that a database has run, in order, including those of a newer Vitrine; none for an
 * empty one.
 */
export async function readExecutedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  return rows.map(({ name }) => name).sort()
}

interface Options {
  /** Called before the first migration of a database in use, with the name of that migration. */
  readonly beforeChange?: (firstPending: string) => Promise<void>
  /** The last migration to run; the newest without it. */
  readonly upTo?: string
}

/** Brings the database up to date; returns the names of the migrations that it ran. */
export async function migrate(db: Db, { beforeChange, upTo }: Options = {}): Promise<string[]> {
  await requireUtf8(db)
  const executed = await readExecutedMigrations(db)
  const unknown = executed.filter((name) => !knownMigrations.includes(name))
  if (unknown.length > 0) throw await createNewerVersionError(db, executed)
  const firstPending = knownMigrations.find((name) => !executed.includes(name))
  const isInUse = executed.length > 0
  if (firstPending !== undefined && isInUse) await beforeChange?.(firstPending)

  const migrator = createMigrator(db)
  const { error, results = [] } = await (upTo
    ? migrator.migrateTo(upTo)
    : migrator.migrateToLatest())
  if (error)
    throw new Error('the database could not be migrated; nothing was changed', { cause: error })
  if (upTo === undefined && results.length > 0) await recordVersion(db)
  return results.map((result) => result.migrationName)
}

function createMigrator(db: Db): Migrator {
  const entries = Object.entries(migrations).map(([name, migration]) => [
    name,
    withWriterLock(migration),
  ])
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(entries) } })
}

/**
 * On PostgreSQL: waits for transactions of processes that still run, and holds off new ones (see
 * `rejectNewerSchema`).
 */
const withWriterLock = ({ up }: Migration): Migration => ({
  async up(db) {
    if (isPostgres(db))
      await sql`lock table ${sql.table(DEFAULT_MIGRATION_TABLE)} in access exclusive mode`.execute(
        db,
      )
    await up(db)
  },
})

/** The error for a database that a newer version has migrated: this version must not touch it. */
async function createNewerVersionError(
  db: Db,
  executed: readonly string[],
): Promise<OperatorError> {
  const version = await readNewestVersion(db).catch(() => undefined)
  return new OperatorError(
    [
      `The database was made by Vitrine ${version ?? 'of a newer version'} (schema ${toSchemaNumber(executed)}). This is ${versionAndSchema}; nothing was changed.`,
      `  - To go on: install ${version ? `${version} or newer` : 'the newer version'}.`,
      '  - To go back: restore the backup that was written before the update (before-….tar in BACKUP_DIR) into a new database.',
    ].join('\n'),
  )
}

/** The version that last migrated the database. */
async function readNewestVersion(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('program_version').select('version').executeTakeFirst()
  // Versions up to 6.7.0 recorded 'version 6.7'.
  return row?.version.replace('version ', '') || undefined
}

/** Recorded with every migration, so that an older version can name the version to install. */
const recordVersion = (db: Db): Promise<unknown> =>
  db.updateTable('program_version').set({ version: productVersion }).execute()

/** Any other encoding rejects or garbles letters that it lacks. */
async function requireUtf8(db: Db): Promise<void> {
  if (!isPostgres(db)) return
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db)
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new OperatorError(
    [
      `The database in DATABASE_URL is encoded in ${encoding}, which can’t hold every letter. Please make one in UTF-8:`,
      "  create database vitrine owner vitrine encoding 'UTF8' template template0;",
    ].join('\n'),
  )
}
