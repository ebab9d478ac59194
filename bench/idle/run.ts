import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { api } from '@vitrine/contract'
import { newBucket } from '../../apps/server/test/bucket.ts'
import { Client } from '../../apps/server/test/client.ts'
import { build } from '../../scripts/build.mjs'
import { freePort } from '../../test/free-port.ts'
import { startPostgresServer } from '../../test/postgres-server.ts'
import { startRadosgw } from '../../test/radosgw.ts'
import { fillCollection, person } from '../driver/collection.ts'
import { type Measured, start, startVitrine } from '../driver/measured-process.ts'
import { type Row, report } from '../report.ts'

/**
 * What a process costs without requests, in every configuration that docs/OPERATIONS.md names, side by side in
 * the same minutes. Linux only: other systems don't tell how often a process woke up.
 */
const items = 1_000
// The daily chores of a new process begin after a minute, and a process for pictures or papers stays for half a minute.
const settlingSeconds = 100
const measuredSeconds = 180

build()
await using started = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-idle-'))
started.defer(() => rm(folder, { recursive: true }))
const postgres = await startPostgresServer({ settings: [], inMemory: true })
started.defer(() => postgres.stop())
const s3 = await startRadosgw()
started.defer(() => s3.stop())
const collector = createServer((request, response) => request.resume().on('end', () => response.end()))
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
started.defer(() => {
  collector.close()
  collector.closeAllConnections()
})

await fillCollection({ kind: 'postgres', url: postgres.url }, items)
const database = { DATABASE_URL: postgres.url }
const metrics = async () => ({ METRICS_PORT: String(await freePort()) })
const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` }
const configurations: Readonly<Record<string, Record<string, string>>> = {
  SQLite: {},
  'SQLite, metrics': await metrics(),
  'SQLite, traces': traces,
  'SQLite, media in a bucket': await newBucket(s3),
  PostgreSQL: database,
  'PostgreSQL, bucket, metrics and traces': { ...database, ...(await newBucket(s3)), ...(await metrics()), ...traces },
}

const bare = started.use(
  await start(fileURLToPath(new URL('bare-server.ts', import.meta.url)), '/', join(folder, 'bare.log'), {}, []),
)
const servers: { what: string; server: Measured }[] = []
for (const [index, [what, variables]] of Object.entries(configurations).entries()) {
  const dataDir = join(folder, String(index))
  await mkdir(dataDir)
  if (!variables.DATABASE_URL) await fillCollection({ kind: 'sqlite', file: join(dataDir, 'vitrine.sqlite') }, items)
  servers.push({ what, server: started.use(await startVitrine(dataDir, variables, [])) })
}
await setTimeout(settlingSeconds * 1_000)
for (const { server } of servers) await openScreens(server)
// The event loop is watched for some seconds after a request.
await setTimeout(15_000)

const before = await Promise.all([bare, ...servers.map(({ server }) => server)].map(usedBy))
await setTimeout(measuredSeconds * 1_000)
const after = await Promise.all([bare, ...servers.map(({ server }) => server)].map(usedBy))
const [floor, ...shares] = after.map(({ cpuMs, wakeUps }, index) => ({
  percent: (cpuMs - (before[index]?.cpuMs ?? 0)) / measuredSeconds / 10,
  wakeUps: (wakeUps - (before[index]?.wakeUps ?? 0)) / measuredSeconds,
}))

const rows: Row[] = servers.map(({ what }, index) => ({
  what,
  figure: shares[index]?.percent ?? Number.NaN,
  unit: '% of a processor',
  beside: { 'wake-ups per second': shares[index]?.wakeUps ?? Number.NaN },
  floor: floor?.percent,
  target: { atMost: 0.05 },
}))
report({
  title: 'Idle',
  text: [
    `Processes in production settings on ${items.toLocaleString('en')} items, side by side for ${measuredSeconds} s. Before that, somebody has signed in`,
    'and opened both lists and the home screen; nobody asks for anything any more. All threads count. The floor is a bare `node:http`.',
  ].join('\n'),
  tables: [{ title: 'nobody asks for anything', rows }],
})

async function openScreens({ url }: Measured): Promise<void> {
  const staff = await new Client(url).signInWithPassword(person)
  for (const call of [api.inventory.cars, api.inventory.art, api.home.read]) await staff.call(call)
}

/** Of all its threads, since each was started. */
async function usedBy({ pid }: Measured): Promise<{ cpuMs: number; wakeUps: number }> {
  const used = { cpuMs: 0, wakeUps: 0 }
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const file = (name: string) => readFile(`/proc/${pid}/task/${thread}/${name}`, 'utf8')
    used.cpuMs += Number((await file('schedstat')).split(' ')[0]) / 1e6
    used.wakeUps += Number(/\nvoluntary_ctxt_switches:\s+(\d+)/.exec(await file('status'))?.[1])
  }
  return used
}
