import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { harvest } from '../../apps/server/test/harvester.ts'
import { longestWaitDuring } from '../../apps/server/test/waiting.ts'
import { build } from '../../scripts/build.mjs'
import { fillCollection, person } from '../driver/collection.ts'
import { type Measured, startVitrine } from '../driver/measured-process.ts'
import { type Row, report } from '../report.ts'

/** Harvests a collection as aggregators do, and measures the server's process alone. */
const items = 10_000

interface Parts {
  readonly server: Measured
  readonly ids: readonly number[]
}

/** Meanwhile items change: some already listed and some still to come. */
async function measure({ server: { url, usage }, ids }: Parts, parameters: string) {
  const staff = await new Client(url).signInWithPassword(person)
  const change = async (page: number) => {
    if (page % 5 !== 0) return
    for (const itemId of [ids.at(page) ?? 0, ids.at(-page) ?? 0])
      await staff.call(api.inventory.saveTags, { body: { itemId, tags: { body: `Coupé ${page}` } } })
  }
  const before = await usage()
  const waitedMs = await longestWaitDuring(url, async () => {
    const { records } = await harvest(new Client(url), parameters, change)
    const different = new Set(records.map(({ identifier }) => identifier)).size
    if (records.length !== items || different !== items)
      throw new Error(`${records.length} records of ${different} items were harvested, not of ${items}`)
  })
  return { cpuMs: (await usage()).cpuMs - before.cpuMs, waitedMs }
}

build()
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-harvest-'))
try {
  const ids = await fillCollection({ kind: 'sqlite', file: join(folder, 'vitrine.sqlite') }, items)
  await using server = await startVitrine(folder, {
    OPEN_COLLECTION: 'on',
    TEXT_LICENCE: 'CC0-1.0',
    PICTURE_LICENCE: 'CC-BY-4.0',
  })
  const rows: Row[] = []
  for (const parameters of [
    'verb=ListIdentifiers&metadataPrefix=oai_dc',
    'verb=ListRecords&metadataPrefix=oai_dc',
    'verb=ListRecords&metadataPrefix=lido',
  ]) {
    const { cpuMs, waitedMs } = await measure({ server, ids }, parameters)
    rows.push({
      what: parameters.replaceAll(/verb=|&metadataPrefix=/g, ' ').trim(),
      figure: cpuMs / items,
      unit: 'ms',
      target: { atMost: 1 },
      beside: { 'slowest /api/health meanwhile, ms': waitedMs },
    })
  }
  report({
    title: 'Harvests',
    text: `${items.toLocaleString('en')} cars with a text and five attributes each, harvested over the network by one client, page by page, while staff change some of them: each comes once and none is missing. CPU is that of the server’s process alone, threads included; the first harvest also gives all items their datestamps. Meanwhile another client asks for \`/api/health\` without a break; its slowest answer may take 250 ms.`,
    tables: [{ title: 'CPU per record', rows }],
  })
} finally {
  await rm(folder, { recursive: true })
}
