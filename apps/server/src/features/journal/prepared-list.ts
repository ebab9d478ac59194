import { createHash } from 'node:crypto'
import type { Db } from '../../db/tables.ts'
import { compress } from '../../http/compression.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { cachePerRevision, readAllMentions } from '../../projections/index.ts'
import { journalStore } from './store.ts'
import { toJournalEntries } from './view.ts'

// Fast rather than small, because the list is rendered again after each change.
const compressionQuality = 4

/** The whole journal, encoded once per revision. */
export const cachedJournalList = (db: Db) => {
  const readCachedList = cachePerRevision<FinishedAnswer>({
    db,
    revisionNames: ['journal'],
    max: 1,
  })
  return () => readCachedList('', () => renderList(db))
}

async function renderList(db: Db): Promise<FinishedAnswer> {
  const store = journalStore(db)
  const data = toJournalEntries(
    await store.all(),
    await store.tags(),
    await store.allEntryTags(),
    await readAllMentions(db),
  )
  const plain = Buffer.from(JSON.stringify({ data }))
  return {
    type: 'application/json; charset=utf-8',
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    cache: 'revalidate',
    content: { plain, brotli: await compress(plain, 'br', compressionQuality) },
  }
}
