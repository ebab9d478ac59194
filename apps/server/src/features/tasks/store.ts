import type { Db } from '../../db/tables.ts'
import { selectItemsInUse } from '../../items/reader.ts'

export const taskStore = (db: Db) => ({
  people: () => db.selectFrom('user_account').select(['id', 'first_name', 'last_name']).execute(),

  async isMailed(userId: number): Promise<boolean> {
    const { task_mail } = await db
      .selectFrom('user_account')
      .select('task_mail')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    return task_mail === 1
  },

  setMailed: (userId: number, on: boolean) =>
    db
      .updateTable('user_account')
      .set({ task_mail: on ? 1 : 0 })
      .where('id', '=', userId)
      .execute(),

  /** Accounts with open tasks that want the daily mail. */
  listMailRecipients: () =>
    db
      .selectFrom('user_account')
      .select(['id', 'email'])
      .where('task_mail', '=', 1)
      .where('email', '!=', '')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('item_comment')
            .innerJoin(selectItemsInUse(db).as('item'), 'item.id', 'item_comment.item_id')
            .select('item_comment.id')
            .whereRef('assignee_id', '=', 'user_account.id')
            .where('task', '=', 1)
            .where('done_at', 'is', null)
            .where('deleted_at', 'is', null),
        ),
      )
      .orderBy('id')
      .execute(),
})
