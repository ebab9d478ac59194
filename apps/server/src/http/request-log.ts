import type { FastifyInstance } from 'fastify'
import type { TelemetrySink } from '../adapters/telemetry/telemetry-sink.ts'

/**
 * Logs one line per call. It names the route's pattern, never the address, which may hold a
 * password link.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.actor?.userId,
        ...(request.routeOptions.config.test && { test: true }),
      },
      'request',
    )
    done()
  })
}

/** Passes each answered request to the metrics and traces. */
export function recordTelemetry(app: FastifyInstance, sinks: readonly TelemetrySink[]): void {
  if (sinks.length === 0) return
  app.addHook('onResponse', (request, reply, done) => {
    const answered = {
      id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      isTest: request.routeOptions.config.test === true,
      milliseconds: reply.elapsedTime,
      headers: request.headers,
    }
    for (const sink of sinks) sink.record(answered)
    done()
  })
  app.addHook('onClose', async () => {
    await Promise.all(sinks.map((sink) => sink.close()))
  })
}
