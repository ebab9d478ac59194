import { type SearchSubject, searchSubjects } from '@vitrine/contract'
import { yieldingChunks, yieldToEventLoop } from '../../db/chunks.ts'
import { lockUntilCommit } from '../../db/dialect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type SubjectEntry, searchIndexStore } from './store.ts'
import { sourceStore } from './store-sources.ts'

/** Raise it when `entryOf` or what is searchable changes: the index is then rebuilt at the next start. */
const rulesVersion = 2

// Few enough that texts of the largest size block nobody.
const reindexedAtOnce = 20

/** Updates the index with things as they now are; call it in the transaction that changed them. */
export async function reindex(tx: Db, subject: SearchSubject, ids: readonly number[]): Promise<void> {
  for await (const some of yieldingChunks(ids, reindexedAtOnce)) {
    await searchIndexStore(tx).put(subject, await sourceStore(tx).read(subject, some))
  }
}

const subjects = Object.keys(searchSubjects) as SearchSubject[]
const pageSize = 500

/** Where the index differs from the content, as it should be. */
async function* differences(db: Db): AsyncGenerator<SubjectEntry> {
  const [store, source] = [searchIndexStore(db), sourceStore(db)]
  for (const subject of subjects) {
    let ids: number[] = []
    do {
      ids = await source.ids(subject, ids.at(-1) ?? 0, pageSize)
      if (ids.length === 0) break
      const stored = await store.stored(subject, ids)
      for (const entry of await source.read(subject, ids)) {
        if (entry.words !== (stored.get(entry.id) ?? '')) yield { subject, ...entry }
      }
      await yieldToEventLoop()
    } while (ids.length === pageSize)
  }
}

/** Makes the index as the content says; returns how many entries were not. */
async function correct(tx: Tx): Promise<number> {
  const found = await Array.fromAsync(differences(tx))
  for (const [subject, entries] of Map.groupBy(found, ({ subject }) => subject)) {
    await searchIndexStore(tx).put(subject, entries)
  }
  await searchIndexStore(tx).setVersion(rulesVersion)
  return found.length
}

/** Fills the index at the first start, and again when its rules change. */
export async function fillSearchIndex(db: Db): Promise<void> {
  const isFilled = async (at: Db) => (await searchIndexStore(at).version()) === rulesVersion
  if (await isFilled(db)) return
  await db.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, 'search index')
    if (!(await isFilled(tx))) await correct(tx)
  })
}

/** One sentence if the index differs from the content; an index that is not filled yet is no fault. */
export async function checkSearchIndex(db: Db): Promise<string[]> {
  if ((await searchIndexStore(db).version()) !== rulesVersion) return []
  let count = 0
  for await (const _ of differences(db)) count++
  return count === 0 ? [] : [`The search index differs from the content in ${count} places: please run check --repair.`]
}

export async function repairSearchIndex(tx: Tx): Promise<string[]> {
  const count = await correct(tx)
  return count === 0 ? [] : [`${count} entries of the search index were rebuilt.`]
}
