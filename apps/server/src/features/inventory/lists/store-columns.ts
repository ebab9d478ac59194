import type { ItemType } from '@vitrine/contract'
import { yieldToEventLoop } from '../../../db/chunks.ts'
import { jsonObject } from '../../../db/dialect.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'

const pageSize = 500

export const columnStore = (db: Db) => ({
  /** All items of a type with all their attributes, in pages by id. */
  async *pages(type: ItemType) {
    for (let last = 0; ; await yieldToEventLoop()) {
      const rows = await page(db, type, last)
      // Parsed as one JSON text, which is faster than row by row.
      const tags: Record<string, string>[] = JSON.parse(`[${rows.map((row) => row.tags ?? '{}').join(',')}]`)
      yield rows.map(({ id, updated_at }, index) => ({ id, updated_at, tags: tags[index] ?? {} }))
      if (rows.length < pageSize) return
      last = rows.at(-1)?.id ?? last
    }
  },
})

const page = prepared((db, type: ItemType, after: number) =>
  db
    .selectFrom('item')
    .select(['item.id', 'item.updated_at'])
    .select(({ selectFrom }) =>
      selectFrom('item_tag')
        .select(jsonObject(db, 'item_tag.tag_key', 'item_tag.value').as('tags'))
        .whereRef('item_tag.item_id', '=', 'item.id')
        .as('tags'),
    )
    .where('item.type', '=', type)
    .where('item.id', '>', after)
    .orderBy('item.id')
    .limit(pageSize),
)
