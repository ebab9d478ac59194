import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

const maxCachedStatements = 200

/** Caches recent statements: preparing a small query takes twice as long as running it. */
export function cacheStatements<Statement extends object>(
  prepare: (sql: string) => Statement,
): (sql: string) => Statement {
  const cache = new LRUCache<string, Statement>({ max: maxCachedStatements })
  return (sql) => {
    const cached = cache.get(sql)
    if (cached) return cached
    const statement = prepare(sql)
    cache.set(sql, statement)
    return statement
  }
}

// Larger bindings are cleared after each run. The length is in characters and bytes, of all values.
const maxKeptParameters = 5_000
const maxKeptLength = 64 * 1024

/**
 * Runs a statement, and unbinds large values afterwards: SQLite would keep them until the statement
 * runs again.
 */
export function runStatement<Method extends 'all' | 'run'>(
  statement: StatementSync,
  method: Method,
  parameters: readonly unknown[],
): ReturnType<StatementSync[Method]> {
  const values = toBindableValues(parameters)
  try {
    return statement[method](...values) as ReturnType<StatementSync[Method]>
  } finally {
    if (values.length > maxKeptParameters || sumLengths(values) > maxKeptLength)
      clearBindings(statement)
  }
}

/**
 * Clears all bindings. Node has no call for this, but does so before it rejects a value that can’t
 * be bound.
 */
function clearBindings(statement: StatementSync): void {
  try {
    statement.run(Symbol('unbindable') as never)
  } catch {}
}

/**
 * Checks query parameters: an object in first place would be taken for named parameters and
 * silently shift all the others.
 */
function toBindableValues(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'bigint' ||
      value instanceof Uint8Array
    )
      return value
    throw new TypeError(`a query parameter can’t be of type ${typeof value}`)
  })
}

function sumLengths(values: readonly SQLInputValue[]): number {
  let length = 0
  for (const value of values) {
    if (typeof value === 'string' || value instanceof Uint8Array) length += value.length
  }
  return length
}
