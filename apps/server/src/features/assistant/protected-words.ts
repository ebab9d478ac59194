import { wordKeys } from '@vitrine/spelling'
import type { Db } from '../../db/tables.ts'
import type { ProtectedWords } from './embedded/engine.ts'
import { namesStore } from './store.ts'

/** The names in the database: of people, tags, items and those who made them. Items are read again when one changes. */
export function protectedWords(db: Db): ProtectedWords {
  const store = namesStore(db)
  let items: { revision: string; words: ReadonlySet<string> } | undefined

  return async () => {
    const revision = await store.itemsRevision()
    if (items?.revision !== revision) {
      const names = (await store.items()).map((item) => `${item.identifier} ${item.name}`)
      const values = (await store.attributes()).map((attribute) => attribute.value)
      items = { revision, words: wordsOf([...names, ...values]) }
    }
    const people = (await store.people()).map((person) => `${person.first_name} ${person.last_name}`)
    const tags = (await store.tags()).map((tag) => tag.name)
    return new Set([...items.words, ...wordsOf([...people, ...tags])])
  }
}

const wordsOf = (names: readonly string[]): Set<string> => new Set(names.flatMap(wordKeys))
