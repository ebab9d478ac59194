/** True for the error that both databases throw, each in its own way, when a unique value is taken. */
export const isUniqueViolation = (error: unknown): boolean => isViolation(error, 2067, '23505')

/** The same for a reference to a row that does not exist. */
export const isForeignKeyViolation = (error: unknown): boolean => isViolation(error, 787, '23503')

function isViolation(error: unknown, sqlite: number, postgres: string): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown }
  return errcode === sqlite || code === postgres
}

/** True when the pool timed out waiting for a free connection; `pg` gives this error no code. */
export const isOutOfConnections = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'
