import type { ItemType } from '@vitrine/contract'
import { sql } from 'kysely'
import { jsonObject } from '../../../db/dialect.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'

const pageSize = 250

export const columnStore = (db: Db) => ({
  /** All items of a type with all their attributes, of each value one character more than `maxLength`, in pages by id. */
  async *pages(type: ItemType, maxLength: number) {
    for (let last = 0; ; ) {
      const rows = await page(db, type, last, maxLength + 1)
      // Parsed as one JSON text, which is faster than row by row.
      const tags: Record<string, string>[] = JSON.parse(`[${rows.map((row) => row.tags ?? '{}').join(',')}]`)
      yield rows.map(({ tags: _, ...row }, index) => ({ ...row, tags: tags[index] ?? {} }))
      if (rows.length < pageSize) return
      last = rows.at(-1)?.id ?? last
    }
  },
})

const page = prepared((db, type: ItemType, after: number, length: number) =>
  db
    .selectFrom('item')
    .select(['item.id', 'item.updated_at', 'item.text_states'])
    .select(({ selectFrom }) =>
      selectFrom('item_tag')
        .select(jsonObject(db, 'item_tag.tag_key', sql`substr(item_tag.value, 1, ${length})`).as('tags'))
        .whereRef('item_tag.item_id', '=', 'item.id')
        .as('tags'),
    )
    .where('item.type', '=', type)
    .where('item.id', '>', after)
    .orderBy('item.id')
    .limit(pageSize),
)
