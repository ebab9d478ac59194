import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { bindable } from './sqlite.ts'
import type { Db } from './tables.ts'

/** Runs a select at once, beside whatever transaction is under way. */
export type Read = (sql: string, parameters: readonly unknown[]) => unknown[]

const readers = new WeakMap<Db, Read>()

/** None on PostgreSQL, and none inside a transaction: what that has written, only itself can see. */
export const readerOf = (db: Db): Read | undefined => readers.get(db)

/**
 * A second connection, for prepared reads. The first one belongs to a transaction while that lasts; an import would keep
 * everybody else waiting. Each read sees all that is committed.
 */
export function giveReader(db: Db, file: string): void {
  let sqlite: DatabaseSync | undefined
  const statements = new Map<string, StatementSync>()

  function prepare(sql: string): StatementSync {
    sqlite ??= new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    const statement = statements.get(sql) ?? sqlite.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  readers.set(db, (sql, parameters) => {
    try {
      return prepare(sql).all(...bindable(parameters))
    } catch (error) {
      // For the log; never its parameters, which people typed.
      throw error instanceof Error ? Object.assign(error, { sql }) : error
    }
  })
  const destroy = db.destroy.bind(db)
  db.destroy = async () => {
    readers.delete(db)
    sqlite?.close()
    await destroy()
  }
}
