import { excerptAround, identifierKey, identifierWords, type MentioningEntry } from '@vitrine/contract'
import { yieldToEventLoop } from '../../db/chunks.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type MentionRow, mentionStore } from './store.ts'

// More than anybody types; it bounds what one entry can cost.
const maxWords = 500

/** The different words of a comment that may be identifiers. */
export const wordsOf = (comment: string): Set<string> => {
  const words = new Set<string>()
  for (const { word } of identifierWords(comment)) {
    if (words.size === maxWords) break
    words.add(word)
  }
  return words
}

/** A word that led to an item still does, whatever the item is called now; the others lead to what they name. */
export function mentionsIn(
  entryId: number,
  words: ReadonlySet<string>,
  before: readonly MentionRow[],
  itemsOf: (key: string) => readonly number[],
): MentionRow[] {
  const kept = before.filter(({ word }) => words.has(word))
  const known = new Set(kept.map(({ word }) => word))
  const fresh = [...words].filter((word) => !known.has(word))
  return [
    ...kept,
    ...fresh.flatMap((word) => itemsOf(identifierKey(word)).map((item_id) => ({ entry_id: entryId, word, item_id }))),
  ]
}

/** Keeps which items an entry mentions. Call it with the transaction that writes the entry. */
export async function writeMentions(tx: Tx, entryId: number, comment: string): Promise<void> {
  const store = mentionStore(tx)
  const words = wordsOf(comment)
  const before = await store.of(entryId)
  if (words.size === 0 && before.length === 0) return
  const items = await store.itemsByIdentifier([...new Set([...words].map(identifierKey))])
  const byKey = Map.groupBy(items, ({ identifier_key }) => identifier_key)
  const idsOf = (key: string) => (byKey.get(key) ?? []).map(({ id }) => id)
  await store.replace(entryId, mentionsIn(entryId, words, before, idsOf))
}

const entriesAtOnce = 500
// With more identifiers than these it is as quick to read all entries.
const maxSought = 20

/**
 * Entries that named an identifier before there was an item of that name lead to it now. Call it with the transaction
 * that gives items their identifiers. A word that leads elsewhere already stays as it is.
 */
export async function linkOlderEntries(
  tx: Tx,
  named: readonly { readonly id: number; readonly identifier: string }[],
): Promise<void> {
  const sought = named.filter(({ identifier }) => wordsOf(identifier).has(identifier.trim()))
  if (sought.length === 0) return
  const byKey = Map.groupBy(sought, ({ identifier }) => identifierKey(identifier))
  const idsOf = (key: string) => (byKey.get(key) ?? []).map(({ id }) => id)
  const store = mentionStore(tx)
  // An entry that is being written is waited for; one that comes later finds the items.
  await store.lockEntries()
  // Digits have no case and no accents: the databases agree on them.
  const digits =
    sought.length > maxSought ? [] : sought.map(({ identifier }) => identifier.match(/\p{N}+/gu)?.at(-1) ?? '')
  const added: MentionRow[] = []
  for (let after = 0; ; await yieldToEventLoop()) {
    const entries = await store.entriesAfter(after, entriesAtOnce, digits)
    if (entries.length === 0) break
    const rows = Map.groupBy(await store.ofMany(entries.map(({ id }) => id)), ({ entry_id }) => entry_id)
    for (const { id, comment } of entries) {
      const before = rows.get(id) ?? []
      added.push(...mentionsIn(id, wordsOf(comment), before, idsOf).filter((row) => !before.includes(row)))
    }
    if (entries.length < entriesAtOnce) break
    after = entries.at(-1)?.id ?? after
  }
  if (added.length > 0) await store.add(added)
}

const maxShown = 20

export async function mentioningEntries(db: Db, itemId: number): Promise<{ data: MentioningEntry[]; total: number }> {
  const store = mentionStore(db)
  const rows = await store.mentioning(itemId, maxShown)
  const data = rows.map(({ comment, ...entry }) => ({ ...entry, excerpt: excerptAround(comment, entry.word) }))
  return { data, total: rows.length < maxShown ? rows.length : await store.countMentioning(itemId) }
}
