import { prepareQuery } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'

const selectRecording = prepareQuery((db, itemId: number) =>
  db
    .selectFrom('item')
    .innerJoin('media', 'media.id', 'item.recording_id')
    .select(['media.name', 'item.public', 'item.archived_at'])
    .where('item.id', '=', itemId),
)

const selectPictures = (db: Db) =>
  db
    .selectFrom('item_picture')
    .innerJoin('item', 'item.id', 'item_picture.item_id')
    .innerJoin('media', 'media.id', 'item_picture.media_id')
    .select(['media.name', 'item.public', 'item.archived_at', 'item_picture.public as shown'])

const selectFirstPicture = prepareQuery((db, itemId: number) =>
  selectPictures(db).where('item_id', '=', itemId).orderBy('position').limit(1),
)

const selectFirstPublicPicture = prepareQuery((db, itemId: number) =>
  selectPictures(db)
    .where('item_id', '=', itemId)
    .where('item_picture.public', '=', 1)
    .orderBy('position')
    .limit(1),
)

const selectNamedPicture = prepareQuery((db, itemId: number, from: string, to: string) =>
  selectPictures(db)
    .where('item_id', '=', itemId)
    .where('media.name', '>=', from)
    .where('media.name', '<', to)
    .limit(1),
)

// Content hashes are hexadecimal: all with a given prefix sort before the prefix followed by 'g'.
const endOfPrefix = (prefix: string) => `${prefix}g`

const selectPictureByPrefix = prepareQuery((db, from: string, to: string) =>
  db
    .selectFrom('media')
    .select('name')
    .where('kind', '=', 'picture')
    .where('name', '>=', from)
    .where('name', '<', to)
    .limit(1),
)

/** Finds pictures and recordings of items. `prefix` is the beginning of a content hash. */
export const itemMediaStore = (db: Db) => ({
  async findFirstPicture(itemId: number, audience: 'all' | 'public') {
    const select = audience === 'all' ? selectFirstPicture : selectFirstPublicPicture
    return (await select(db, itemId))[0]
  },

  findNamedPicture: async (itemId: number, prefix: string) =>
    (await selectNamedPicture(db, itemId, prefix, endOfPrefix(prefix)))[0],

  findRecording: async (itemId: number) => (await selectRecording(db, itemId))[0],

  /** Finds a picture of any item. */
  findPicture: async (prefix: string) =>
    (await selectPictureByPrefix(db, prefix, endOfPrefix(prefix)))[0],

  /** Lists other items with the same picture, then those with a similar one. */
  async listSimilar(
    itemId: number,
    content: string,
    isSimilar: ((likeness: string) => boolean) | null,
  ) {
    const rows = await selectOtherItemsWithContent(db, itemId, content)
    if (isSimilar && rows.length < maxSimilarItems)
      rows.push(...(await findOtherItemsWithSimilarPicture(db, itemId, isSimilar)))
    const itemIds = new Set(rows.map(({ item_id }) => item_id))
    const ids = [...itemIds].slice(0, maxSimilarItems)
    if (ids.length === 0) return []

    const items = await db
      .selectFrom('item')
      .select(['id as itemId', 'identifier', 'name'])
      .where('id', 'in', ids)
      .execute()
    return items.toSorted((a, b) => ids.indexOf(a.itemId) - ids.indexOf(b.itemId))
  },
})

/** Items that an upload names as having the same or a similar picture. */
const maxSimilarItems = 10

const selectOtherItems = (db: Db, itemId: number) =>
  db
    .selectFrom('item_picture')
    .innerJoin('media', 'media.id', 'item_picture.media_id')
    .select('item_id')
    .distinct()
    .where('item_id', '!=', itemId)
    .orderBy('item_id')
    .limit(maxSimilarItems)

const selectOtherItemsWithContent = prepareQuery((db, itemId: number, content: string) =>
  selectOtherItems(db, itemId).where('media.name', '=', content),
)

/** Likenesses per query, of about 20 bytes each: comparing a page must not block the event loop. */
const pageSize = 2_000
/** Enough similar pictures to fill the list of items. */
const maxSimilarMedia = 100

async function findOtherItemsWithSimilarPicture(
  db: Db,
  itemId: number,
  isSimilar: (likeness: string) => boolean,
) {
  const similarIds: number[] = []
  for (let lastId = 0; ; ) {
    const rows = await selectLikenesses(db, lastId, pageSize)
    similarIds.push(...rows.filter(({ dhash }) => isSimilar(dhash)).map(({ id }) => id))
    if (rows.length < pageSize || similarIds.length >= maxSimilarMedia) break
    lastId = rows.at(-1)?.id ?? lastId
  }
  const mediaIds = similarIds.slice(0, maxSimilarMedia)
  if (mediaIds.length === 0) return []
  return selectOtherItems(db, itemId).where('media.id', 'in', mediaIds).execute()
}

const selectLikenesses = prepareQuery((db, afterId: number, limit: number) =>
  db
    .selectFrom('media')
    .select(['id', 'dhash'])
    .where('dhash', '!=', '')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit),
)
