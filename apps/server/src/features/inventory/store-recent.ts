import type { Db } from '../../db/tables.ts'
import { foundItems } from './store.ts'

/** What was done lately, newest first. */
export const recentStore = (db: Db) => ({
  /** Changes that people made one by one. */
  changes: (limit: number) =>
    db
      .selectFrom('change')
      .select(['id', 'subject_id', 'kind', 'at', 'user_name'])
      .where('subject', '=', 'item')
      .where('import_id', 'is', null)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  /** What a change did. */
  states: (changeId: number) =>
    db.selectFrom('change').select(['before', 'after']).where('id', '=', changeId).executeTakeFirst(),

  /** Imports, each with one of its items. */
  imports: (limit: number) =>
    db
      .selectFrom('item_import')
      .select(({ selectFrom }) => [
        'at',
        'user_name',
        'created',
        'changed',
        selectFrom('change')
          .innerJoin('item', 'item.id', 'change.subject_id')
          .select('item.id')
          .whereRef('import_id', '=', 'item_import.id')
          .where('subject', '=', 'item')
          .limit(1)
          .as('item_id'),
      ])
      .where('undone_at', 'is', null)
      .orderBy('item_import.id', 'desc')
      .limit(limit)
      .execute(),

  async items(ids: readonly number[]) {
    const rows = ids.length > 0 ? await foundItems(db).where('item.id', 'in', ids).execute() : []
    return new Map(rows.map((row) => [row.id, row]))
  },
})
