import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

export const operationsStore = (db: Db) => ({
  ping: () => sql`select 1`.execute(db),

  hasUsers: async () => (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) !== undefined,
})
