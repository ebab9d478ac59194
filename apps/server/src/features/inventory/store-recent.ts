import type { Db } from '../../db/tables.ts'

export const recentStore = (db: Db) => ({
  /** Imports that stand, newest first, each with one of its items. */
  imports: (limit: number) =>
    db
      .selectFrom('item_import')
      .leftJoin('user_account', 'user_account.id', 'item_import.user_id')
      .select(({ fn, selectFrom }) => [
        'kind',
        'at',
        fn.coalesce('first_name', 'user_name').as('by'),
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
      .where('lease_until', 'is', null)
      .orderBy('item_import.id', 'desc')
      .limit(limit)
      .execute(),

  async items(ids: readonly number[]) {
    const rows =
      ids.length > 0
        ? await db.selectFrom('item').select(['id', 'type', 'identifier', 'name']).where('id', 'in', ids).execute()
        : []
    return new Map(rows.map((row) => [row.id, row]))
  },
})
