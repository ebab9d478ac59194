import type { Db } from '../../db/tables.ts'

/** Which content an item shows and plays. */
export const itemMediaStore = (db: Db) => {
  const contentOf = (column: 'item.picture_id' | 'item.recording_id', itemId: number) =>
    db
      .selectFrom('item')
      .innerJoin('media', 'media.id', column)
      .select('media.name')
      .where('item.id', '=', itemId)
      .executeTakeFirst()

  return {
    picture: (itemId: number) => contentOf('item.picture_id', itemId),
    recording: (itemId: number) => contentOf('item.recording_id', itemId),
  }
}
