import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../db/tables.ts'

type MediaRow = Tables['media']

export const mediaStore = (db: Db) => ({
  /** The rows of a content: one for each file name under which it was uploaded. */
  findContent: (kind: MediaRow['kind'], name: string) =>
    db
      .selectFrom('media')
      .selectAll()
      .where('kind', '=', kind)
      .where('name', '=', name)
      .orderBy('id')
      .execute(),

  /** The next pictures without a likeness. */
  withoutLikeness: (after: string) =>
    db
      .selectFrom('media')
      .select('name')
      .distinct()
      .where('kind', '=', 'picture')
      .where('dhash', '=', '')
      .where('name', '>', after)
      .orderBy('name')
      .limit(500)
      .execute(),

  setLikeness: (content: string, dhash: string) =>
    db
      .updateTable('media')
      .set({ dhash })
      .where('kind', '=', 'picture')
      .where('name', '=', content)
      .execute(),

  add: (media: Insertable<MediaRow>) =>
    db.insertInto('media').values(media).returning('id').executeTakeFirstOrThrow(),
})
