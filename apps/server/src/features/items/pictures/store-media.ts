import { preparedQuery } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'

const recordingOf = preparedQuery((db, itemId: number) =>
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

const firstPicture = preparedQuery((db, itemId: number) =>
  picturesOf(db).where('item_id', '=', itemId).orderBy('position').limit(1),
)

const firstPublicPicture = preparedQuery((db, itemId: number) =>
  picturesOf(db)
    .where('item_id', '=', itemId)
    .where('item_picture.public', '=', 1)
    .orderBy('position')
    .limit(1),
)

const namedPicture = preparedQuery((db, itemId: number, from: string, to: string) =>
  picturesOf(db)
    .where('item_id', '=', itemId)
    .where('media.name', '>=', from)
    .where('media.name', '<', to)
    .limit(1),
)

// Names are hexadecimal digits: whatever begins with these sorts before the same prefix followed by a 'g'.
const named = preparedQuery((db, from: string, to: string) =>
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
  picture: async (itemId: number, of: 'all' | 'public') =>
    (await (of === 'all' ? firstPicture : firstPublicPicture)(db, itemId))[0],
  /** A picture of an item by the beginning of its name. */
  pictureOf: async (itemId: number, beginning: string) =>
    (await namedPicture(db, itemId, beginning, `${beginning}g`))[0],
  recording: async (itemId: number) => (await recordingOf(db, itemId))[0],
  /** A picture by the beginning of its name. */
  pictureNamed: async (beginning: string) => (await named(db, beginning, `${beginning}g`))[0],
  /** Other items that have this picture, then those that have one like it. */
  async alike(itemId: number, content: string, isLike: ((likeness: string) => boolean) | null) {
    const same = await withContent(db, itemId, content)
    const similar = isLike && same.length < maxAlike ? await withLike(db, itemId, isLike) : []
    const ids = [...new Set([...same, ...similar].map(({ item_id }) => item_id))].slice(0, maxAlike)
    if (ids.length === 0) return []
    const items = await db
      .selectFrom('item')
      .select(['id as itemId', 'identifier', 'name'])
      .where('id', 'in', ids)
      .execute()
    return items.toSorted((a, b) => ids.indexOf(a.itemId) - ids.indexOf(b.itemId))
  },
})

const maxAlike = 10

const othersWith = (db: Db, itemId: number) =>
  db
    .selectFrom('item_picture')
    .innerJoin('media', 'media.id', 'item_picture.media_id')
    .select('item_id')
    .distinct()
    .where('item_id', '!=', itemId)
    .orderBy('item_id')
    .limit(maxAlike)

const withContent = preparedQuery((db, itemId: number, content: string) =>
  othersWith(db, itemId).where('media.name', '=', content),
)

// Twenty bytes of each picture; read in pages, so that the comparison does not block the event loop.
const pageSize = 2_000
const maxLike = 100

async function withLike(db: Db, itemId: number, isLike: (likeness: string) => boolean) {
  const like: number[] = []
  for (let last = 0; ; ) {
    const rows = await likenesses(db, last, pageSize)
    like.push(...rows.filter(({ dhash }) => isLike(dhash)).map(({ id }) => id))
    if (rows.length < pageSize || like.length >= maxLike) break
    last = rows.at(-1)?.id ?? last
  }
  const some = like.slice(0, maxLike)
  return some.length > 0 ? othersWith(db, itemId).where('media.id', 'in', some).execute() : []
}

const likenesses = preparedQuery((db, after: number, limit: number) =>
  db
    .selectFrom('media')
    .select(['id', 'dhash'])
    .where('dhash', '!=', '')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit),
)
