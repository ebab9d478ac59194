import { type DestinationStream, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { openLogOutput } from './log-output.ts'

export const standardOutput = openLogOutput(1)

export const createLogger = (
  level: Config['logLevel'],
  destination: DestinationStream = standardOutput,
) => pino({ level, base: null, serializers: { err: described } }, destination)

/**
 * The loggable fields of an error. An allowlist, because database and mail errors carry values and
 * addresses.
 */
function described(error: Error & { code?: unknown; errcode?: unknown; sql?: unknown }): object {
  return {
    type: error.name,
    message: error.message,
    code: error.code ?? error.errcode,
    sql: error.sql,
    stack: error.stack,
    cause: error.cause instanceof Error ? described(error.cause) : undefined,
  }
}
