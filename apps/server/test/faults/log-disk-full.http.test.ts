// @module-tag sqlite

import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../../../test/free-port.ts'
import { createDemoDataFolder, spawnProgram } from '../process.ts'
import { mountMemoryDisk } from './small-disk.ts'

/** Starts a server that writes its log to a file; `ask` makes a request that is logged. */
async function startLoggingTo(file: string, variables: Record<string, string>) {
  const port = await findFreePort()
  await using log = await open(file, 'a')
  const server = spawnProgram(
    'main.ts',
    [],
    { ...variables, PORT: `${port}`, LOG_LEVEL: 'info' },
    { stdout: log.fd },
  )
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).status
  await expect.poll(() => ask().catch(() => 0), { timeout: 60_000 }).toBe(200)
  return { ...server, ask }
}

test('serves requests and stops on a signal while its log can’t be written', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('only Linux has a device that is always full')
  await using dataFolder = await createDemoDataFolder()
  const server = await startLoggingTo('/dev/full', dataFolder.variables)
  for (let count = 0; count < 20; count++) expect(await server.ask()).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.waitForExit()).toBe(0)
  expect(server.output()).toBe('')
})

test('logs the number of dropped lines once the disk has space again', async ({ skip }) => {
  const disk = mountMemoryDisk(1)
  if (!disk) return skip('only root may mount a small disk')
  await using _disk = disk
  await using dataFolder = await createDemoDataFolder()
  const file = join(disk.path, 'log')
  const metricsPort = await findFreePort()
  const server = await startLoggingTo(file, {
    ...dataFolder.variables,
    METRICS_PORT: `${metricsPort}`,
  })
  // Space for some lines, the last of which is cut off.
  await disk.fillUp(4096)
  for (let count = 0; count < 200; count++) expect(await server.ask()).toBe(200)
  await disk.makeRoom()
  expect(await server.ask()).toBe(200)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  server.child.kill('SIGTERM')
  expect(await server.waitForExit()).toBe(0)

  const lines = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map(parseLine)
  const torn = lines.filter((line) => line === null)
  const requests = lines.filter((line) => line?.route === '/api/health')
  const losses = lines.filter((line) => line?.dropped !== undefined)
  const dropped = 1 + 200 + 1 - requests.length
  expect(losses).toEqual([
    { level: 50, time: expect.any(Number), dropped, msg: expect.any(String) },
  ])
  expect(metrics).toContain(`\nlog_lines_dropped_total ${dropped}\n`)
  expect(torn.length).toBeLessThanOrEqual(1)
})

function parseLine(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
