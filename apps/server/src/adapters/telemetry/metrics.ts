import { once } from 'node:events'
import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { productVersion } from '../../base/version.ts'
import type { TelemetrySink } from './telemetry-sink.ts'

// The default event-loop metrics are sampled by a timer, and a short interval would keep an idle
// process awake. They are removed below; utilisation is measured without a timer.
const unusedSamplingIntervalMs = 10_000

// Upper bounds in seconds, from a cached answer to a merged paper.
const durationBuckets = [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2.5, 10, 60]

/** Figures for alarms besides those of requests. Counts are per process, since its start. */
export interface HealthFigures {
  droppedLogLines(): number
  databaseErrors(): number
  failedMails(): number
  /** Null if daily backups are off, or none can be read. */
  lastBackupAt(): Promise<Date | null>
  /** Free bytes by disk; null for a folder that does not exist. */
  freeBytes(): Promise<Readonly<Record<string, number | null>>>
}

/** Metrics for Prometheus, served on a port that visitors can’t reach. */
export async function openMetrics(
  listen: { host: string; port: number },
  figures: HealthFigures,
): Promise<TelemetrySink> {
  const registry = new Registry()
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: unusedSamplingIntervalMs,
  })
  for (const { name } of await registry.getMetricsAsJSON())
    if (name.startsWith('nodejs_eventloop_lag')) registry.removeSingleMetric(name)
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took until the last byte was sent; test is true for those that fail on purpose',
    labelNames: ['method', 'route', 'status', 'test'],
    buckets: durationBuckets,
    registers: [registry],
  })
  registerCounters(registry, figures)
  registerGauges(registry, figures)
  registerEventLoopUtilization(registry)

  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const metrics = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType }).end(metrics)
  })
  server.listen(listen)
  await once(server, 'listening')

  return {
    record({ method, route, status, isTest, milliseconds }) {
      requests.observe({ method, route, status, test: String(isTest) }, milliseconds / 1000)
    },
    async close() {
      server.close()
      server.closeAllConnections()
      registry.clear()
    },
  }
}

function registerCounters(registry: Registry, figures: HealthFigures): void {
  const registers = [registry]
  const createCounter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      // The count is kept elsewhere, and replaces the one of the previous reading.
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  createCounter(
    'log_lines_dropped_total',
    'Lines of the log that could not be written, as on a full disk',
    figures.droppedLogLines,
  )
  createCounter('database_errors_total', 'Queries that failed unexpectedly', figures.databaseErrors)
  createCounter('mails_failed_total', 'Mails that could not be sent', figures.failedMails)
}

function registerGauges(registry: Registry, figures: HealthFigures): void {
  const registers = [registry]
  new Gauge({
    name: 'vitrine_info',
    help: 'The running version, as a label; always 1',
    labelNames: ['version'],
    registers,
  }).set({ version: productVersion }, 1)
  new Gauge({
    name: 'last_backup_timestamp_seconds',
    help: 'When the newest daily backup was written; none if daily backups are off, or none can be seen',
    registers,
    async collect() {
      this.reset()
      const backupTime = await figures.lastBackupAt()
      if (backupTime) this.set(backupTime.getTime() / 1000)
      else this.remove()
    },
  })
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Free bytes on the disks of DATA_DIR and BACKUP_DIR',
    labelNames: ['folder'],
    registers,
    async collect() {
      for (const [folder, bytes] of Object.entries(await figures.freeBytes()))
        if (bytes !== null) this.set({ folder }, bytes)
    },
  })
}

function registerEventLoopUtilization(registry: Registry): void {
  let lastReading = performance.eventLoopUtilization()
  new Gauge({
    name: 'event_loop_utilization_ratio',
    help: 'The share of the time since the last reading in which the process was busy',
    registers: [registry],
    collect() {
      const reading = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(reading, lastReading).utilization)
      lastReading = reading
    },
  })
}
