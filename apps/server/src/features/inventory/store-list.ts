import type { ItemType } from '@vitrine/contract'
import { breathe } from '../../db/chunks.ts'
import type { Db } from '../../db/tables.ts'
import { listKeys } from './state.ts'

/** So many items are read at once: few queries for a big collection, and no long one. */
const pageSize = 1_000

export const listStore = (db: Db) => ({
  /** The items of a type as a list shows them, in pages by id. */
  async *pages(type: ItemType) {
    let last = 0
    while (true) {
      const rows = await page(db, type, last)
      if (rows.length > 0) yield rows
      if (rows.length < pageSize) return
      last = rows.at(-1)?.id ?? last
      await breathe()
    }
  },
})

const page = (db: Db, type: ItemType, after: number) =>
  db
    .selectFrom('item')
    .leftJoin('media', 'media.id', 'item.picture_id')
    .select(['item.id', 'item.identifier', 'item.name', 'media.name as picture'])
    .select(({ selectFrom }) =>
      listKeys.map((key) =>
        selectFrom('item_tag')
          .select('item_tag.value')
          .whereRef('item_tag.item_id', '=', 'item.id')
          .where('item_tag.tag_key', '=', key)
          .as(key),
      ),
    )
    .where('item.type', '=', type)
    .where('item.id', '>', after)
    .orderBy('item.id')
    .limit(pageSize)
    .execute()

export type ListRow = Awaited<ReturnType<typeof page>>[number]
