import { versionLabel } from '@vitrine/contract'
import { OperatorError } from '../base/operator-error.ts'
import type { Db } from './tables.ts'

/** For a database migrated by a newer version, which this one must not touch. */
export async function newerVersionError(db: Db, unknown: readonly string[]): Promise<OperatorError> {
  const version = await newestVersion(db).catch(() => undefined)
  return new OperatorError(
    [
      `The database was made by a newer Vitrine: ${version ?? 'unknown version'} (${unknown.join(', ')}). This is ${versionLabel}; nothing was changed.`,
      `  - To go on: install ${version ?? 'the newer version'}.`,
      '  - To go back: restore the backup that was written before the update (before-….tar in BACKUP_DIR) into a new database.',
    ].join('\n'),
  )
}

/** The version that last migrated the database. */
async function newestVersion(db: Db): Promise<string | undefined> {
  const found = await db.selectFrom('program_version').select('version').executeTakeFirst()
  return found?.version || undefined
}

/** Recorded with every migration, so that an older version can name the one to install. */
export const recordVersion = (db: Db): Promise<unknown> =>
  db.updateTable('program_version').set({ version: versionLabel }).execute()
