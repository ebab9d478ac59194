import { type SearchSubject, searchSubjects } from '@vitrine/contract'
import { yieldIfDue } from '../../base/event-loop.ts'
import type { Context } from '../../context.ts'
import { type SubjectSearchEntry, searchEntryStore } from '../../projections/index.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

/**
 * The index in memory, which catches up with the database before each search: with what this and every other process has
 * committed since the last one. It is loaded by the first search.
 */
export function liveIndex({ db }: Pick<Context, 'db'>) {
  const store = searchEntryStore(db)
  let index: WordIndex | null = null
  let unseen = 0
  let last: Promise<unknown> = Promise.resolve()

  async function putAll(into: WordIndex, entries: readonly SubjectSearchEntry[]): Promise<void> {
    for (const entry of entries) {
      into.put(entry)
      await yieldIfDue()
    }
  }

  async function load(): Promise<WordIndex> {
    const loaded = createWordIndex()
    unseen = await store.readUnseenStamp()
    for (const subject of Object.keys(searchSubjects) as SearchSubject[]) {
      let page = await store.page(subject, 0)
      while (page.length > 0) {
        await putAll(loaded, page)
        page = await store.page(subject, page.at(-1)?.id ?? 0)
      }
    }
    return loaded
  }

  async function catchUp(): Promise<WordIndex> {
    index ??= await load()
    const next = await store.readUnseenStamp()
    for await (const page of store.since(unseen)) await putAll(index, page)
    unseen = next
    return index
  }

  return {
    /** One after the other: an older state must not overwrite a newer one. */
    current(): Promise<WordIndex> {
      const next = last.then(catchUp, catchUp)
      last = next.catch(() => undefined)
      return next
    },
  }
}

export type LiveIndex = ReturnType<typeof liveIndex>
