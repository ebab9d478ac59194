import type { Db, Tx } from '../../db/tables.ts'
import { formerIdentifiers } from '../inventory/index.ts'
import { type MentionRow, mentionStore, mentionsIn, wordsOf } from '../mentions/index.ts'

const entriesAtOnce = 500

interface Wrong {
  readonly entryId: number
  readonly mentions: readonly MentionRow[]
}

/**
 * The entries whose mentions differ from their text. A word that no mention explains counts only if the item it names has
 * not changed since the entry was written: before that, the word may have named nothing.
 */
async function wrongMentions(db: Db): Promise<Wrong[]> {
  const store = mentionStore(db)
  const items = await store.items()
  const byKey = Map.groupBy(items, ({ identifier_key }) => identifier_key)
  const updatedAt = new Map(items.map(({ id, updated_at }) => [id, updated_at]))
  const former = await formerIdentifiers(db)
  const itemsOf = (key: string) => byKey.get(key)?.map(({ id }) => id) ?? former.get(key) ?? []
  const wrong: Wrong[] = []
  for (let after = 0; ; ) {
    const entries = await store.entriesAfter(after, entriesAtOnce)
    if (entries.length === 0) return wrong
    const rows = Map.groupBy(await store.ofMany(entries.map(({ id }) => id)), ({ entry_id }) => entry_id)
    for (const { id, comment, changed_at } of entries) {
      const before = rows.get(id) ?? []
      const mentions = mentionsIn(id, wordsOf(comment), before, itemsOf)
      const isMissing = ({ word, item_id }: MentionRow) =>
        !before.some((row) => row.word === word && row.item_id === item_id) &&
        (updatedAt.get(item_id) ?? changed_at) < changed_at
      if (before.some((row) => !mentions.includes(row)) || mentions.some(isMissing))
        wrong.push({ entryId: id, mentions })
      after = id
    }
  }
}

/** Compares what is kept of mentioned items with the texts; returns one sentence per mismatch. */
export const checkMentions = async (db: Db): Promise<string[]> =>
  (await wrongMentions(db)).map(
    ({ entryId }) => `Journal entry ${entryId} does not lead to the items that it mentions.`,
  )

/** Returns what it did, in sentences. */
export async function repairMentions(tx: Tx): Promise<string[]> {
  const wrong = await wrongMentions(tx)
  for (const { entryId, mentions } of wrong) await mentionStore(tx).replace(entryId, mentions)
  return wrong.map(({ entryId }) => `Journal entry ${entryId} leads to the items that it mentions again.`)
}
