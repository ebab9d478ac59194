import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'

const contentIn = (column: 'item.picture_id' | 'item.recording_id') =>
  prepared((db, itemId: number) =>
    db
      .selectFrom('item')
      .innerJoin('media', 'media.id', column)
      .select(['media.name', 'item.public', 'item.archived_at'])
      .where('item.id', '=', itemId),
  )

const [pictureOf, recordingOf] = [contentIn('item.picture_id'), contentIn('item.recording_id')]

// Names are hexadecimal digits: whatever begins with these sorts before the same prefix followed by a 'g'.
const named = prepared((db, from: string, to: string) =>
  db
    .selectFrom('media')
    .select('name')
    .where('kind', '=', 'picture')
    .where('name', '>=', from)
    .where('name', '<', to)
    .limit(1),
)

/** Which content an item shows and plays. */
export const itemMediaStore = (db: Db) => ({
  picture: async (itemId: number) => (await pictureOf(db, itemId))[0],
  recording: async (itemId: number) => (await recordingOf(db, itemId))[0],
  /** A picture by the beginning of its name. */
  pictureNamed: async (beginning: string) => (await named(db, beginning, `${beginning}g`))[0],
})
