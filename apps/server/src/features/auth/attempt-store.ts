import type { Db } from '../../db/tables.ts'

export const attemptStore = (db: Db) => ({
  /** How often the most tried of these keys failed since then. */
  async most(keys: readonly string[], since: string): Promise<number> {
    const rows = await db
      .selectFrom('failed_attempt')
      .select(({ fn }) => ['key', fn.countAll<number>().as('count')])
      .where('key', 'in', keys)
      .where('at', '>', since)
      .groupBy('key')
      .execute()
    return Math.max(0, ...rows.map((row) => row.count))
  },

  add: (keys: readonly string[], at: string) =>
    db
      .insertInto('failed_attempt')
      .values(keys.map((key) => ({ key, at })))
      .execute(),

  forget: (before: string) => db.deleteFrom('failed_attempt').where('at', '<', before).execute(),
})
