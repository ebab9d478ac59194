import { createHash } from 'node:crypto'
import type { Db } from '../../db/tables.ts'
import { compress } from '../../http/compression.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { allMentions, perRevision } from '../../projections/index.ts'
import { journalStore } from './store.ts'
import { toEntries } from './view.ts'

// Fast rather than small: it is built again after each change.
const quality = 4

/** The whole journal, encoded once per revision. */
export const preparedList = (db: Db) => {
  const cached = perRevision<FinishedAnswer>({ db, names: ['journal'], max: 1 })
  return () => cached('', () => prepare(db))
}

async function prepare(db: Db): Promise<FinishedAnswer> {
  const store = journalStore(db)
  const data = toEntries(
    await store.all(),
    await store.tags(),
    await store.tagsOfAll(),
    await allMentions(db),
  )
  const plain = Buffer.from(JSON.stringify({ data }))
  return {
    type: 'application/json; charset=utf-8',
    name: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    cache: 'ask',
    content: { plain, brotli: await compress(plain, 'br', quality) },
  }
}
