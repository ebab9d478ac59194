import type { Db } from '../../db/tables.ts'

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

  /** Accounts that want the morning mail. */
  listMailRecipients: () =>
    db
      .selectFrom('user_account')
      .select(['id', 'email'])
      .where('task_mail', '=', 1)
      .where('email', '!=', '')
      .orderBy('id')
      .execute(),
})
