import type { Db } from '../../db/tables.ts'

export const operationsStore = (db: Db) => ({
  ping: () => db.selectNoFrom(({ lit }) => lit(1).as('answer')).execute(),

  hasUsers: async () =>
    (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) !== undefined,
})
