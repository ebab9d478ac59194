import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  attackedCalls,
  buildLargestInput,
  type NastyText,
  nastyExampleContext,
  nastyTexts,
} from '../../apps/server/test/adversary.ts'
import { Client } from '../../apps/server/test/client.ts'
import { spawnProgram } from '../../apps/server/test/process.ts'
import { measureMemoryMb } from '../../apps/server/test/waiting.ts'
import { serverEnvironment, serverFlags } from '../../scripts/server-process.mjs'
import { type Row, report } from '../report.ts'
import { measureImageAttacks } from './images.ts'
import { measureImportAttacks } from './imports.ts'
import { concurrentRequests, measureLargeAttacks } from './large.ts'
import { fullStopsTitle, prepareOtherAttacks } from './others.ts'

/**
 * Every call at its largest and nastiest, one after the other, while another client asks for `/api/health`. For a look at some
 * of them: `node bench/attack/run.ts documents. imports.uploadArt`; other routes, or a real file: `others`; visitors' images: `images`;
 * a colleague's writes during the largest imports: `colleague`; the largest answers, many at once: `large`.
 */
const shown = 12
const aMinute = 60_000

interface Measured {
  readonly what: string
  readonly waited: number
  readonly took: number
  readonly peak: number
  readonly status: number
  /** How long others may wait. */
  readonly allowed: number
}

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-attack-'))
const server = spawnProgram('main.ts', [], {
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'error',
  TRUST_PROXY: 'loopback',
  NODE_OPTIONS: serverFlags.join(' '),
  ...serverEnvironment,
})
const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
const pid = server.child.pid ?? 0
const root = await new Client(url).signIn('root')
const idle = await measureMemoryMb(pid)
const watcher = fork(new URL('watcher.ts', import.meta.url), [`${url}/api/health`])

const asked = process.argv.slice(2)
const calls = attackedCalls.filter(
  ({ title }) => asked.length === 0 || asked.some((start) => title.startsWith(start)),
)
const found: Measured[] = []

const allowed = { stranger: 250, staff: 500 }

async function attack(
  what: string,
  by: keyof typeof allowed,
  send: () => Promise<Response>,
): Promise<void> {
  let peak = 0
  const watch = setInterval(async () => {
    const now = await measureMemoryMb(pid)
    peak = Math.max(peak, now)
  }, 50)
  watcher.send('begin')
  await once(watcher, 'message')
  const started = performance.now()
  const response = await send()
  await response.arrayBuffer()
  const { status } = response
  const took = performance.now() - started
  watcher.send('end')
  const [waited] = await once(watcher, 'message')
  clearInterval(watch)
  found.push({
    what,
    waited,
    took,
    peak: Math.max(peak, await measureMemoryMb(pid)),
    status,
    allowed: allowed[by],
  })
}

for (const name of Object.keys(nastyTexts) as NastyText[]) {
  const text = nastyTexts[name]
  for (const example of calls) {
    const input = await buildLargestInput(example, nastyExampleContext(root, text), text)
    const by = example.call.access === 'anyone' ? 'stranger' : 'staff'
    await attack(`${example.title}, ${name}`, by, () => root.send(example.call, input as never))
  }
}
const others = asked.length === 0 || asked.includes('others') ? await prepareOtherAttacks(root) : []
for (const { title, send } of others)
  await attack(title, title.startsWith('/') ? 'stranger' : 'staff', send)
const images =
  asked.length === 0 || asked.includes('images')
    ? await measureImageAttacks(root, () => measureMemoryMb(pid))
    : []
const imports =
  asked.length === 0 || asked.includes('colleague') ? await measureImportAttacks(root) : []
await new Promise((resolve) => setTimeout(resolve, aMinute))
const afterwards = await measureMemoryMb(pid)
watcher.kill()
server.child.kill('SIGTERM')
await server.waitForExit()
await rm(dataDir, { recursive: true })
const large = asked.length === 0 || asked.includes('large') ? await measureLargeAttacks() : []

const share = ({ waited, allowed: most }: Measured): number => waited / most
const worst = found
  .toSorted((a, b) => share(b) - share(a))
  .filter(({ what }, place) => place < shown || what === fullStopsTitle)
const most = found.toSorted((a, b) => b.peak - a.peak)[0]
const faults = found.filter(({ status }) => status === 500)

const rowOf = (one: Measured): Row => ({
  what: one.what,
  figure: one.waited,
  unit: 'ms',
  target: { atMost: one.allowed },
  beside: {
    'the request itself, s': one.took / 1_000,
    answered: String(one.status),
    'memory, MB': one.peak,
  },
})

report({
  title: 'No request blocks others',
  text: `Every call of the contract (${calls.length}) with ${Object.keys(nastyTexts).length} kinds of nasty text, as large as a request may be; then ${others.length} requests for pages, pictures and records, and uploads of the largest pictures of each format; one after the other (${found.length} requests, ${faults.length} of them answered 500). Meanwhile another process asks for \`/api/health\`, again and again; the figure is the longest that it took. The ${shown} that come closest to what is allowed or exceed it. Memory is what is resident of the server and of every process that it started; the files that they share, such as Node itself, are counted once.`,
  tables: [
    { title: '/api/health meanwhile, longest', rows: worst.map(rowOf) },
    { title: 'A colleague’s comment during the largest imports, longest wait', rows: imports },
    {
      title: `/api/health during ${concurrentRequests} of the same request at once, 20,000 items, longest`,
      rows: large,
    },
    { title: 'Images that visitors ask for together, or never read', rows: images },
    {
      title: 'Memory, with all processes that were started',
      rows: [
        { what: 'before', figure: idle, unit: 'MB' },
        {
          what: `at the worst moment (${most?.what})`,
          figure: most?.peak ?? Number.NaN,
          unit: 'MB',
          target: { atMost: 700 },
        },
        {
          what: 'a minute after the last',
          figure: afterwards,
          unit: 'MB',
          target: { atMost: 300 },
        },
      ],
    },
  ],
})
