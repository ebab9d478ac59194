// @module-tag sqlite

import { once } from 'node:events'
import { mkdtempDisposable, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { api } from '@vitrine/contract'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '../../../../../test/free-port.ts'
import { demoPassword } from '../../../test/client.ts'
import { createDemoDataFolder, spawnProgram } from '../../../test/process.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

const backupTimeSeconds = Date.parse('2026-01-05T08:00:00Z') / 1000

describe('metrics', () => {
  let server: TestServer
  let metricsUrl: string
  const readMetrics = async () => (await fetch(metricsUrl)).text()

  beforeAll(async () => {
    const port = await findFreePort()
    const backupFolder = await mkdtempDisposable(join(tmpdir(), 'vitrine-backups-'))
    const backup = join(backupFolder.path, 'daily-2026-01-05.tar')
    await writeFile(backup, '')
    await utimes(backup, backupTimeSeconds, backupTimeSeconds)
    server = await startTestServer({
      METRICS_PORT: `${port}`,
      BACKUP_DIR: backupFolder.path,
      // Nothing listens there, so every mail fails.
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'vitrine@example.org',
    })
    metricsUrl = `http://127.0.0.1:${port}/metrics`
    return async () => {
      await server[Symbol.asyncDispose]()
      await backupFolder.remove()
    }
  })

  test('are served in the format of Prometheus, at one address', async () => {
    const response = await fetch(metricsUrl)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect((await fetch(new URL('/', metricsUrl))).status).toBe(404)
  })

  test('are not served on the public port', async () => {
    const response = await server.fetch('/metrics')
    expect(await response.text()).not.toContain('http_request_duration')
  })

  test('count requests by route and status, without names or addresses', async () => {
    const root = await server.signIn('root')
    await root.call(api.users.list)
    await expect(server.call(api.users.list)).rejects.toMatchObject({ status: 401 })

    const metrics = await readMetrics()
    const series = 'http_request_duration_seconds_count{method="GET",route="/api/admin/employees"'
    expect(metrics).toContain(`${series},status="200",test="false"} 1`)
    expect(metrics).toContain(`${series},status="401",test="false"} 1`)
    expect(metrics).not.toContain('example.org')
  })

  test('omit the event loop lag, whose sampling would keep an idle process awake', async () => {
    const metrics = await readMetrics()
    expect(metrics).not.toContain('nodejs_eventloop_lag')
    expect(metrics).toMatch(/^event_loop_utilization_ratio (0|1|0\.\d+)$/m)
  })

  test('show the version, the age of the newest backup and free disk space', async () => {
    const metrics = await readMetrics()
    expect(metrics).toMatch(/^vitrine_info\{version="\d+\.\d+\.\d+"\} 1$/m)
    expect(metrics).toContain(`\nlast_backup_timestamp_seconds ${backupTimeSeconds}\n`)
    expect(metrics).toMatch(/^disk_free_bytes\{folder="data"\} [1-9]\d*$/m)
  })

  test('count mails that could not be sent', async () => {
    expect(await readMetrics()).toMatch(/^mails_failed_total 0$/m)
    await server.send(api.auth.requestReset, { body: { email: 'admin@example.org' } })
    await expect.poll(readMetrics, { timeout: 20_000 }).toMatch(/^mails_failed_total 1$/m)
  })

  test('count failed queries, and mark a call that fails on purpose', async () => {
    const root = await server.signIn('root')
    await root.send(api.diagnostics.testSqlError)
    const metrics = await readMetrics()
    expect(metrics).toMatch(/^database_errors_total 1$/m)
    expect(metrics).toMatch(/route="\/api\/admin\/test-sql-error",status="500",test="true"\} 1$/m)
  })
})

test('serves no metrics unless a port is configured', async () => {
  await using server = await startTestServer()
  const response = await server.fetch('/metrics')
  expect(await response.text()).not.toContain('http_request_duration')
})

