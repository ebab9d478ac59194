import type { Db } from '../../../db/tables.ts'

export const houseStore = (db: Db) => ({
  /** Items in use that have one of these attributes, with one of these words in its value where there are any. */
  async itemsWith(keys: readonly string[], words: readonly string[], limit: number): Promise<number[]> {
    const rows = await db
      .selectFrom('item_tag')
      .innerJoin('item', 'item.id', 'item_tag.item_id')
      .select('item.id')
      .distinct()
      .where('tag_key', 'in', keys)
      .where('value', '!=', '')
      .where('archived_at', 'is', null)
      .$if(words.length > 0, (query) =>
        query.where((is) => is.or(words.map((word) => is('value', 'like', `%${word}%`)))),
      )
      .orderBy('item.id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },

  /** The newest comments on these items. */
  async commentsOn(items: readonly number[], limit: number): Promise<number[]> {
    if (items.length === 0) return []
    const rows = await db
      .selectFrom('item_comment')
      .select('id')
      .where('item_id', 'in', items)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },
})
