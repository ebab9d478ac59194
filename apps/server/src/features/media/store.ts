import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../db/tables.ts'

type MediaRow = Tables['media']

const picturesPerQuery = 500

export const mediaStore = (db: Db) => ({
  /** The rows of a content hash: one for each file name under which it was uploaded. */
  findContent: (kind: MediaRow['kind'], content: string) =>
    db
      .selectFrom('media')
      .selectAll()
      .where('kind', '=', kind)
      .where('name', '=', content)
      .orderBy('id')
      .execute(),

  /** The next pictures without a likeness, after a name. */
  withoutLikeness: (lastName: string) =>
    db
      .selectFrom('media')
      .select('name')
      .distinct()
      .where('kind', '=', 'picture')
      .where('dhash', '=', '')
      .where('name', '>', lastName)
      .orderBy('name')
      .limit(picturesPerQuery)
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
