import { type MuseumState, museumFields } from '@vitrine/contract'
import { toColumns } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'

export const museumStore = (db: Db) => ({
  all: () => db.selectFrom('museum').selectAll().execute(),

  find: (id: number) => db.selectFrom('museum').selectAll().where('id', '=', id).executeTakeFirst(),

  write: (id: number, museum: MuseumState, version: number, at: string) => {
    const columns = { ...toColumns(museumFields, museum), version, changed_at: at }
    return db
      .insertInto('museum')
      .values({ id, ...columns })
      .onConflict((there) => there.column('id').doUpdateSet(columns))
      .execute()
  },
})

export type MuseumRow = NonNullable<Awaited<ReturnType<ReturnType<typeof museumStore>['find']>>>
