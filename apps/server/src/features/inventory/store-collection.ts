import type { ItemType } from '@vitrine/contract'
import { breathe } from '../../db/chunks.ts'
import type { Db } from '../../db/tables.ts'
import { foundItems } from './store.ts'

/** So many items are read at once: few queries for a big collection, and no long one. */
const pageSize = 500

export const collectionStore = (db: Db) => ({
  /** The items of a type with everything that is shown of them, in pages by id. */
  async *pages(type: ItemType) {
    let last = 0
    while (true) {
      const items = await foundItems(db)
        .where('item.type', '=', type)
        .where('item.id', '>', last)
        .orderBy('item.id')
        .limit(pageSize)
        .execute()
      if (items.length > 0)
        yield {
          items,
          tagsOf: await tagsByItem(
            db,
            items.map((item) => item.id),
          ),
        }
      if (items.length < pageSize) return
      last = items.at(-1)?.id ?? last
      await breathe()
    }
  },
})

async function tagsByItem(db: Db, itemIds: readonly number[]) {
  const tags = await db.selectFrom('item_tag').selectAll().where('item_id', 'in', itemIds).execute()
  return Map.groupBy(tags, (tag) => tag.item_id)
}
