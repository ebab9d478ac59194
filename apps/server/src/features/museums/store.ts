import { type MuseumState, museumFields } from '@vitrine/contract'
import { prepareQuery } from '../../db/prepared.ts'
import { listColumnNames, toColumns } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'

const museumWithId = prepareQuery((db, id: number) =>
  db
    .selectFrom('museum')
    .select(['id', 'version', ...listColumnNames(museumFields)])
    .where('id', '=', id),
)

export const museumStore = (db: Db) => ({
  all: () => db.selectFrom('museum').selectAll().execute(),

  find: async (id: number) => (await museumWithId(db, id)).at(0),

  write: (id: number, museum: MuseumState, version: number, at: string) => {
    const columns = { ...toColumns(museumFields, museum), version, changed_at: at }
    return db
      .insertInto('museum')
      .values({ id, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute()
  },
})

export type MuseumRow = NonNullable<Awaited<ReturnType<ReturnType<typeof museumStore>['find']>>>
