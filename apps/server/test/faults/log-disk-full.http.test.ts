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

// Only Linux has a device that is always full.
test.skipIf(process.platform !== 'linux')(
  'serves and stops while its log can’t be written',
  async () => {
    await using dataFolder = await createDemoDataFolder()
    const server = await startLoggingTo('/dev/full', dataFolder.variables)
    for (let count = 0; count < 20; count++) expect(await server.ask()).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.waitForExit()).toBe(0)
    expect(server.output()).toBe('')
  },
)

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
  const askedWhileFull = 200
  for (let count = 0; count < askedWhileFull; count++) expect(await server.ask()).toBe(200)
  await disk.makeRoom()
  expect(await server.ask()).toBe(200)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  server.child.kill('SIGTERM')
  expect(await server.waitForExit()).toBe(0)

  const lines = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map(parseLine)
  const tornLines = lines.filter((line) => line === null)
  const requests = lines.filter((line) => line?.route === '/api/health')
  const reports = lines.filter((line) => line?.dropped !== undefined)
  // One request was made before the disk was full, and one after.
  const dropped = 1 + askedWhileFull + 1 - requests.length
  expect(reports).toEqual([
    { level: 50, time: expect.any(Number), dropped, msg: expect.any(String) },
  ])
  expect(metrics).toContain(`\nlog_lines_dropped_total ${dropped}\n`)
  expect(tornLines.length).toBeLessThanOrEqual(1)
})

/** Parses a line of the log; null if it was cut off. */
function parseLine(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
