// @module-tag sqlite

import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findFreePort } from '../../../../../test/free-port.ts'
import { startTestServer } from '../../../test/server.ts'

const alertsUrl = new URL('../../../../../deploy/alerts.yml', import.meta.url)
const isPromtoolMissing = spawnSync('promtool', ['--version']).error !== undefined

/** Figures that Prometheus itself adds. */
const foreignMetrics = ['up']

test('serves every figure that the alerts for Prometheus name', async () => {
  const port = await findFreePort()
  await using server = await startTestServer({ METRICS_PORT: `${port}` })
  await server.runDueJobs()
  await server.fetch('/api/health')
  const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

  const alerts = await readFile(alertsUrl, 'utf8')
  // A name is followed by labels, or contains an underscore; the words of PromQL do neither.
  const rules = alerts.replaceAll(/#.*|\b(?:alert|expr|for|name):/g, '')
  const names = new Set(rules.match(/\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+(?=\{)/g))
  expect(names.size).toBeGreaterThan(5)
  for (const name of names)
    if (!foreignMetrics.includes(name)) expect(figures).toMatch(new RegExp(`^${name}[ {]`, 'm'))
})

test.skipIf(isPromtoolMissing)('alerts as the tests of the rules demand', () => {
  const tests = fileURLToPath(new URL('alerts.promtool.yml', import.meta.url))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', tests])
  expect(status, `${stdout}${stderr}`).toBe(0)
})
