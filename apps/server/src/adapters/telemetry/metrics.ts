import { once } from 'node:events'
import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Telemetry } from './answered.ts'

// In seconds, from a cached answer to a merged paper.
const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2.5, 10, 60]

/** Metrics for Prometheus, served on a port that visitors can’t reach. */
export async function openMetrics(
  listen: { host: string; port: number },
  droppedLogLines: () => number,
): Promise<Telemetry> {
  const registry = new Registry()
  // In milliseconds: an idle process wakes once in ten seconds. Shorter delays show in the durations of requests.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10_000 })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took until the last byte was sent',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Lines of the log that could not be written, as on a full disk',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(droppedLogLines())
    },
  })

  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const figures = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType }).end(figures)
  })
  server.listen(listen)
  await once(server, 'listening')

  return {
    record({ method, route, status, milliseconds }) {
      requests.observe({ method, route, status }, milliseconds / 1000)
    },
    async close() {
      server.close()
      server.closeAllConnections()
      registry.clear()
    },
  }
}
