import { type SearchSubject, searchSubjects } from '@vitrine/contract'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { yieldingChunks } from '../../db/chunks.ts'
import type { Db } from '../../db/tables.ts'
import { searchEntryOf } from '../derived.ts'
import type { Projection } from '../projection.ts'
import { type SubjectEntry, searchEntries } from './entries.ts'
import { searchedFields } from './searchable.ts'
import { expectedEntries, idsAfter } from './sources.ts'

/** The words of everything that can be searched (`search_entry`). */
export const searchIndex: Projection = {
  name: 'search index',
  /** Raise the number when `entryOf` or what is searched of items and users changes. */
  version: `3 ${searchedFields}`,

  prepare: {
    // The comments of an item go with it.
    async item(tx, changes) {
      const removed = changes.flatMap(({ item, after }) => (after === null ? item.id : []))
      if (removed.length === 0) return
      await searchEntries(tx).remove('item', removed)
      await searchEntries(tx).removeCommentsOf(removed)
    },
  },

  apply: {
    async item(tx, changes) {
      for await (const some of yieldingChunks(changes, itemsAtOnce)) {
        await searchEntries(tx).put(
          'item',
          some.flatMap(({ item: { id }, after }) =>
            after ? [{ id, words: searchEntryOf(after) }] : [],
          ),
        )
      }
    },
    comment: (tx, ids) => reindex(tx, 'comment', ids),
    event: (tx, ids) => reindex(tx, 'event', ids),
    journal: (tx, ids) => reindex(tx, 'journal', ids),
    user: (tx, ids) => reindex(tx, 'user', ids),
  },

  async rebuild(tx) {
    const found = await Array.fromAsync(differences(tx))
    for (const [subject, entries] of Map.groupBy(found, ({ subject }) => subject))
      await searchEntries(tx).put(subject, entries)
    return found.length === 0 ? [] : [`${found.length} entries of the search index were rebuilt.`]
  },

  async compare(db) {
    let count = 0
    for await (const _ of differences(db)) count++
    return count === 0
      ? []
      : [`The search index is stale: records ${count}. Please run check --repair.`]
  },
}

// Few enough that texts of the largest size do not block the event loop.
const itemsAtOnce = 100
const reindexedAtOnce = 20

async function reindex(tx: Db, subject: SearchSubject, ids: readonly number[]): Promise<void> {
  for await (const some of yieldingChunks(ids, reindexedAtOnce))
    await searchEntries(tx).put(subject, await expectedEntries(tx, subject, some))
}

const subjects = Object.keys(searchSubjects) as SearchSubject[]
const pageSize = 500

/** Where the index differs from the content, as it should be. */
async function* differences(db: Db): AsyncGenerator<SubjectEntry> {
  for (const subject of subjects) {
    let ids: number[] = []
    do {
      ids = await idsAfter(db, subject, ids.at(-1) ?? 0, pageSize)
      if (ids.length === 0) break
      const stored = await searchEntries(db).stored(subject, ids)
      for (const entry of await expectedEntries(db, subject, ids)) {
        if (entry.words !== (stored.get(entry.id) ?? '')) yield { subject, ...entry }
      }
      await yieldToEventLoop()
    } while (ids.length === pageSize)
  }
}
