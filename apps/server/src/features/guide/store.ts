import type { Db } from '../../db/tables.ts'

export const dayStore = (db: Db) => {
  const find = (day: string) =>
    db.selectFrom('guide_day').select(['salt', 'questions', 'model_answers']).where('day', '=', day).executeTakeFirst()

  return {
    find,

    /** Begins a day with a new salt, and removes that of any other day. */
    async begin(day: string, salt: string): Promise<void> {
      await db.deleteFrom('guide_day').where('day', '!=', day).execute()
      await db
        .insertInto('guide_day')
        .values({ day, salt, questions: 0, model_answers: 0 })
        .onConflict((begun) => begun.column('day').doNothing())
        .execute()
    },

    /** Whether there was one left. */
    async count(day: string, what: 'questions' | 'model_answers', max: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('guide_day')
        .set((row) => ({ [what]: row(what, '+', 1) }))
        .where('day', '=', day)
        .where(what, '<', max)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Removes the salts of other days; returns how many. */
    async purge(today: string): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('guide_day').where('day', '!=', today).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