// From an example in the specification of W3C Trace Context.
const callerTrace = { id: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

/** Signs in and calls the server within the caller's trace; the server exports as it closes. */
async function callInTrace(collectorUrl: string): Promise<void> {
  await using server = await startTestServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl })
  const { token } = await server.call(api.auth.signIn, {
    body: { email: 'root@example.org', password: demoPassword },
  })
  await server.fetch('/api/admin/employees', {
    headers: {
      authorization: `Bearer ${token}`,
      traceparent: `00-${callerTrace.id}-${callerTrace.spanId}-01`,
    },
  })
}

test('exports a span per request in the caller’s trace, without addresses or names', async () => {
  await using collector = await startCollector()
  await callInTrace(collector.url)

  const { spans } = collector
  expect(spans.map(({ name }) => name)).toContain('POST /api/auth/')
  const listing = spans.find(({ name }) => name === 'GET /api/admin/employees')
  expect(listing).toMatchObject({
    traceId: callerTrace.id,
    parentSpanId: callerTrace.spanId,
    // SPAN_KIND_SERVER of OTLP.
    kind: 2,
  })
  expect(listing?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 200 },
  })
  expect(JSON.stringify(spans)).not.toMatch(
    new RegExp(`example\\.org|${demoPassword}|127\\.0\\.0\\.1`),
  )
})

test('sends the headers of OTEL_EXPORTER_OTLP_HEADERS to the collector', async () => {
  await using collector = await startCollector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-key=secret%20word')
  onTestFinished(() => void vi.unstubAllEnvs())
  await callInTrace(collector.url)
  expect(collector.headerValues).toEqual(new Set(['secret word']))
})

test('delays neither requests nor the shutdown if the collector does not answer', async () => {
  const silentCollector = createServer(() => {})
  const port = await listen(silentCollector)
  const server = await startTestServer({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  await expect(server.call(api.operations.health)).resolves.toEqual({ status: 'ok' })

  const closingStart = performance.now()
  await server[Symbol.asyncDispose]()
  // We wait for two seconds; the library by itself would wait for ten.
  expect(performance.now() - closingStart).toBeLessThan(8_000)
  silentCollector.closeAllConnections()
  silentCollector.close()
})

test('logs once that the collector can’t be reached, and once that it is back', {
  tags: ['only-with-all'],
}, async () => {
  const port = await findFreePort()
  await using dataFolder = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], {
    ...dataFolder.variables,
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    // Export every 200 ms, and give up after a second.
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const countOutageLines = () => server.output().split('the collector can’t be reached').length - 1
  await fetch(`${url}/api/health`)
  await expect.poll(countOutageLines, { timeout: 40_000 }).toBe(1)
  await fetch(`${url}/api/health`)

  await using _collector = await startCollector(port)
  await expect
    .poll(
      async () => {
        await fetch(`${url}/api/health`)
        return server.output()
      },
      { timeout: 40_000, interval: 1000 },
    )
    .toContain('the collector takes traces again')
  expect(countOutageLines()).toBe(1)
})

interface Span {
  readonly name: string
  readonly traceId: string
  readonly parentSpanId: string
  readonly kind: number
  readonly attributes: readonly unknown[]
}

interface TraceExport {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: Span[] }[] }[]
}

/** Starts an OpenTelemetry collector that records spans and the values of the header x-key. */
async function startCollector(requestedPort = 0) {
  const spans: Span[] = []
  const headerValues = new Set<string | string[] | undefined>()
  const server = createServer(async (request: IncomingMessage, response) => {
    const { resourceSpans } = (await json(request)) as TraceExport
    if (request.url === '/v1/traces') {
      const scopeSpans = resourceSpans.flatMap((resource) => resource.scopeSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      headerValues.add(request.headers['x-key'])
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const port = await listen(server, requestedPort)
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headerValues,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: ReturnType<typeof createServer>, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
