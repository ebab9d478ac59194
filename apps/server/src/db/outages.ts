interface Coded {
  readonly code?: unknown
  readonly errcode?: unknown
}

const sqliteFull = 13
const postgresFull = '53100'

/** True when a disk is full: the one of the data folder or the one of the database. */
export function isOutOfSpace(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as Coded
  // SQLite's extended codes carry the plain one in their last byte.
  const sqlite = typeof errcode === 'number' ? errcode & 0xff : null
  return code === 'ENOSPC' || code === 'EDQUOT' || code === postgresFull || sqlite === sqliteFull
}

const sqliteReadOnly = 8
const sqliteIoError = 10
const postgresReadOnly = '25006'

/** True when a disk takes no bytes any more: mounted read-only, as kernels do after an error, or broken. */
export function isReadOnly(error: unknown): boolean {
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

// Of the network; then of PostgreSQL, which is stopping, crashed, starting, or has ended this connection.
const goneCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '08003', '08006', '25P03'],
])
// `pg` gives these no code.
const goneMessages = ['Connection terminated', 'Client has encountered a connection error', 'timeout expired']

/** True when the database went away or can’t be reached. What else we talk to over a network tells its own failures. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (goneCodes.has(String((error as Coded).code)) || goneMessages.some((start) => error.message.startsWith(start)))
