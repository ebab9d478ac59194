/**
 * Sends each call its largest and nastiest input, one after the other, while another client polls
 * `/api/health`. Arguments choose calls by the start of their titles, such as `node
 * bench/attack/run.ts documents. imports.uploadArt`, or further groups:
 * - `others`: routes and files
 * - `images`: images that visitors request
 * - `colleague`: writes during the largest imports
 * - `large`: the largest answers, many at once
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '../../apps/server/test/client.ts'
import { measureMemoryMb } from '../../apps/server/test/measurements.ts'
import {
  attackedCalls,
  buildLargestInput,
  createNastyExampleContext,
  type NastyText,
  nastyTexts,
} from '../../apps/server/test/nasty-inputs.ts'
import { spawnProgram } from '../../apps/server/test/process.ts'
import { type Row, report } from '../report.ts'
import { measureImageAttacks } from './images.ts'
import { measureImportAttacks } from './imports.ts'
import { concurrentRequests, measureLargeAttacks } from './large.ts'
import { fullStopsTitle, prepareOtherAttacks } from './others.ts'

// Beside these, the request with full stops is always reported: it once blocked all others.
const reportedCount = 12
const minuteMs = 60_000
const memorySampleMs = 50

interface AttackResult {
  readonly what: string
  /** Longest wait of another request. */
  readonly waitedMs: number
  readonly durationMs: number
  readonly peakMb: number
  readonly status: number
  readonly allowedMs: number
}

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-attack-'))
const server = spawnProgram('bin/vitrine', ['serve'], {
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'error',
  TRUST_PROXY: 'loopback',
})
const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
const pid = server.child.pid ?? 0
const root = await new Client(url).signIn('root')
const idleMb = await measureMemoryMb(pid)
const watcher = fork(new URL('watcher.ts', import.meta.url), [`${url}/api/health`])

const chosen = process.argv.slice(2)
const calls = attackedCalls.filter(
  ({ title }) => chosen.length === 0 || chosen.some((start) => title.startsWith(start)),
)
const results: AttackResult[] = []

/** How long other requests may wait. */
const allowedMs = { stranger: 250, staff: 500 }

async function attack(
  what: string,
  attacker: keyof typeof allowedMs,
  send: () => Promise<Response>,
): Promise<void> {
  let peakMb = 0
  const sampling = setInterval(async () => {
    const memoryMb = await measureMemoryMb(pid)
    peakMb = Math.max(peakMb, memoryMb)
  }, memorySampleMs)
  watcher.send('begin')
  await once(watcher, 'message')
  const startedAt = performance.now()
  const response = await send()
  await response.arrayBuffer()
  const { status } = response
  const durationMs = performance.now() - startedAt
  watcher.send('end')
  const [waitedMs] = await once(watcher, 'message')
  clearInterval(sampling)
  results.push({
    what,
    waitedMs,
    durationMs,
    peakMb: Math.max(peakMb, await measureMemoryMb(pid)),
    status,
    allowedMs: allowedMs[attacker],
  })
}

/** Whether to measure a group; all of them without arguments. */
const isChosen = (group: string): boolean => chosen.length === 0 || chosen.includes(group)

await attackCalls()
const others = isChosen('others') ? await prepareOtherAttacks(root) : []
for (const { title, send } of others)
  await attack(title, title.startsWith('/') ? 'stranger' : 'staff', send)
const images = isChosen('images') ? await measureImageAttacks(root, () => measureMemoryMb(pid)) : []
const imports = isChosen('colleague') ? await measureImportAttacks(root) : []

// Memory must return to normal within a minute.
await new Promise((resolve) => setTimeout(resolve, minuteMs))
const finalMb = await measureMemoryMb(pid)
watcher.kill()
server.child.kill('SIGTERM')
await server.waitForExit()
await rm(dataDir, { recursive: true })
// Starts a server of its own.
const large = isChosen('large') ? await measureLargeAttacks() : []

async function attackCalls(): Promise<void> {
  for (const name of Object.keys(nastyTexts) as NastyText[]) {
    const text = nastyTexts[name]
    for (const example of calls) {
      const input = await buildLargestInput(example, createNastyExampleContext(root, text), text)
      const attacker = example.call.access === 'anyone' ? 'stranger' : 'staff'
      await attack(`${example.title}, ${name}`, attacker, () =>
        root.send(example.call, input as never),
      )
    }
  }
}

const computeShareOfLimit = (result: AttackResult): number => result.waitedMs / result.allowedMs
const worstResults = results
  .toSorted((a, b) => computeShareOfLimit(b) - computeShareOfLimit(a))
  .filter(({ what }, rank) => rank < reportedCount || what === fullStopsTitle)
const [largestResult] = results.toSorted((a, b) => b.peakMb - a.peakMb)
const unexpectedFailures = results.filter(({ status }) => status === 500)

const toRow = (result: AttackResult): Row => ({
  what: result.what,
  figure: result.waitedMs,
  unit: 'ms',
  target: { atMost: result.allowedMs },
  beside: {
    'the request itself, s': result.durationMs / 1_000,
    answered: String(result.status),
    'memory, MB': result.peakMb,
  },
})

report({
  title: 'No request blocks others',
  text: `Every call of the contract (${calls.length}) with ${Object.keys(nastyTexts).length} kinds of nasty text, as large as a request may be; then ${others.length} requests for pages, pictures and records, and uploads of the largest pictures of each format; one after the other (${results.length} requests, ${unexpectedFailures.length} of them answered 500). Meanwhile another process asks for \`/api/health\`, again and again; the figure is the longest that it took. The ${reportedCount} that come closest to what is allowed or exceed it. Memory is the resident memory of the server and of every process that it started; files that they share, such as Node itself, are counted once.`,
  tables: [
    { title: '/api/health meanwhile, longest', rows: worstResults.map(toRow) },
    { title: 'A colleague’s comment during the largest imports, longest wait', rows: imports },
    {
      title: `/api/health during ${concurrentRequests} of the same request at once, 20,000 items, longest`,
      rows: large,
    },
    { title: 'Images that visitors ask for together, or never read', rows: images },
    {
      title: 'Memory, with all processes that were started',
      rows: [
        { what: 'before', figure: idleMb, unit: 'MB' },
        {
          what: `at the worst moment (${largestResult?.what})`,
          figure: largestResult?.peakMb ?? Number.NaN,
          unit: 'MB',
          target: { atMost: 700 },
        },
        {
          what: 'a minute after the last',
          figure: finalMb,
          unit: 'MB',
          target: { atMost: 300 },
        },
      ],
    },
  ],
})
