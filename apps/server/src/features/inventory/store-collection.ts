import { type ItemType, type LabelLanguage, readableLanguage } from '@vitrine/contract'
import { yieldingChunks, yieldToEventLoop } from '../../db/chunks.ts'
import { tagRows, textRows, textsOf } from '../../db/items.ts'
import type { Db } from '../../db/tables.ts'
import { foundItems, foundPicturesOf } from './store.ts'

/** Items per query: few queries for a big collection, and none that takes long. */
const pageSize = 500

/** Many items of a type, with everything that is shown of them. */
export const collectionStore = (db: Db) => ({
  async countPublic(type: ItemType): Promise<number> {
    const { count } = await db
      .selectFrom('item')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('type', '=', type)
      .where('public', '=', 1)
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** The names of a few items that were translated for readers of a language and checked. */
  namesIn: (ids: readonly number[], lang: LabelLanguage) =>
    db
      .selectFrom('item_text')
      .innerJoin('item', 'item.id', 'item_text.item_id')
      .select(['item.id', 'item_text.text'])
      .where('item.id', 'in', ids)
      .where('item.language', '!=', lang)
      .where('item_text.lang', '=', readableLanguage(lang))
      .where('item_text.field', '=', 'name')
      .where('item_text.state', '=', 'checked')
      .execute(),

  /** Those that visitors see, in pages by id. */
  async *public(type: ItemType) {
    for (let last = 0; ; await yieldToEventLoop()) {
      const items = await foundItems(db)
        .where('item.type', '=', type)
        .where('item.public', '=', 1)
        .where('item.archived_at', 'is', null)
        .where('item.id', '>', last)
        .orderBy('item.id')
        .limit(pageSize)
        .execute()
      yield* await withContent(db, items)
      if (items.length < pageSize) return
      last = items.at(-1)?.id ?? last
    }
  },

  /** The items among these ids that exist and are not archived. */
  async *byIds(type: ItemType, ids: readonly number[]) {
    for await (const some of yieldingChunks(ids, pageSize)) {
      const items = await foundItems(db)
        .where('item.type', '=', type)
        .where('item.archived_at', 'is', null)
        .where('item.id', 'in', some)
        .execute()
      yield* await withContent(db, items)
    }
  },
})

export type CollectedItem = Awaited<ReturnType<typeof withContent>>[number]

type FoundItem = Awaited<ReturnType<ReturnType<typeof foundItems>['execute']>>[number]

async function withContent(db: Db, items: readonly FoundItem[]) {
  if (items.length === 0) return []
  const ids = items.map(({ id }) => id)
  const tags = await tagRows(db, ids)
  const texts = await textRows(db, ids)
  const pictures = await foundPicturesOf(db, ids)
  return items.map((item) => ({
    item,
    tags: tags.get(item.id) ?? [],
    texts: textsOf(texts.get(item.id) ?? []),
    pictures: pictures.get(item.id) ?? [],
  }))
}
