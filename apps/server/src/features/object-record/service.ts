import type { ItemType } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import { visitorItemReader } from '../factsheets/index.ts'
import { type ObjectRecord, toObjectRecord } from './object-record.ts'

/** The records of items that visitors see. */
export const publicRecordReader = ({ publicUrl, config, get }: Context) => ({
  /** The public ones among these items, by id. */
  async shown(
    items: readonly { readonly id: number; readonly type: ItemType }[],
  ): Promise<Map<number, ObjectRecord>> {
    const records = new Map<number, ObjectRecord>()
    for (const [type, ofType] of Map.groupBy(items, (item) => item.type)) {
      const visitors = get(visitorItemReader)
      const definitions = await visitors.definitions(type)
      const ids = ofType.map(({ id }) => id)
      for (const item of await visitors.listPublicByIds(type, ids))
        records.set(item.id, toObjectRecord(item, definitions, { site: publicUrl(), config }))
    }
    return records
  },

  /** The item with this number in its public address; null unless it is public. */
  async byNumber(type: ItemType, number: number): Promise<ObjectRecord | null> {
    const visitors = get(visitorItemReader)
    const item = await visitors.byNumber(type, number)
    if (typeof item === 'string') return null

    return toObjectRecord(item, await visitors.definitions(type), { site: publicUrl(), config })
  },
})
