import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../apps/server/src/config/config.ts'
import { Client } from '../../apps/server/test/client.ts'
import { startPostgresServer } from '../../test/postgres-server.ts'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { startVitrine } from '../driver/measured-process.ts'
import { createSeededRandom } from '../filter/rows.ts'
import type { Row } from '../report.ts'
import { createSearchCase } from './calls.ts'
import { measureCase } from './measure.ts'
import { toRow } from './requests.ts'

const itemCount = 20_000
const vocabulary = inventWords(40_000)
// Common and rare words, two words, an identifier, beginnings of many words, typos, and no match.
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

/** Measures the search on both databases. The CPU of PostgreSQL itself is not counted. */
export async function measureSearch(folder: string): Promise<Row[]> {
  const dataDir = join(folder, 'search')
  await mkdir(dataDir)
  const sqlite = await measureOnDatabase(
    { kind: 'sqlite', file: join(dataDir, 'vitrine.sqlite') },
    dataDir,
    {},
  )
  const postgres = await startPostgresServer([])
  try {
    const { url } = postgres
    return [
      ...sqlite,
      ...(await measureOnDatabase({ kind: 'postgres', url }, dataDir, { DATABASE_URL: url })),
    ]
  } finally {
    await postgres.stop()
  }
}

async function measureOnDatabase(
  database: Config['database'],
  dataDir: string,
  variables: Record<string, string>,
) {
  const random = createSeededRandom(4_711)
  // A few words are frequent and most are rare, as in any language.
  const pickWord = () => vocabulary[Math.floor(vocabulary.length * random() ** 3)] ?? ''
  await fillCollection(database, itemCount, () => Array.from({ length: 80 }, pickWord).join(' '))
  await using vitrine = await startVitrine(dataDir, variables)
  const staff = await new Client(vitrine.url).signInWithPassword(benchUser)
  const startedAt = performance.now()
  await staff.fetch('/api/search?q=citroen')
  const firstMs = performance.now() - startedAt
  const figures = await measureCase(vitrine, {
    ...createSearchCase(queries, { token: staff.token ?? '' }),
    connections: 4,
  })
  const row = toRow(`a search on ${database.kind}`, figures, { atMost: 5 })
  return [{ ...row, beside: { ...row.beside, 'the first after a start, ms': firstMs } }]
}

function inventWords(count: number): string[] {
  const random = createSeededRandom(17)
  const pick = (letters: string) => letters[Math.floor(random() * letters.length)] ?? ''
  const randomSyllable = () => pick('bdfgklmnprstvwz') + pick('aeiou') + pick('  lnrst').trim()
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + Math.floor(random() * 4) }, randomSyllable).join(''),
  )
}
