import { withRowLocks } from '../../db/dialect.ts'
import type { Db, Tables } from '../../db/tables.ts'

type Columns = Omit<Tables['saved_view'], 'id'>

export const viewStore = (db: Db) => {
  const selectViews = () => db.selectFrom('saved_view').selectAll()
  return {
    /** The views that are not deleted: a user's own, and the shared ones. */
    listVisibleTo: (userId: number) =>
      selectViews()
        .where('deleted_at', 'is', null)
        .where(({ eb, or }) => or([eb('owner_id', '=', userId), eb('owner_id', 'is', null)]))
        .orderBy('id')
        .execute(),

    /** Includes deleted views. */
    listAll: () => selectViews().orderBy('id').execute(),

    lock: (id: number) => withRowLocks(db, selectViews().where('id', '=', id)).executeTakeFirst(),

    add: (view: Columns) =>
      db.insertInto('saved_view').values(view).returningAll().executeTakeFirstOrThrow(),

    change: (id: number, view: Partial<Columns>) =>
      db
        .updateTable('saved_view')
        .set(view)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    async purge(deletedBefore: string): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('saved_view')
        .where('deleted_at', '<', deletedBefore)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

export type ViewStore = ReturnType<typeof viewStore>
export type ViewRow = NonNullable<Awaited<ReturnType<ViewStore['lock']>>>
