import { prepared } from './prepared.ts'
import type { Db } from './tables.ts'

interface Span {
  readonly since: string
  readonly until: string
}

const removeOutside = prepared((db, since: string, until: string) =>
  db.deleteFrom('failed_attempt').where((is) => is.or([is('at', '<', since), is('at', '>', until)])),
)

const countsOf = prepared((db, since: string, until: string, ...keys: string[]) =>
  db
    .selectFrom('failed_attempt')
    .select(({ fn }) => ['key', fn.countAll<number>().as('count')])
    .where('key', 'in', keys)
    .where('at', '>', since)
    .where('at', '<=', until)
    .groupBy('key'),
)

const addAll = prepared((db, at: string, ...keys: string[]) =>
  db
    .insertInto('failed_attempt')
    .values(keys.map((key) => ({ key, at })))
    .returning('id'),
)

export const attempts = (db: Db) => ({
  /** How many attempts each of these keys has had in that time; keys without any are left out. */
  async counts(keys: readonly string[], { since, until }: Span): Promise<Map<string, number>> {
    return new Map((await countsOf(db, since, until, ...keys)).map(({ key, count }) => [key, count]))
  },

  add: async (keys: readonly string[], at: string): Promise<number[]> =>
    (await addAll(db, at, ...keys)).map(({ id }) => id),

  remove: (ids: readonly number[]) => db.deleteFrom('failed_attempt').where('id', 'in', ids).execute(),

  /** Deletes attempts outside that time. */
  forget: ({ since, until }: Span) => removeOutside(db, since, until),
})
