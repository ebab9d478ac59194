import type { Db } from '../../db/tables.ts'

interface Span {
  readonly since: string
  readonly until: string
}

export const attemptStore = (db: Db) => ({
  /** How often the most tried of these keys failed in that time. */
  async most(keys: readonly string[], { since, until }: Span): Promise<number> {
    const rows = await db
      .selectFrom('failed_attempt')
      .select(({ fn }) => ['key', fn.countAll<number>().as('count')])
      .where('key', 'in', keys)
      .where('at', '>', since)
      .where('at', '<=', until)
      .groupBy('key')
      .execute()
    return Math.max(0, ...rows.map((row) => row.count))
  },

  add: (keys: readonly string[], at: string) =>
    db
      .insertInto('failed_attempt')
      .values(keys.map((key) => ({ key, at })))
      .execute(),

  /** Forgets what was not in that time. */
  forget: ({ since, until }: Span) =>
    db
      .deleteFrom('failed_attempt')
      .where((is) => is.or([is('at', '<', since), is('at', '>', until)]))
      .execute(),
})
