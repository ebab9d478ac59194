import { yieldToEventLoop } from '../../base/event-loop.ts'
import type { Db, Tables } from '../../db/tables.ts'
import type { Item } from '../../items/item.ts'
import { unreadable } from '../history/index.ts'
import { itemCodec, listMediaIds } from './state.ts'

/** How much of the history is read at once: states are long texts. */
const changesPerScan = 100

/** What deleting an item for good asks and removes; call it with the transaction. */
export const itemArchiveStore = (db: Db) => ({
  /** The pictures and recordings that an item has or had. */
  async mediaOf({ id, state }: Item): Promise<number[]> {
    const rows = await changesOf(db, id).select('after').execute()
    const states = [state, ...rows.map(({ after }) => itemCodec.read(after))]
    return [
      ...new Set(states.flatMap((one) => (one && one !== unreadable ? listMediaIds(one) : []))),
    ]
  },

  removeHistory: (itemId: number) =>
    db
      .deleteFrom('change')
      .where('subject', '=', 'item')
      .where('subject_id', '=', itemId)
      .execute(),

  /** Removes the rows of those that no item has or had; returns the contents that no row names any more. */
  async removeUnused(
    mediaIds: readonly number[],
  ): Promise<Pick<Tables['media'], 'kind' | 'name'>[]> {
    const used = await usedMedia(db, mediaIds)
    const unused = mediaIds.filter((id) => !used.has(id))
    if (unused.length === 0) return []
    const removed = await db
      .deleteFrom('media')
      .where('id', 'in', unused)
      .returning(['kind', 'name'])
      .execute()
    const names = removed.map(({ name }) => name)
    const others = await db.selectFrom('media').select('name').where('name', 'in', names).execute()
    const kept = new Set(others.map(({ name }) => name))
    return removed.filter(({ name }) => !kept.has(name))
  },
})

const changesOf = (db: Db, itemId: number) =>
  db.selectFrom('change').where('subject', '=', 'item').where('subject_id', '=', itemId)

/** Which of these media items show or their histories could restore. Each state that an item had is the `after` of a change. */
async function usedMedia(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const pictures = await db
    .selectFrom('item_picture')
    .select('media_id')
    .where('media_id', 'in', ids)
    .execute()
  const recordings = await db
    .selectFrom('item')
    .select('recording_id')
    .where('recording_id', 'in', ids)
    .execute()
  const used = new Set([
    ...pictures.map(({ media_id }) => media_id),
    ...recordings.map(({ recording_id }) => recording_id ?? 0),
  ])
  for (let last = 0; ; await yieldToEventLoop()) {
    const rows = await db
      .selectFrom('change')
      .select(['id', 'after'])
      .where('id', '>', last)
      .where('subject', '=', 'item')
      .orderBy('id')
      .limit(changesPerScan)
      .execute()
    for (const { after } of rows)
      for (const [, id] of after?.matchAll(/"(?:mediaId|pictureId|recordingId)":(\d+)/g) ?? [])
        used.add(Number(id))
    if (rows.length < changesPerScan) return used
    last = rows.at(-1)?.id ?? last
  }
}
