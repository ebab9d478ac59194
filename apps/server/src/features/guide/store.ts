import { prepareQuery } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'

type DailyCounter = 'questions' | 'model_answers'

const querySalt = prepareQuery((db, day: string) =>
  db.selectFrom('guide_day').select('salt').where('day', '=', day),
)

/** A query that returns no row if the counter has reached the maximum. */
const prepareIncrement = (counter: DailyCounter) =>
  prepareQuery((db, day: string, max: number) =>
    db
      .updateTable('guide_day')
      .set((row) => ({ [counter]: row(counter, '+', 1) }))
      .where('day', '=', day)
      .where(counter, '<', max)
      .returning('day'),
  )

const incrementByCounter = {
  questions: prepareIncrement('questions'),
  model_answers: prepareIncrement('model_answers'),
}

/** Salt and counters of each day. */
export const guideDayStore = (db: Db) => ({
  findSalt: async (day: string): Promise<string | undefined> => (await querySalt(db, day))[0]?.salt,

  /** Starts a day with a new salt, and removes all other days. */
  async begin(day: string, salt: string): Promise<void> {
    await db.deleteFrom('guide_day').where('day', '!=', day).execute()
    await db
      .insertInto('guide_day')
      .values({ day, salt, questions: 0, model_answers: 0 })
      .onConflict((begun) => begun.column('day').doNothing())
      .execute()
  },

  /** Increments a counter unless it has reached the maximum; false if it has. */
  increment: async (day: string, counter: DailyCounter, max: number): Promise<boolean> =>
    (await incrementByCounter[counter](db, day, max)).length > 0,

  /** Removes all days but today; returns their number. */
  async purge(today: string): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('guide_day')
      .where('day', '!=', today)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})
