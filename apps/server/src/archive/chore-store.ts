import type { Db, Tables } from '../db/tables.ts'

type Name = Tables['chore']['name']

/** Who of several processes does what has to be done once a day: the one whose update finds it undone. */
export const choreStore = (db: Db) => ({
  /** True for the one caller who is to do it now. */
  async begin(name: Name, { day, at, givenUpBefore }: { day: string; at: string; givenUpBefore: string }) {
    const { numUpdatedRows } = await db
      .updateTable('chore')
      .set({ day, started_at: at, finished_at: null, problem: null })
      .where('name', '=', name)
      .where((is) =>
        is.or([is('day', '!=', day), is.and([is('finished_at', 'is', null), is('started_at', '<', givenUpBefore)])]),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  finish: (name: Name, at: string) =>
    db.updateTable('chore').set({ finished_at: at, problem: null }).where('name', '=', name).execute(),

  fail: (name: Name, problem: string) => db.updateTable('chore').set({ problem }).where('name', '=', name).execute(),

  /** Leaves it to whoever looks next. */
  leave: (name: Name) => db.updateTable('chore').set({ day: '' }).where('name', '=', name).execute(),

  find: (name: Name) => db.selectFrom('chore').selectAll().where('name', '=', name).executeTakeFirst(),
})
