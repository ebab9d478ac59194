import type { Db, Tables } from '../../db/tables.ts'
import { itemRows, pictureRows, textRows, textsOf } from '../../features/inventory/index.ts'

/** What the sheets of an export ask. */
export const exportStore = (db: Db) => ({
  async *items(type: Tables['item']['type']) {
    for await (const items of itemRows(db, type)) {
      const ids = items.map(({ id }) => id)
      const tags = await db.selectFrom('item_tag').selectAll().where('item_id', 'in', ids).execute()
      const tagsOf = Map.groupBy(tags, (tag) => tag.item_id)
      const texts = await textRows(db, ids)
      const pictures = await pictureRows(db, ids)
      yield items.map((item) => ({
        item,
        tags: new Map((tagsOf.get(item.id) ?? []).map((tag) => [tag.tag_key, tag.value])),
        texts: textsOf(texts.get(item.id) ?? []),
        pictures: pictures.get(item.id) ?? [],
      }))
    }
  },

  comments: () =>
    db
      .selectFrom('item_comment')
      .innerJoin('item', 'item.id', 'item_comment.item_id')
      .selectAll('item_comment')
      .select('item.identifier')
      .where('deleted_at', 'is', null)
      .orderBy('item_comment.id')
      .execute(),

  journal: async () => ({
    entries: await db.selectFrom('journal_entry').selectAll().where('deleted_at', 'is', null).orderBy('id').execute(),
    tags: await db
      .selectFrom('journal_entry_tag')
      .innerJoin('journal_tag', 'journal_tag.id', 'journal_entry_tag.tag_id')
      .select(['entry_id', 'name'])
      .orderBy('name')
      .execute(),
  }),

  events: () => db.selectFrom('event').selectAll().orderBy('date').orderBy('id').execute(),

  users: () => db.selectFrom('user_account').selectAll().orderBy('id').execute(),

  media: () => db.selectFrom('media').selectAll().orderBy('id').execute(),
})
