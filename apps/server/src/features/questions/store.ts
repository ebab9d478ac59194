import type { Db, Tables } from '../../db/tables.ts'

type Columns = Omit<Tables['visitor_question'], 'id'>

export const questionStore = (db: Db) => ({
  /** Nothing is added about an item that is gone. */
  add: ({ item_id, ...columns }: Columns) =>
    db
      .insertInto('visitor_question')
      .columns(['item_id', ...(Object.keys(columns) as (keyof typeof columns)[])])
      .expression(({ selectFrom, val }) =>
        selectFrom('item')
          .select('id')
          .select(Object.entries(columns).map(([name, value]) => val(value).as(name)))
          .where('id', '=', item_id),
      )
      .execute(),

  async purge(beforeDay: string): Promise<number> {
    const { numDeletedRows } = await db.deleteFrom('visitor_question').where('day', '<', beforeDay).executeTakeFirst()
    return Number(numDeletedRows)
  },
})

export type QuestionStore = ReturnType<typeof questionStore>
