import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'

const contentIn = (column: 'item.picture_id' | 'item.recording_id') =>
  prepared((db, itemId: number) =>
    db.selectFrom('item').innerJoin('media', 'media.id', column).select('media.name').where('item.id', '=', itemId),
  )

const [pictureOf, recordingOf] = [contentIn('item.picture_id'), contentIn('item.recording_id')]

/** Which content an item shows and plays. */
export const itemMediaStore = (db: Db) => ({
  picture: async (itemId: number) => (await pictureOf(db, itemId))[0],
  recording: async (itemId: number) => (await recordingOf(db, itemId))[0],
})
