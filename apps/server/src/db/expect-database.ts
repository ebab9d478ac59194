import { accessSync, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '../base/operator-error.ts'
import type { Config } from '../config/config.ts'
import { readExecutedMigrations } from './migrate.ts'
import type { Db } from './tables.ts'

type DatabaseConfig = Config['database']

// Another process that is starting may have created the file and not yet written to it.
const maxTries = 10
const retryDelayMs = 100

/**
 * SQLite accepts an empty file as a new database, but a full disk or an interrupted copy leaves one
 * too.
 */
export async function rejectEmptyDatabaseFile(target: DatabaseConfig): Promise<void> {
  if (target.kind !== 'sqlite') return
  for (let attempt = 1; isEmptyFile(target.file); attempt++) {
    if (attempt === maxTries) throw createEmptyFileError(target.file)
    await wait(retryDelayMs)
  }
}

const isEmptyFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.size === 0

const createEmptyFileError = (file: string): OperatorError =>
  new OperatorError(
    `The database file ${file} is empty (0 bytes). Please restore the newest backup; if there was never anything in it, remove the file.`,
  )

/**
 * In production the server never creates a database: if it is missing, its disk is probably not
 * mounted. Must be called before the database is opened, because opening a SQLite file creates it.
 */
export function requireDatabaseFile(target: DatabaseConfig): void {
  if (target.kind === 'sqlite' && !existsSync(target.file))
    throw createNoDatabaseError(`no file ${target.file}`)
}

/** Like `requireDatabaseFile`, for a database that exists but is empty. */
export async function requireMigratedDatabase(db: Db, target: DatabaseConfig): Promise<void> {
  if ((await readExecutedMigrations(db)).length > 0) return
  throw createNoDatabaseError(
    target.kind === 'sqlite'
      ? `nothing in ${target.file}`
      : 'nothing in the database of DATABASE_URL',
  )
}

const createNoDatabaseError = (finding: string): OperatorError =>
  new OperatorError(
    [
      `There is ${finding}, and in production Vitrine does not start with an empty database. Nothing was written.`,
      '  - If you have used it before: is the disk mounted, and is DATA_DIR (or DATABASE_URL) right?',
      '  - If it is new: vitrine create-root --email you@example.org',
    ].join('\n'),
  )

/**
 * Parses the database that an operator names: the address of a PostgreSQL database or a SQLite
 * file.
 */
export function parseDatabaseName(name: string): DatabaseConfig {
  if (/^postgres(ql)?:\/\//.test(name)) return { kind: 'postgres', url: name }
  // Taken for a file, a mistyped address would create a folder and seem to work. It may hold a
  // password, so the message does not repeat it.
  const isOtherAddress = /^[a-z][a-z\d+.-]+:\//i.test(name)
  if (isOtherAddress)
    throw new Error(
      'A database is a SQLite file or looks like postgres://user:password@host:5432/database.',
    )
  return { kind: 'sqlite', file: resolve(name) }
}

/** Requires the database to exist: opening a missing SQLite file would create it. */
export function requireExistingDatabase(database: DatabaseConfig): DatabaseConfig {
  if (database.kind === 'sqlite') requireFile(database.file)
  return database
}

function requireFile(file: string): void {
  try {
    accessSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`There is no file ${file}.`)
  }
  if (isEmptyFile(file)) throw createEmptyFileError(file)
}

/** Describes a database without the password that its address may hold. */
export function describeDatabase(database: DatabaseConfig): string {
  if (database.kind === 'sqlite') return `the SQLite database ${database.file}`
  const { host, pathname } = new URL(database.url)
  return `the PostgreSQL database ${decodeURIComponent(pathname.slice(1))} at ${host}`
}
