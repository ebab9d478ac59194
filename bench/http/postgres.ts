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

const items = 1_000

/** The main calls on PostgreSQL, which flushes acknowledged writes, as SQLite does. */
export async function measurePostgres(folder: string): Promise<Row[]> {
  const postgres = await startPostgresServer([])
  try {
    const ids = await fillCollection({ kind: 'postgres', url: postgres.url }, items)
    const dataDir = join(folder, 'postgres')
    await mkdir(dataDir)
    await using vitrine = await startVitrine(dataDir, { DATABASE_URL: postgres.url })
    const staff = await new Client(vitrine.url).signInWithPassword(benchUser)
    const visited = { ids, token: staff.token ?? '' }
    const rows: Row[] = []
    const add = async (what: string, one: BenchCase) =>
      rows.push(toRow(what, await measureCase(vitrine, one)))
    await add('list, brotli', await createListCase(staff))
    await add('list, not changed (304)', await createListCase(staff, 'known'))
    await add('one item', createDetailsCase(visited))
    await add('comment added, flushed to disk', createCommentCase(visited))
    return rows
  } finally {
    await postgres.stop()
  }
}
