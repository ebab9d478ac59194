import { type DestinationStream, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { openLogOutput } from './log-output.ts'

export const standardOutput = openLogOutput(1)

export const createLogger = (
  level: Config['logLevel'],
  destination: DestinationStream = standardOutput,
) => pino({ level, base: null, serializers: { err: toLoggable } }, destination)

/**
 * The loggable fields of an error: an allowlist, because database and mail errors carry values and
 * addresses.
 */
function toLoggable(error: Error & { code?: unknown; errcode?: unknown; sql?: unknown }): object {
  return {
    type: error.name,
    message: error.message,
    code: error.code ?? error.errcode,
    sql: error.sql,
    stack: error.stack,
    cause: error.cause instanceof Error ? toLoggable(error.cause) : undefined,
  }
}
