import { yieldToEventLoop } from '../../base/event-loop.ts'
import type { Db, Tables } from '../../db/tables.ts'
import type { Item } from '../../items/item.ts'
import { unreadable } from '../history/index.ts'
import { itemCodec, listMediaIds } from './state.ts'

/** Changes per query: few, because stored states are long texts. */
const changesPerScan = 100

/** A media id in the JSON of a stored state of any version; faster than parsing every state. */
const storedMediaId = /"(?:mediaId|pictureId|recordingId)":(\d+)/g

/** Queries and deletions of the permanent removal of an item; `db` is its transaction. */
export const itemArchiveStore = (db: Db) => ({
  /** Lists the pictures, recordings and condition photos that the item has or had. */
  async listMediaIdsEverUsed({ id, state }: Item): Promise<number[]> {
    const rows = await selectChanges(db, id).select('after').execute()
    const earlierStates = rows
      .map(({ after }) => itemCodec.read(after))
      .filter((earlier) => earlier !== null && earlier !== unreadable)
    const photos = await db
      .selectFrom('condition_photo')
      .select('media_id')
      .where('item_id', '=', id)
      .execute()
    return [
      ...new Set([
        ...[state, ...earlierStates].flatMap(listMediaIds),
        ...photos.map(({ media_id }) => media_id),
      ]),
    ]
  },

  removeHistory: (itemId: number) =>
    db
      .deleteFrom('change')
      .where('subject', '=', 'item')
      .where('subject_id', '=', itemId)
      .execute(),

  /**
   * Removes the media rows that no item has or had. Returns the contents without any row left: the
   * same content may have several rows, one for each file name.
   */
  async removeUnusedMedia(
    mediaIds: readonly number[],
  ): Promise<Pick<Tables['media'], 'kind' | 'name'>[]> {
    const usedIds = await findUsedMediaIds(db, mediaIds)
    const unusedIds = mediaIds.filter((id) => !usedIds.has(id))
    if (unusedIds.length === 0) return []

    const removed = await db
      .deleteFrom('media')
      .where('id', 'in', unusedIds)
      .returning(['kind', 'name'])
      .execute()
    const names = removed.map(({ name }) => name)
    const remaining = await db
      .selectFrom('media')
      .select('name')
      .where('name', 'in', names)
      .execute()
    const remainingNames = new Set(remaining.map(({ name }) => name))
    return removed.filter(({ name }) => !remainingNames.has(name))
  },
})

const selectChanges = (db: Db, itemId: number) =>
  db.selectFrom('change').where('subject', '=', 'item').where('subject_id', '=', itemId)

/** Finds the media that items show or that their histories could restore. */
async function findUsedMediaIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()

  const pictures = await db
    .selectFrom('item_picture')
    .select('media_id')
    .where('media_id', 'in', ids)
    .unionAll(db.selectFrom('condition_photo').select('media_id').where('media_id', 'in', ids))
    .execute()
  const recordings = await db
    .selectFrom('item')
    .select('recording_id')
    .where('recording_id', 'in', ids)
    .execute()
  return new Set([
    ...pictures.map(({ media_id }) => media_id),
    ...recordings.map(({ recording_id }) => recording_id).filter((id) => id !== null),
    ...(await findMediaIdsInHistories(db)),
  ])
}

/** Reads only `after` of each change, because every state of an item is the `after` of one. */
async function findMediaIdsInHistories(db: Db): Promise<Set<number>> {
  const mediaIds = new Set<number>()
  for (let lastId = 0; ; await yieldToEventLoop()) {
    const rows = await db
      .selectFrom('change')
      .select(['id', 'after'])
      .where('id', '>', lastId)
      .where('subject', '=', 'item')
      .orderBy('id')
      .limit(changesPerScan)
      .execute()
    for (const { after } of rows)
      for (const [, mediaId] of after?.matchAll(storedMediaId) ?? []) mediaIds.add(Number(mediaId))
    if (rows.length < changesPerScan) return mediaIds
    lastId = rows.at(-1)?.id ?? lastId
  }
}
