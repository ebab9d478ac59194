/** True for the error that both databases throw, each in its own way, when a unique value is taken. */
export const isUniqueViolation = (error: unknown): boolean => isViolation(error, 2067, '23505')

/** The same for a row that names another one which is not there. */
export const isForeignKeyViolation = (error: unknown): boolean => isViolation(error, 787, '23503')

function isViolation(error: unknown, sqlite: number, postgres: string): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown }
  return errcode === sqlite || code === postgres
}

/** True when all connections to PostgreSQL were taken for longer than anybody should wait; `pg` gives it no code. */
export const isOutOfConnections = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'
