import { accessSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { emptyFileError, isEmptyFile } from '../db/expect-database.ts'

/** A database as an operator names it: the address of a PostgreSQL or the file of a SQLite. */
export function databaseNamed(name: string): Config['database'] {
  if (/^postgres(ql)?:\/\//.test(name)) return { kind: 'postgres', url: name }
  // Taken for a file, a mistyped address would create a folder of that name and seem to work. It may hold a password.
  if (/^[a-z][a-z\d+.-]+:\//i.test(name))
    throw new Error('A database is a SQLite file or looks like postgres://user:password@host:5432/database.')
  return { kind: 'sqlite', file: resolve(name) }
}

/** Requires the database to exist: opening a missing SQLite file would create it. */
export function existingDatabase(database: Config['database']): Config['database'] {
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
  if (isEmptyFile(file)) throw emptyFileError(file)
}

/** Where a database is, without the password that its address may hold. */
export function placeOf(database: Config['database']): string {
  if (database.kind === 'sqlite') return `the SQLite database ${database.file}`
  const { host, pathname } = new URL(database.url)
  return `the PostgreSQL database ${decodeURIComponent(pathname.slice(1))} at ${host}`
}
