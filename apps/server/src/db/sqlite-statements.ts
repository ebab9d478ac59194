import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

const maxStatements = 200

/** Preparing a small query takes twice as long as running it, so recent statements are cached. */
export function cacheStatements<Statement extends object>(
  prepare: (sql: string) => Statement,
): (sql: string) => Statement {
  const cache = new LRUCache<string, Statement>({ max: maxStatements })
  return (sql) => {
    const cached = cache.get(sql)
    if (cached) return cached
    const statement = prepare(sql)
    cache.set(sql, statement)
    return statement
  }
}

const maxHeldParameters = 5_000
const maxHeldLength = 64 * 1024

/**
 * SQLite holds what is bound until the statement runs again, so large values are unbound at once.
 */
export function runStatement<Method extends 'all' | 'run'>(
  statement: StatementSync,
  method: Method,
  parameters: readonly unknown[],
): ReturnType<StatementSync[Method]> {
  const values = bindable(parameters)
  try {
    return statement[method](...values) as ReturnType<StatementSync[Method]>
  } finally {
    if (values.length > maxHeldParameters || totalLength(values) > maxHeldLength)
      clearBindings(statement)
  }
}

/**
 * Node has no call for this, but clears all bindings before it rejects a value that can’t be bound.
 */
function clearBindings(statement: StatementSync): void {
  try {
    statement.run(Symbol('unbindable') as never)
  } catch {}
}

/** An object in first place would be read as named parameters and silently shift all the others. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
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

function totalLength(values: readonly SQLInputValue[]): number {
  let length = 0
  for (const value of values) {
    if (typeof value === 'string' || value instanceof Uint8Array) length += value.length
  }
  return length
}
