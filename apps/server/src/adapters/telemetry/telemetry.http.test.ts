// @module-tag sqlite

import { once } from 'node:events'
import { mkdtempDisposable, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { api } from '@vitrine/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '../../../../../test/free-port.ts'
import { Client } from '../../../test/client.ts'
import { createDemoDataFolder, spawnProgram } from '../../../test/process.ts'
import { startTestServer } from '../../../test/server.ts'

test('serves figures by route to Prometheus, on a separate port', async () => {
  const port = await findFreePort()
  await using server = await startTestServer({ METRICS_PORT: `${port}` })
  const root = await server.signIn('root')
  await root.call(api.users.list)
  await expect(server.call(api.users.list)).rejects.toMatchObject({ status: 401 })

  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  const figures = await response.text()
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const count = 'http_request_duration_seconds_count{method="GET",route="/api/admin/employees"'
  expect(figures).toContain(`${count},status="200",test="false"} 1`)
  expect(figures).toContain(`${count},status="401",test="false"} 1`)
  expect(figures).not.toContain('nodejs_eventloop_lag')
  expect(figures).not.toContain('example.org')

  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
})

test('serves figures for alarms: backup, disk, mails, database and version', async () => {
  const port = await findFreePort()
  const backups = await mkdtempDisposable(join(tmpdir(), 'vitrine-backups-'))
  await using _ = backups
  await writeFile(join(backups.path, 'daily-2026-01-05.tar'), '')
  await utimes(join(backups.path, 'daily-2026-01-05.tar'), 0, 1_767_600_000)
  await using here = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], {
    ...here.variables,
    METRICS_PORT: `${port}`,
    BACKUP_DIR: backups.path,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'vitrine@example.org',
    LOG_LEVEL: 'info',
  })
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const root = await new Client(url).signIn('root')
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const before = await read()
  expect(before).toMatch(/^vitrine_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  expect(before).toMatch(/^last_backup_timestamp_seconds 1767600000$/m)
  expect(before).toMatch(/^disk_free_bytes\{folder="data"\} [1-9]\d*$/m)
  expect(before).toMatch(/^event_loop_utilization_ratio (0|1|0\.\d+)$/m)
  expect(before).toMatch(/^mails_failed_total 0$/m)

  await root.send(api.diagnostics.testSqlError)
  await new Client(url).send(api.auth.requestReset, { body: { email: 'admin@example.org' } })
  await expect.poll(read, { timeout: 20_000 }).toMatch(/^mails_failed_total 1$/m)
  const after = await read()
  expect(after).toMatch(/^database_errors_total 1$/m)
  expect(after).toMatch(/route="\/api\/admin\/test-sql-error",status="500",test="true"\} 1$/m)
  expect(server.output()).toMatch(
    /"route":"\/api\/admin\/test-sql-error","status":500,.*"test":true/,
  )
  server.child.kill('SIGTERM')
  await server.waitForExit()
})

test('serves no metrics without a port, and none on the public port', async () => {
  await using server = await startTestServer()
  const response = await fetch(new URL('/metrics', server.url))
  expect(await response.text()).not.toContain('http_request_duration')
})

test('exports a span per request in the caller’s trace, without addresses or names', async () => {
  await using collector = await startCollector()
  // Read by the library.
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-key=secret%20word')
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  {
    await using server = await startTestServer({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    })
    const token = (
      await server.call(api.auth.signIn, {
        body: { email: 'root@example.org', password: 'vitrine-demo' },
      })
    ).token
    await fetch(new URL('/api/admin/employees', server.url), {
      headers: {
        authorization: `Bearer ${token}`,
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      },
    })
  }

  const spans = collector.spans()
  const users = spans.find(({ name }) => name === 'GET /api/admin/employees')
  expect(users).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 })
  expect(users?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 200 },
  })
  expect(spans.map(({ name }) => name)).toContain('POST /api/auth/')
  expect(collector.keys()).toEqual(new Set(['secret word']))
  vi.unstubAllEnvs()
  expect(JSON.stringify(spans)).not.toMatch(/example\.org|vitrine-demo|127\.0\.0\.1/)
})

test('delays neither requests nor the shutdown if the collector does not answer', async () => {
  const silent = createServer(() => {})
  const port = await listen(silent)
  const server = await startTestServer({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  await expect(server.call(api.operations.health)).resolves.toEqual({ status: 'ok' })
  const begun = performance.now()
  await server[Symbol.asyncDispose]()
  expect(performance.now() - begun).toBeLessThan(8_000)
  silent.closeAllConnections()
  silent.close()
})

interface Span {
  readonly name: string
  readonly traceId: string
  readonly parentSpanId: string
  readonly kind: number
  readonly attributes: readonly unknown[]
}

/** Plays an OpenTelemetry collector. */
async function startCollector(at = 0) {
  const spans: Span[] = []
  const keys = new Set<string | string[] | undefined>()
  const server = createServer(async (request: IncomingMessage, response) => {
    const sent = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    if (request.url === '/v1/traces') {
      spans.push(
        ...sent.resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap((scope) => scope.spans),
        ),
      )
      keys.add(request.headers['x-key'])
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const port = await listen(server, at)
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => spans,
    keys: () => keys,
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

test('logs once that the collector can’t be reached, and once that it is back', {
  tags: ['only-with-all'],
}, async () => {
  const port = await findFreePort()
  await using here = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], {
    ...here.variables,
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const countLogged = () => server.output().split('the collector can’t be reached').length - 1
  await fetch(`${url}/api/health`)
  await expect.poll(countLogged, { timeout: 40_000 }).toBe(1)
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
  expect(countLogged()).toBe(1)
})
