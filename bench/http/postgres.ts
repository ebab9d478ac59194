import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '../../apps/server/test/client.ts'
import { startPostgresServer } from '../../test/postgres-server.ts'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { startVitrine } from '../driver/measured-process.ts'
import type { Row } from '../report.ts'
import { createCommentCase, createDetailsCase, createListCase } from './calls.ts'
import { type BenchCase, measureCase } from './measure.ts'
import { toRow } from './requests.ts'

const itemCount = 1_000

/** Measures the main calls on PostgreSQL, which flushes acknowledged writes as SQLite does. */
export async function measurePostgres(folder: string): Promise<Row[]> {
  const postgres = await startPostgresServer([])
  try {
    const ids = await fillCollection({ kind: 'postgres', url: postgres.url }, itemCount)
    const dataDir = join(folder, 'postgres')
    await mkdir(dataDir)
    await using vitrine = await startVitrine(dataDir, { DATABASE_URL: postgres.url })
    const staff = await new Client(vitrine.url).signInWithPassword(benchUser)
    const target = { ids, token: staff.token ?? '' }
    const rows: Row[] = []
    const add = async (what: string, benchCase: BenchCase) =>
      rows.push(toRow(what, await measureCase(vitrine, benchCase)))
    await add('list, brotli', await createListCase(staff))
    await add('list, not changed (304)', await createListCase(staff, 'current'))
    await add('one item', createDetailsCase(target))
    await add('comment added, flushed to disk', createCommentCase(target))
    return rows
  } finally {
    await postgres.stop()
  }
}
