const sqliteUnique = 2067
const postgresUnique = '23505'

/** True for the error that both databases throw, each in its own way, when a unique value is taken. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown }
  return errcode === sqliteUnique || code === postgresUnique
}

/** True when all connections to PostgreSQL were taken for longer than anybody should wait; `pg` gives it no code. */
export const isOutOfConnections = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'
