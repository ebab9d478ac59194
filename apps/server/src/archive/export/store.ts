import type { Db } from '../../db/tables.ts'

/** The queries of the sheets of an export. */
export const exportStore = (db: Db) => ({
  comments: () =>
    db
      .selectFrom('item_comment')
      .innerJoin('item', 'item.id', 'item_comment.item_id')
      .selectAll('item_comment')
      .select('item.identifier')
      .where('deleted_at', 'is', null)
      .orderBy('item_comment.id')
      .execute(),

  /** With the names of each entry's tags. */
  async journal() {
    const entries = await db
      .selectFrom('journal_entry')
      .selectAll()
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    const tags = await db
      .selectFrom('journal_entry_tag')
      .innerJoin('journal_tag', 'journal_tag.id', 'journal_entry_tag.tag_id')
      .select(['entry_id', 'name'])
      .orderBy('name')
      .execute()
    const tagsOf = Map.groupBy(tags, ({ entry_id }) => entry_id)
    return entries.map((row) => ({ ...row, tags: (tagsOf.get(row.id) ?? []).map(({ name }) => name) }))
  },

  events: () => db.selectFrom('event').selectAll().orderBy('date').orderBy('id').execute(),

  users: () => db.selectFrom('user_account').selectAll().orderBy('id').execute(),

  media: () => db.selectFrom('media').selectAll().orderBy('id').execute(),
})
