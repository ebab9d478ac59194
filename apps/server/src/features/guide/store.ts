import { preparedQuery } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'

/** Daily counters. */
type DailyCounter = 'questions' | 'model_answers'

const findSalt = preparedQuery((db, day: string) =>
  db.selectFrom('guide_day').select('salt').where('day', '=', day),
)

const incrementBelow = (what: DailyCounter) =>
  preparedQuery((db, day: string, max: number) =>
    db
      .updateTable('guide_day')
      .set((row) => ({ [what]: row(what, '+', 1) }))
      .where('day', '=', day)
      .where(what, '<', max)
      .returning('day'),
  )

const incrementByCounter = {
  questions: incrementBelow('questions'),
  model_answers: incrementBelow('model_answers'),
}

export const guideDayStore = (db: Db) => ({
  salt: async (day: string): Promise<string | undefined> => (await findSalt(db, day))[0]?.salt,

  /** Starts a day with a new salt, and removes all other days. */
  async begin(day: string, salt: string): Promise<void> {
    await db.deleteFrom('guide_day').where('day', '!=', day).execute()
    await db
      .insertInto('guide_day')
      .values({ day, salt, questions: 0, model_answers: 0 })
      .onConflict((begun) => begun.column('day').doNothing())
      .execute()
  },

  /** Increments a counter unless it has reached the maximum; returns whether it did. */
  increment: async (day: string, what: DailyCounter, max: number): Promise<boolean> =>
    (await incrementByCounter[what](db, day, max)).length > 0,

  /** Removes all days but today; returns how many. */
  async purge(today: string): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('guide_day')
      .where('day', '!=', today)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})
