import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'

/** A database as an operator names it: the address of a PostgreSQL or the file of a SQLite. */
export function databaseNamed(name: string): Config['database'] {
  return /^postgres(ql)?:\/\//.test(name) ? { kind: 'postgres', url: name } : { kind: 'sqlite', file: resolve(name) }
}

/** One that must be there: opening a SQLite file that is not would make it. */
export function existingDatabase(database: Config['database']): Config['database'] {
  if (database.kind === 'sqlite' && !existsSync(database.file)) throw new Error(`There is no file ${database.file}.`)
  return database
}
