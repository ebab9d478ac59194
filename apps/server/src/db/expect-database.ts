import { existsSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '../base/operator-error.ts'
import type { Config } from '../config/config.ts'
import { executedMigrations } from './migrate.ts'
import type { Db } from './tables.ts'

type Target = Config['database']

// Another process that is starting may have created the file and not yet written to it.
const maxTries = 10
const retryDelayMs = 100

/** SQLite accepts an empty file as a new database, but a full disk or an interrupted copy leaves one too. */
export async function rejectEmptyFile(target: Target): Promise<void> {
  if (target.kind !== 'sqlite') return
  for (let count = 1; isEmptyFile(target.file); count++) {
    if (count === maxTries) throw emptyFileError(target.file)
    await wait(retryDelayMs)
  }
}

export const isEmptyFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.size === 0

export const emptyFileError = (file: string): OperatorError =>
  new OperatorError(
    `The database file ${file} is empty (0 bytes). Please restore the newest backup; if there was never anything in it, remove the file.`,
  )

/**
 * In production the server never creates a database: if it is missing, its disk is probably not mounted. Checked before
 * the database is opened, because opening a SQLite file creates it.
 */
export function expectFile(target: Target): void {
  if (target.kind === 'sqlite' && !existsSync(target.file)) throw noDatabaseError(`no file ${target.file}`)
}

/** The same for a database that exists but is empty. */
export async function expectVitrine(db: Db, target: Target): Promise<void> {
  if ((await executedMigrations(db)).length > 0) return
  throw noDatabaseError(
    target.kind === 'sqlite' ? `nothing in ${target.file}` : 'nothing in the database of DATABASE_URL',
  )
}

const noDatabaseError = (what: string): OperatorError =>
  new OperatorError(
    [
      `There is ${what}, and in production Vitrine does not start with an empty database. Nothing was written.`,
      '  - If you have used it before: is the disk mounted, and is DATA_DIR (or DATABASE_URL) right?',
      '  - If it is new: npm run vitrine -- create-root --email you@example.org',
    ].join('\n'),
  )
