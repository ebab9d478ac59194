import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

export const operationsStore = (db: Db) => ({
  ping: () => sql`select 1`.execute(db),
})
