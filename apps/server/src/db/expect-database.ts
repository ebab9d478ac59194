import { existsSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '../base/operator-error.ts'
import type { Config } from '../config/config.ts'
import { executedMigrations } from './migrate.ts'
import type { Db } from './tables.ts'

type Target = Config['database']

// Another process that starts at the same moment has made the file and not yet written to it.
const tries = 10
const timeBetweenTries = 100

/** SQLite takes a file of no bytes for a new database; it is what a full disk or a copy that was cut off leaves. */
export async function rejectEmptyFile(target: Target): Promise<void> {
  if (target.kind !== 'sqlite') return
  for (let count = 1; isEmptyFile(target.file); count++) {
    if (count === tries) throw emptyFile(target.file)
    await wait(timeBetweenTries)
  }
}

export const isEmptyFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.size === 0

export const emptyFile = (file: string): OperatorError =>
  new OperatorError(
    `The database file ${file} is empty (0 bytes). Please restore the newest backup; if there was never anything in it, remove the file.`,
  )

/**
 * For a server in production, which never makes a database of its own accord: where one is missing, its disk is most
 * likely not mounted. Asked before the database is opened, because opening a SQLite file makes it.
 */
export function expectFile(target: Target): void {
  if (target.kind === 'sqlite' && !existsSync(target.file)) throw nothingThere(`no file ${target.file}`)
}

/** The same for a database that is there and holds nothing. */
export async function expectVitrine(db: Db, target: Target): Promise<void> {
  if ((await executedMigrations(db)).length > 0) return
  throw nothingThere(target.kind === 'sqlite' ? `nothing in ${target.file}` : 'nothing in the database of DATABASE_URL')
}

const nothingThere = (what: string): OperatorError =>
  new OperatorError(
    [
      `There is ${what}, and in production Vitrine does not start with an empty database. Nothing was written.`,
      '  - If you have used it before: is the disk mounted, and is DATA_DIR (or DATABASE_URL) right?',
      '  - If it is new: npm run vitrine -- create-root --email you@example.org',
    ].join('\n'),
  )
