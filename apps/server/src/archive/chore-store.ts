import type { Db, Tables } from '../db/tables.ts'

type Name = Tables['chore']['name']

/** Leases of daily chores: of several processes, the one whose update matches runs the chore. */
export const choreStore = (db: Db) => ({
  /** True for the process that got the lease. */
  async claim(name: Name, { day, at, leaseExpiredBefore }: { day: string; at: string; leaseExpiredBefore: string }) {
    const { numUpdatedRows } = await db
      .updateTable('chore')
      .set({ day, started_at: at, finished_at: null, problem: null })
      .where('name', '=', name)
      .where((is) =>
        is.or([
          is('day', '!=', day),
          is.and([is('finished_at', 'is', null), is('started_at', '<', leaseExpiredBefore)]),
        ]),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  finish: (name: Name, at: string) =>
    db.updateTable('chore').set({ finished_at: at, problem: null }).where('name', '=', name).execute(),

  fail: (name: Name, problem: string) => db.updateTable('chore').set({ problem }).where('name', '=', name).execute(),

  /** Releases the lease for the next process. */
  release: (name: Name) => db.updateTable('chore').set({ day: '' }).where('name', '=', name).execute(),

  find: (name: Name) => db.selectFrom('chore').selectAll().where('name', '=', name).executeTakeFirst(),
})
