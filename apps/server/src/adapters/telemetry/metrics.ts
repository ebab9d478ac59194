import { once } from 'node:events'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { seconds } from '../../base/clock.ts'
import type { Telemetry } from './answered.ts'

// In seconds, from a cached answer to what nobody waits for.
const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2.5, 10, 60]

/** Request metrics for Prometheus, served on a port that visitors can’t reach. */
export async function openMetrics(listen: { host: string; port: number }): Promise<Telemetry> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: seldom })
  const eventLoop = measureEventLoop(registry)
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took until the last byte was sent',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })

  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const figures = await registry.metrics()
    eventLoop.reset()
    response.writeHead(200, { 'content-type': registry.contentType }).end(figures)
  })
  server.listen(listen)
  await once(server, 'listening')

  return {
    record({ method, route, status, milliseconds }) {
      eventLoop.note()
      requests.observe({ method, route, status }, milliseconds / 1000)
    },
    async close() {
      server.close()
      server.closeAllConnections()
      eventLoop.rest()
      registry.clear()
    },
  }
}

// The longest time of a timer: the library's own monitor can't be left out and would wake the process a hundred times a second.
const seldom = 2 ** 31 - 1

type Delays = ReturnType<typeof monitorEventLoopDelay>

const lags: Readonly<Record<string, (delays: Delays) => number>> = {
  min: ({ min }) => min,
  max: ({ max }) => max,
  mean: ({ mean }) => mean,
  stddev: ({ stddev }) => stddev,
  p50: (delays) => delays.percentile(50),
  p90: (delays) => delays.percentile(90),
  p99: (delays) => delays.percentile(99),
}

/** The library's figures of the event loop, under the same names, but measured only while requests come. */
function measureEventLoop(registry: Registry) {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  for (const [statistic, of] of Object.entries(lags)) {
    const name = `nodejs_eventloop_lag_${statistic}_seconds`
    registry.removeSingleMetric(name)
    new Gauge({
      name,
      help: `Event loop delay while requests come, since the last scrape: ${statistic}`,
      registers: [registry],
      collect() {
        this.set(delays.count > 0 ? of(delays) / 1e9 : 0)
      },
    })
  }
  const rest = () => void delays.disable()
  const idle = setTimeout(rest, seconds(5)).unref()
  return {
    note() {
      delays.enable()
      idle.refresh()
    },
    rest,
    reset: () => delays.reset(),
  }
}
