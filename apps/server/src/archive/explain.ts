import { OperatorError } from '../base/operator-error.ts'
import { ConfigError } from '../config/config.ts'
import { isConnectionError, isDiskFullError } from '../db/errors.ts'

interface Details {
  readonly message?: string
  readonly code?: unknown
  /** SQLite's result code. */
  readonly errcode?: unknown
  readonly address?: string
  readonly port?: number
  readonly hostname?: string
  /** Path of a file or folder. */
  readonly path?: string
  /** An error per address, if a host name has several. */
  readonly errors?: readonly unknown[]
}

/** Explains an error to the operator in a sentence; null for an unknown error. */
export function explainError(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof OperatorError) return error.message
  const details = (error ?? {}) as Details
  // The first explanation that applies.
  return (
    explainNetwork(details) ??
    explainPostgres(details) ??
    explainSqlite(details) ??
    explainFiles(details) ??
    explainUnreachable(error)
  )
}

/** Formats the message of an error with that of its cause in brackets. */
export const formatWithCause = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message} (${cause.message})` : message

function explainNetwork({
  code,
  address,
  port,
  hostname,
  errors,
  message,
}: Details): string | null {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is taken: stop the other program or set PORT (or METRICS_PORT).`
  }
  if (code === 'EACCES' && port !== undefined)
    return `This user may not use ${address}:${port}: ${message}`
  if (code === 'EADDRNOTAVAIL')
    return `${address} is not an address of this machine: is HOST right?`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The host ${hostname} is not known: is DATABASE_URL right (or HOST)?`
  }
  if (code !== 'ECONNREFUSED') return null
  // Each address of the host failed; one explanation is enough.
  if (errors?.[0]) return explainError(errors[0])
  return `The database does not answer at ${address}:${port}: is it running, is DATABASE_URL right?`
}

// Codes of PostgreSQL.
const [invalidPassword, invalidAuthorization, unknownDatabase] = ['28P01', '28000', '3D000']

function explainPostgres({ code }: Details): string | null {
  if (code === invalidPassword || code === invalidAuthorization)
    return 'The database refuses the user or the password in DATABASE_URL.'
  if (code === unknownDatabase)
    return 'PostgreSQL has no database of the name in DATABASE_URL: please create it.'
  return null
}

// Result codes of SQLite.
const [sqliteCorrupt, sqliteNotADatabase] = [11, 26]
const damagedCodes = [sqliteCorrupt, sqliteNotADatabase]
const [sqliteReadOnly, sqliteCannotOpen] = [8, 14]
const inaccessibleCodes = [sqliteReadOnly, sqliteCannotOpen]

function explainSqlite({ errcode, message, path }: Details): string | null {
  // The last byte of an extended result code is the primary one.
  const code = typeof errcode === 'number' ? errcode & 0xff : 0
  const file = path === undefined ? 'The database file' : `The database file ${path}`
  if (damagedCodes.includes(code))
    return `${file} is damaged: ${message}. Please restore the newest backup.`
  if (inaccessibleCodes.includes(code))
    return `${file} can’t be used: ${message}. Is its path right, and may this user write there?`
  return null
}

const inaccessibleFileCodes = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST']

function explainFiles(details: Details): string | null {
  if (isDiskFullError(details)) return 'The disk is full: please make room and try again.'
  const { code, path, message = '' } = details
  if (path === undefined || !inaccessibleFileCodes.includes(String(code))) return null
  // Node's message is "CODE: reason, call 'path'".
  const reason = /^\w+: (.+?),/.exec(message)?.[1] ?? message
  return `${path} can’t be used: ${reason}. Is the path right, and may this user write there?`
}

function explainUnreachable(error: unknown): string | null {
  if (!isConnectionError(error)) return null
  return 'The database does not answer: is it running, is DATABASE_URL right?'
}
