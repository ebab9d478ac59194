import { itemPictureLimits } from '@vitrine/contract'
import { yieldToEventLoop } from '../../../db/chunks.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'

const recordingOf = prepared((db, itemId: number) =>
  db
    .selectFrom('item')
    .innerJoin('media', 'media.id', 'item.recording_id')
    .select(['media.name', 'item.public', 'item.archived_at'])
    .where('item.id', '=', itemId),
)

const picturesOf = (db: Db) =>
  db
    .selectFrom('item_picture')
    .innerJoin('item', 'item.id', 'item_picture.item_id')
    .innerJoin('media', 'media.id', 'item_picture.media_id')
    .select(['media.name', 'item.public', 'item.archived_at', 'item_picture.public as shown'])

const firstPicture = prepared((db, itemId: number, shown: 0 | 1) =>
  picturesOf(db).where('item_id', '=', itemId).where('item_picture.public', '>=', shown).orderBy('position').limit(1),
)

const namedPicture = prepared((db, itemId: number, from: string, to: string) =>
  picturesOf(db).where('item_id', '=', itemId).where('media.name', '>=', from).where('media.name', '<', to).limit(1),
)

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
  /** The first picture of an item, or the first of those that visitors see. */
  picture: async (itemId: number, of: 'all' | 'public') => (await firstPicture(db, itemId, of === 'all' ? 0 : 1))[0],
  /** A picture of an item by the beginning of its name. */
  pictureOf: async (itemId: number, beginning: string) =>
    (await namedPicture(db, itemId, beginning, `${beginning}g`))[0],
  recording: async (itemId: number) => (await recordingOf(db, itemId))[0],
  /** A picture by the beginning of its name. */
  pictureNamed: async (beginning: string) => (await named(db, beginning, `${beginning}g`))[0],
  /** Other items that have this picture, then those that have one like it. */
  async alike(itemId: number, content: string, isLike: (likeness: string) => boolean) {
    const [same, similar] = [new Set<number>(), new Set<number>()]
    for (let last = 0; ; await yieldToEventLoop()) {
      const rows = await likenesses(db, last, pageSize)
      for (const { item_id, name, dhash } of rows) {
        if (item_id === itemId) continue
        if (name === content) same.add(item_id)
        else if (isLike(dhash)) similar.add(item_id)
      }
      if (rows.length < pageSize) break
      last = rows.at(-1)?.item_id ?? last
    }
    const ids = [...new Set([...same, ...similar])].slice(0, maxAlike)
    if (ids.length === 0) return []
    const items = await db
      .selectFrom('item')
      .select(['id as itemId', 'identifier', 'name'])
      .where('id', 'in', ids)
      .execute()
    return items.toSorted((a, b) => ids.indexOf(a.itemId) - ids.indexOf(b.itemId))
  },
})

// More than one item has pictures, so that a page ends with another item than it began.
const pageSize = 4 * itemPictureLimits.pictures
const maxAlike = 10

const likenesses = prepared((db, after: number, limit: number) =>
  db
    .selectFrom('item_picture')
    .innerJoin('media', 'media.id', 'item_picture.media_id')
    .select(['item_id', 'name', 'dhash'])
    .where('item_id', '>=', after)
    .orderBy('item_id')
    .limit(limit),
)
