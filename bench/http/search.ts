import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../apps/server/src/config/config.ts'
import { Client } from '../../apps/server/test/client.ts'
import { startPostgresServer } from '../../test/postgres-server.ts'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { startVitrine } from '../driver/measured-process.ts'
import { seededRandom } from '../filter/rows.ts'
import type { Row } from '../report.ts'
import { createSearchCase } from './calls.ts'
import { measureCase } from './measure.ts'
import { toRow } from './requests.ts'

const items = 20_000
const vocabulary = madeUpWords(40_000)
// Common and rare, two words, an identifier, the beginning of many words, typos, and a word without a match.
const queries = [
  'citroen',
  'switzerland veloce',
  'lm-4711',
  's',
  'sw',
  'switzreland',
  'citroen saloon 19',
  vocabulary[17_000] ?? '',
  `${vocabulary[30_000]?.slice(0, 6)}`,
  'bugati roadstre',
  'nowhere to be found',
]

/** The search on both databases; PostgreSQL's own CPU is not counted. */
export async function measureSearch(folder: string): Promise<Row[]> {
  const dataDir = join(folder, 'search')
  await mkdir(dataDir)
  const sqlite = await measureOn(
    { kind: 'sqlite', file: join(dataDir, 'vitrine.sqlite') },
    dataDir,
    {},
  )
  const postgres = await startPostgresServer([])
  try {
    const { url } = postgres
    return [
      ...sqlite,
      ...(await measureOn({ kind: 'postgres', url }, dataDir, { DATABASE_URL: url })),
    ]
  } finally {
    await postgres.stop()
  }
}

async function measureOn(
  database: Config['database'],
  dataDir: string,
  variables: Record<string, string>,
) {
  const next = seededRandom(4_711)
  // A few words are frequent and most are rare, as in any language.
  const word = () => vocabulary[Math.floor(vocabulary.length * next() ** 3)] ?? ''
  await fillCollection(database, items, () => Array.from({ length: 80 }, word).join(' '))
  await using vitrine = await startVitrine(dataDir, variables)
  const staff = await new Client(vitrine.url).signInWithPassword(benchUser)
  const started = performance.now()
  await staff.fetch('/api/search?q=citroen')
  const first = performance.now() - started
  const figures = await measureCase(vitrine, {
    ...createSearchCase(queries, { token: staff.token ?? '' }),
    connections: 4,
  })
  const row = toRow(`a search on ${database.kind}`, figures, undefined, 5)
  return [{ ...row, beside: { ...row.beside, 'the first after a start, ms': first } }]
}

function madeUpWords(count: number): string[] {
  const next = seededRandom(17)
  const one = (from: string) => from[Math.floor(next() * from.length)] ?? ''
  const syllable = () => one('bdfgklmnprstvwz') + one('aeiou') + one('  lnrst').trim()
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + Math.floor(next() * 4) }, syllable).join(''),
  )
}
