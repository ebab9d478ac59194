import { wordKeys } from '@vitrine/spelling'
import { yieldIfDue } from '../../base/event-loop.ts'
import type { Db } from '../../db/tables.ts'
import type { ProtectedWords } from './embedded/engine.ts'
import { namesStore } from './store.ts'

/** The names in the database: of people, tags, items and those who made them. Items are read again when one changes. */
export function protectedWords(db: Db): ProtectedWords {
  const store = namesStore(db)
  let items: { revision: string; words: ReadonlySet<string> } | undefined

  return async () => {
    const revision = await store.itemsRevision()
    if (items?.revision !== revision) items = { revision, words: await wordsOf(store.items()) }
    const { words } = items
    const others = await wordsOf([await store.people(), await store.tags()])
    return (word) => words.has(word) || others.has(word)
  }
}

async function wordsOf(pages: Iterable<readonly string[]> | AsyncIterable<readonly string[]>): Promise<Set<string>> {
  const words = new Set<string>()
  for await (const names of pages) {
    for (const name of names) {
      // A copy: what V8 cuts out of a long text keeps all of it in memory.
      for (const word of wordKeys(name)) if (!words.has(word)) words.add(Buffer.from(word).toString())
      await yieldIfDue()
    }
  }
  return words
}
