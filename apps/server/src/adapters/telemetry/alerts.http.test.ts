// @module-tag sqlite

import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findFreePort } from '../../../../../test/free-port.ts'
import { startTestServer } from '../../../test/server.ts'

const alertsUrl = new URL('../../../../../deploy/alerts.yml', import.meta.url)
const isPromtoolMissing = spawnSync('promtool', ['--version']).error !== undefined

/** Metrics that Prometheus itself adds. */
const prometheusMetrics = ['up']

test('serves every metric that the alerts for Prometheus use', async () => {
  const port = await findFreePort()
  await using server = await startTestServer({ METRICS_PORT: `${port}` })
  await server.runDueJobs()
  await server.fetch('/api/health')
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

  const alerts = await readFile(alertsUrl, 'utf8')
  const rules = alerts.replaceAll(/#.*|\b(?:alert|expr|for|name):/g, '')
  // The name of a metric contains an underscore or is followed by labels, unlike the keywords of
  // PromQL.
  const names = new Set(rules.match(/\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+(?=\{)/g))
  expect(names.size).toBeGreaterThan(5)
  for (const name of names)
    if (!prometheusMetrics.includes(name)) expect(metrics).toMatch(new RegExp(`^${name}[ {]`, 'm'))
})

test.skipIf(isPromtoolMissing)('alerts in the cases of alerts.promtool.yml', () => {
  const tests = fileURLToPath(new URL('alerts.promtool.yml', import.meta.url))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', tests])
  expect(status, `${stdout}${stderr}`).toBe(0)
})
