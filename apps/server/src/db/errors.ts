// Each database throws its own error: SQLite with an extended result code, PostgreSQL with an
// SQLSTATE.
interface ViolationCodes {
  readonly sqlite: number
  readonly postgres: string
}

// SQLITE_CONSTRAINT_UNIQUE and unique_violation.
const uniqueViolation: ViolationCodes = { sqlite: 2067, postgres: '23505' }
// SQLITE_CONSTRAINT_FOREIGNKEY and foreign_key_violation.
const foreignKeyViolation: ViolationCodes = { sqlite: 787, postgres: '23503' }

/** Whether a unique value is already taken. */
export const isUniqueViolation = (error: unknown): boolean => isViolation(error, uniqueViolation)

/** Whether a row refers to one that does not exist. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  isViolation(error, foreignKeyViolation)

function isViolation(error: unknown, { sqlite, postgres }: ViolationCodes): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as Error & CodedError
  return errcode === sqlite || code === postgres
}

/** Whether the pool timed out waiting for a free connection; `pg` gives this error no code. */
export const isPoolTimeoutError = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** Node's and PostgreSQL's errors have a `code`, SQLite's an `errcode`. */
interface CodedError {
  readonly code?: unknown
  readonly errcode?: unknown
}

const sqliteFull = 13
const postgresFull = '53100'

/** Whether a disk is full: that of the data folder or that of the database. */
export function isDiskFullError(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as CodedError
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    code === postgresFull ||
    toPrimaryCode(errcode) === sqliteFull
  )
}

const sqliteReadOnly = 8
const sqliteIoError = 10
const postgresReadOnly = '25006'

/**
 * Whether a disk can’t be written to, because it is broken or the kernel has remounted it read-only
 * after an error.
 */
export function isReadOnlyDiskError(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as CodedError
  const sqliteCode = toPrimaryCode(errcode)
  return (
    code === 'EROFS' ||
    code === 'EIO' ||
    code === postgresReadOnly ||
    sqliteCode === sqliteReadOnly ||
    sqliteCode === sqliteIoError
  )
}

/** SQLite's extended result codes contain the primary code in their last byte. */
const toPrimaryCode = (errcode: unknown): number | null =>
  typeof errcode === 'number' ? errcode & 0xff : null

const connectionCodes = new Set([
  // Errors of the network.
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  // PostgreSQL is stopping, has crashed or is starting.
  '57P01',
  '57P02',
  '57P03',
  // PostgreSQL has no connection, lost it, or closed it after a transaction was idle for too long.
  '08003',
  '08006',
  '25P03',
])
// How messages begin of errors to which `pg` gives no code.
const connectionMessageStarts = [
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
  (connectionCodes.has(String((error as CodedError).code)) ||
    connectionMessageStarts.some((start) => error.message.startsWith(start)))
