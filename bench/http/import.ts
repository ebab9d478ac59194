import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { startVitrine } from '../driver/measured-process.ts'
import { generateRows } from '../filter/rows.ts'
import type { Row } from '../report.ts'

const count = 10_000

/** The rows of a CSV file, once, into a server that has done nothing else. */
export async function measureImport(folder: string): Promise<Row[]> {
  await mkdir(folder)
  const [itemId = 0] = await fillCollection(
    { kind: 'sqlite', file: join(folder, 'vitrine.sqlite') },
    1_000,
  )
  await using server = await startVitrine(folder)
  const staff = await new Client(server.url).signInWithPassword(benchUser)
  const data = generateRows(count).map(({ identifier, name, year, origin }) => ({
    identifier,
    name,
    description: `The ${name} came to ${origin} in ${year}. ${'A sentence about it, as long as most are. '.repeat(10)}`,
    year,
    collection: origin,
    artist: 'A painter of cars',
    technique: 'oil on canvas',
  }))
  const before = await server.usage()
  const started = performance.now()
  let isUploaded = false
  const uploaded = staff
    .call(api.imports.uploadArt, { body: { data, dryRun: false, fileName: 'bench.csv' } })
    .finally(() => {
      isUploaded = true
    })
  let longestWait = 0
  while (!isUploaded) {
    const asked = performance.now()
    await staff.call(api.comments.add, { body: { itemId, comment: 'Meanwhile' } })
    longestWait = Math.max(longestWait, performance.now() - asked)
    await setTimeout(50)
  }
  await uploaded
  const wall = performance.now() - started
  const after = await server.usage()
  return [
    {
      what: `import of ${count.toLocaleString('en')} rows`,
      figure: wall / 1_000,
      unit: 's',
      target: { atMost: 5 },
      beside: { 'CPU ms': after.cpuMs - before.cpuMs },
    },
    {
      what: 'a colleague’s comment meanwhile, longest',
      figure: longestWait,
      unit: 'ms',
      target: { atMost: 1_500 },
    },
    {
      what: 'most memory during the import',
      figure: after.peak / 1e6,
      unit: 'MB',
      target: { atMost: 300 },
    },
  ]
}
