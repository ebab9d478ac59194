import { createLogger } from '../src/runtime/logger.ts'

// The first is logged by `handleErrors`, the second by Fastify for a handler that fails after it has answered.
const unexpected =
  /"msg":"(?:a request failed unexpectedly|Promise errored, but reply.sent = true was set)"/
// The two calls of `features/diagnostics`.
const onPurpose = /a test error, made on purpose|a_table_that_does_not_exist/

/** The lines of a log about unexpected failures. */
export const findUnexpectedFailures = (log: string): string[] =>
  log.split('\n').filter((line) => unexpected.test(line) && !onPurpose.test(line))

/**
 * The log of a test server: such a line fails the test, whatever was answered (test/console-error.ts). A process that the
 * system ended is only reported.
 */
export const unexpectedFailureLogger = createLogger('warn', {
  write(lines) {
    for (const line of findUnexpectedFailures(lines)) console.error(line)
    if (lines.includes('ended by itself')) console.warn(lines)
  },
})
