/** Whether a unique value is already taken; each database throws its own error. */
export const isUniqueViolation = (error: unknown): boolean => isViolation(error, 2067, '23505')

/** Whether a row refers to one that does not exist; each database throws its own error. */
export const isForeignKeyViolation = (error: unknown): boolean => isViolation(error, 787, '23503')

function isViolation(error: unknown, sqlite: number, postgres: string): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown }
  return errcode === sqlite || code === postgres
}

/** Whether the pool timed out waiting for a free connection; `pg` gives this error no code. */
export const isPoolTimeoutError = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

interface Coded {
  readonly code?: unknown
  readonly errcode?: unknown
}

const sqliteFull = 13
const postgresFull = '53100'

/** Whether a disk is full: that of the data folder or that of the database. */
export function isDiskFullError(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as Coded
  // SQLite's extended codes contain the primary code in their last byte.
  const sqlite = typeof errcode === 'number' ? errcode & 0xff : null
  return code === 'ENOSPC' || code === 'EDQUOT' || code === postgresFull || sqlite === sqliteFull
}

const sqliteReadOnly = 8
const sqliteIoError = 10
const postgresReadOnly = '25006'

/**
 * Whether a disk can’t be written to, because it is broken or the kernel has remounted it read-only
 * after an error.
 */
export function isReadOnlyDiskError(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as Coded
  const sqlite = typeof errcode === 'number' ? errcode & 0xff : null
  return (
    code === 'EROFS' ||
    code === 'EIO' ||
    code === postgresReadOnly ||
    sqlite === sqliteReadOnly ||
    sqlite === sqliteIoError
  )
}

// Network errors, then PostgreSQL's: stopping, crashed, starting, or connection closed.
const connectionCodes = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EAI_AGAIN',
  ],
  ...['57P01', '57P02', '57P03', '08003', '08006', '25P03'],
])
// Messages of errors to which `pg` gives no code.
const connectionMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout expired',
]

/**
 * Whether the database connection was lost or refused. Other services have error types of their
 * own.
 */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof Error &&
  (connectionCodes.has(String((error as Coded).code)) ||
    connectionMessages.some((start) => error.message.startsWith(start)))
