import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { startVitrine } from '../driver/measured-process.ts'
import { generateRows } from '../filter/rows.ts'
import type { Row } from '../report.ts'

const rowCount = 10_000

/** Measures the import of a CSV file into a new server, with a colleague commenting meanwhile. */
export async function measureImport(folder: string): Promise<Row[]> {
  await mkdir(folder)
  const [itemId = 0] = await fillCollection(
    { kind: 'sqlite', file: join(folder, 'vitrine.sqlite') },
    1_000,
  )
  await using server = await startVitrine(folder)
  const staff = await new Client(server.url).signInWithPassword(benchUser)
  const data = generateRows(rowCount).map(({ identifier, name, year, origin }) => ({
    identifier,
    name,
    description: `The ${name} came to ${origin} in ${year}. ${'A sentence about it, as long as most are. '.repeat(10)}`,
    year,
    collection: origin,
    artist: 'A painter of cars',
    technique: 'oil on canvas',
  }))
  const before = await server.usage()
  const startedAt = performance.now()
  let isUploaded = false
  const upload = staff
    .call(api.imports.uploadArt, { body: { data, dryRun: false, fileName: 'bench.csv' } })
    .finally(() => {
      isUploaded = true
    })
  let longestWaitMs = 0
  while (!isUploaded) {
    const sentAt = performance.now()
    await staff.call(api.comments.add, { body: { itemId, comment: 'Meanwhile' } })
    longestWaitMs = Math.max(longestWaitMs, performance.now() - sentAt)
    await setTimeout(50)
  }
  await upload
  const wallMs = performance.now() - startedAt
  const after = await server.usage()
  return [
    {
      what: `import of ${rowCount.toLocaleString('en')} rows`,
      figure: wallMs / 1_000,
      unit: 's',
      target: { atMost: 5 },
      beside: { 'CPU ms': after.cpuMs - before.cpuMs },
    },
    {
      what: 'a colleague’s comment meanwhile, longest',
      figure: longestWaitMs,
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
