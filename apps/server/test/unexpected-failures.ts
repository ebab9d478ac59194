import { createLogger } from '../src/runtime/logger.ts'

// Logged by `handleErrors`, and by Fastify for a handler that fails after answering.
const unexpectedMessage =
  /"msg":"(?:a request failed unexpectedly|Promise errored, but reply.sent = true was set)"/
// Errors of the two calls of `features/diagnostics`.
const deliberateMessage = /a test error, made on purpose|a_table_that_does_not_exist/

export const findUnexpectedFailures = (log: string): string[] =>
  log.split('\n').filter((line) => unexpectedMessage.test(line) && !deliberateMessage.test(line))

/**
 * The logger of test servers: an unexpected failure fails the test, whatever was answered
 * (test/console-error.ts). A process that the system killed is only reported.
 */
export const unexpectedFailureLogger = createLogger('warn', {
  write(lines) {
    for (const line of findUnexpectedFailures(lines)) console.error(line)
    if (lines.includes('ended by itself')) console.warn(lines)
  },
})
