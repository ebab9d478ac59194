import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { chunks, yieldToEventLoop } from '../../db/chunks.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { unreadable } from '../history/index.ts'
import { itemCodec } from './changes.ts'
import type { Item } from './state.ts'

/** Changes per query: their states are long texts. */
const changesPerScan = 5_000

/** What deleting an item for good asks and removes; call it with the transaction. */
export const archiveStore = (db: Db) => ({
  /** The pictures and recordings that an item has or had. */
  async mediaOf({ id, state }: Item): Promise<number[]> {
    const rows = await changesOf(db, id).select('after').execute()
    const states = [state, ...rows.map(({ after }) => itemCodec.read(after))]
    const ids = states.flatMap((one) => (one && one !== unreadable ? [one.pictureId, one.recordingId] : []))
    return [...new Set(ids)].filter((mediaId) => mediaId !== null)
  },

  removeHistory: (itemId: number) =>
    db.deleteFrom('change').where('subject', '=', 'item').where('subject_id', '=', itemId).execute(),

  /** Removes the rows of those that no item has or had; returns the contents that no row names any more. */
  async removeUnused(mediaIds: readonly number[]): Promise<Pick<Tables['media'], 'kind' | 'name'>[]> {
    const used = await usedMedia(db, mediaIds)
    const unused = mediaIds.filter((id) => !used.has(id))
    if (unused.length === 0) return []
    const removed = await db.deleteFrom('media').where('id', 'in', unused).returning(['kind', 'name']).execute()
    const names = removed.map(({ name }) => name)
    const others = await db.selectFrom('media').select('name').where('name', 'in', names).execute()
    const kept = new Set(others.map(({ name }) => name))
    return removed.filter(({ name }) => !kept.has(name))
  },
})

const changesOf = (db: Db, itemId: number) =>
  db.selectFrom('change').where('subject', '=', 'item').where('subject_id', '=', itemId)

/** Which of these media items show or their histories could restore. */
async function usedMedia(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const shown = await db
    .selectFrom('item')
    .select(['picture_id', 'recording_id'])
    .where(({ or, eb }) => or([eb('picture_id', 'in', ids), eb('recording_id', 'in', ids)]))
    .execute()
  const used = new Set(shown.flatMap(({ picture_id, recording_id }) => [picture_id ?? 0, recording_id ?? 0]))
  const newest = await db.selectFrom('change').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  for (let first = 0; first <= (newest?.id ?? 0); first += changesPerScan) {
    for (const some of chunks(ids, 50)) {
      const rows = await db
        .selectFrom('change')
        .select('after')
        .where('id', '>', first)
        .where('id', '<=', first + changesPerScan)
        .where('subject', '=', 'item')
        .where((eb) => eb.or(some.flatMap((id) => naming(eb, id))))
        .execute()
      for (const state of rows.map(({ after }) => itemCodec.read(after))) {
        if (state && state !== unreadable) for (const id of [state.pictureId, state.recordingId]) used.add(id ?? 0)
      }
    }
    await yieldToEventLoop()
  }
  return used
}

/** Each state that an item had is the `after` of some change. */
const naming = (eb: ExpressionBuilder<Tables, 'change'>, mediaId: number): Expression<SqlBool>[] =>
  ['pictureId', 'recordingId'].map((field) => eb('after', 'like', `%"${field}":${mediaId}%`))
