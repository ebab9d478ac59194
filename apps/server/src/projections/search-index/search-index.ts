import { type SearchSubject, searchSubjects } from '@vitrine/contract'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { splitIntoYieldingBatches } from '../../db/batches.ts'
import type { Db } from '../../db/tables.ts'
import { perItemRecord } from '../../items/item-records.ts'
import { getSearchEntry } from '../derived.ts'
import type { Projection } from '../projection.ts'
import { type SearchEntry, type SubjectSearchEntry, searchEntryStore } from './entries.ts'
import { searchedFieldsFingerprint } from './searchable.ts'
import { buildExpectedEntries, listIdsAfter } from './sources.ts'

/** The words by which each record can be found (`search_entry`). */
export const searchIndexProjection: Projection = {
  name: 'search index',
  /**
   * Raise the leading number when `formatSearchEntry` or the searched parts of items and users
   * change.
   */
  version: `3 ${searchedFieldsFingerprint}`,

  prepare: {
    // The records of a deleted item are deleted with it.
    async item(tx, changes) {
      const removedIds = changes.filter(({ after }) => after === null).map(({ item }) => item.id)
      if (removedIds.length === 0) return
      await searchEntryStore(tx).remove('item', removedIds)
      await searchEntryStore(tx).removeRecordsOf(removedIds)
    },
  },

  apply: {
    async item(tx, changes) {
      for await (const batch of splitIntoYieldingBatches(changes, itemsPerBatch)) {
        const entries: SearchEntry[] = []
        for (const { item, after } of batch)
          if (after) entries.push({ id: item.id, words: getSearchEntry(after) })
        await searchEntryStore(tx).put('item', entries)
      }
    },
    ...perItemRecord((subject) => (tx: Db, ids: readonly number[]) => reindex(tx, subject, ids)),
    event: (tx, ids) => reindex(tx, 'event', ids),
    journal: (tx, ids) => reindex(tx, 'journal', ids),
    user: (tx, ids) => reindex(tx, 'user', ids),
  },

  async rebuild(tx) {
    const staleEntries = await Array.fromAsync(findDifferences(tx))
    for (const [subject, entries] of Map.groupBy(staleEntries, ({ subject }) => subject))
      await searchEntryStore(tx).put(subject, entries)
    return staleEntries.length === 0
      ? []
      : [`${staleEntries.length} entries of the search index were rebuilt.`]
  },

  async compare(db) {
    let count = 0
    for await (const _ of findDifferences(db)) count++
    return count === 0
      ? []
      : [`The search index is stale: records ${count}. Please run check --repair.`]
  },
}

// Few enough that even the longest texts do not block the event loop.
const itemsPerBatch = 100
const recordsPerBatch = 20

/** Writes the entries of records anew. */
async function reindex(tx: Db, subject: SearchSubject, ids: readonly number[]): Promise<void> {
  for await (const batch of splitIntoYieldingBatches(ids, recordsPerBatch))
    await searchEntryStore(tx).put(subject, await buildExpectedEntries(tx, subject, batch))
}

const subjects = Object.keys(searchSubjects) as SearchSubject[]
const pageSize = 500

/** Yields the expected entry wherever the index differs from the content. */
async function* findDifferences(db: Db): AsyncGenerator<SubjectSearchEntry> {
  for (const subject of subjects) {
    let ids: number[] = []
    do {
      ids = await listIdsAfter(db, subject, ids.at(-1) ?? 0, pageSize)
      if (ids.length === 0) break
      const stored = await searchEntryStore(db).readWords(subject, ids)
      for (const entry of await buildExpectedEntries(db, subject, ids)) {
        if (entry.words !== (stored.get(entry.id) ?? '')) yield { subject, ...entry }
      }
      await yieldToEventLoop()
    } while (ids.length === pageSize)
  }
}
