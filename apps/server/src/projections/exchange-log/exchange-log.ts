import { isDeepStrictEqual } from 'node:util'
import { instant } from '../../base/clock.ts'
import type { Db } from '../../db/tables.ts'
import type { ItemState } from '../../items/item.ts'
import { selectItems } from '../../items/reader.ts'
import type { AttributeChange, Projection } from '../projection.ts'
import { exchangeRecordStore } from './records.ts'

/**
 * Public changes for harvesters (`exchange_change`; the next harvest request turns them into
 * `exchange_record`).
 */
export const exchangeLogProjection: Projection = {
  name: 'exchange log',
  version: 1,

  apply: {
    item: (tx, changes) =>
      exchangeRecordStore(tx).announce(
        changes
          .filter(({ before, after }) => isPublic(before?.state) || isPublic(after))
          .map(({ item: { id, type }, at }) => ({ item_id: id, type, at })),
      ),

    async attribute(tx, changes) {
      for (const change of changes) {
        const { type } = change.after
        if (await isPublicChange(tx, change))
          await exchangeRecordStore(tx).announce([{ item_id: null, type, at: change.at }])
      }
    },
  },

  async rebuild(tx, clock) {
    const items = await exchangeRecordStore(tx).findUnannouncedItems()
    await exchangeRecordStore(tx).announce(
      items.map(({ id, type }) => ({ item_id: id, type, at: instant(clock) })),
    )
    return items.length > 0 ? [`Harvesters will hear of ${items.length} items.`] : []
  },

  async compare(db) {
    const { length: count } = await exchangeRecordStore(db).findUnannouncedItems()
    return count > 0
      ? [`The exchange log is stale: items ${count}. Please run check --repair.`]
      : []
  },
}

const isPublic = (state: ItemState | null | undefined) => state?.public && !state.archived

type TagDefinitionRow = AttributeChange['after']

const isVisible = ({ audience, retired }: TagDefinitionRow) =>
  audience === 'visitors' && retired === 0

/**
 * Whether the change affects what visitors see. The position among the attributes is not worth
 * reporting.
 */
async function isPublicChange(db: Db, { before, after }: AttributeChange): Promise<boolean> {
  if (!isVisible(after) && !(before && isVisible(before))) return false
  // Items may already have values under the key of a new attribute.
  if (!before) return hasValues(db, after)
  const { order_key, version } = before
  return !isDeepStrictEqual({ ...before }, { ...after, order_key, version })
}

const hasValues = async (db: Db, { type, tag_key }: TagDefinitionRow): Promise<boolean> =>
  (await db
    .selectFrom('item_tag')
    .innerJoin(selectItems(db).as('item'), 'item.id', 'item_tag.item_id')
    .select('item.id')
    .where('tag_key', '=', tag_key)
    .where('type', '=', type)
    .limit(1)
    .executeTakeFirst()) !== undefined
