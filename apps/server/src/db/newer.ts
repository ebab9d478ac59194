import { versionLabel } from '@vitrine/contract'
import { OperatorError } from '../base/operator-error.ts'
import type { Db } from './tables.ts'

/** For a database that a newer program has changed: this one does not know what it would break. */
export async function newerVersionError(db: Db, unknown: readonly string[]): Promise<OperatorError> {
  const version = await newestVersion(db).catch(() => undefined)
  return new OperatorError(
    [
      `The database is of a newer Vitrine: ${version ?? 'which one is not known'} (${unknown.join(', ')}). This is ${versionLabel}; nothing was changed.`,
      `  - To go on: install ${version ?? 'the newer version'}.`,
      '  - To go back: restore the backup that was written before the update (before-….tar in BACKUP_DIR) into a new database.',
    ].join('\n'),
  )
}

/** Which program brought the database up to date last. */
async function newestVersion(db: Db): Promise<string | undefined> {
  const found = await db.selectFrom('program_version').select('version').executeTakeFirst()
  return found?.version || undefined
}

/** Noted with every change of the tables, so that an older program can tell which one to install. */
export const recordVersion = (db: Db): Promise<unknown> =>
  db.updateTable('program_version').set({ version: versionLabel }).execute()
