import { type SearchSubject, searchSubjects } from '@vitrine/contract'
import { yieldIfDue } from '../../base/event-loop.ts'
import type { Context } from '../../context.ts'
import { type SubjectSearchEntry, searchEntryStore } from '../../projections/index.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

/**
 * Keeps the search index in memory. Before each search it catches up with everything that this and
 * other processes have committed; the first search loads it.
 */
export function liveIndex({ db }: Pick<Context, 'db'>) {
  const store = searchEntryStore(db)
  let index: WordIndex | null = null
  /** Stamp of the first change that has not been read. */
  let firstUnseen = 0
  let lastCatchUp: Promise<unknown> = Promise.resolve()

  async function putAll(target: WordIndex, entries: readonly SubjectSearchEntry[]): Promise<void> {
    for (const entry of entries) {
      target.put(entry)
      await yieldIfDue()
    }
  }

  async function load(): Promise<WordIndex> {
    const loaded = createWordIndex()
    firstUnseen = await store.readUnseenStamp()
    for (const subject of Object.keys(searchSubjects) as SearchSubject[]) {
      let page = await store.readPage(subject, 0)
      while (page.length > 0) {
        await putAll(loaded, page)
        page = await store.readPage(subject, page.at(-1)?.id ?? 0)
      }
    }
    return loaded
  }

  async function catchUp(): Promise<WordIndex> {
    index ??= await load()
    const nextUnseen = await store.readUnseenStamp()
    for await (const page of store.readSince(firstUnseen)) await putAll(index, page)
    firstUnseen = nextUnseen
    return index
  }

  return {
    /**
     * Returns the index after catching up. Runs one catch-up at a time, so that an older state
     * never overwrites a newer one.
     */
    current(): Promise<WordIndex> {
      const caughtUp = lastCatchUp.then(catchUp, catchUp)
      lastCatchUp = caughtUp.catch(() => undefined)
      return caughtUp
    },
  }
}

export type LiveIndex = ReturnType<typeof liveIndex>
