import type { ItemType } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import { visitorItemReader } from '../factsheets/index.ts'
import { type ObjectRecord, toObjectRecord } from './object-record.ts'

/** Reads the records of public items. */
export const publicRecordReader = ({ publicUrl, config, get }: Context) => ({
  /** Records by id; items that are not public are missing. */
  async listPublic(
    items: readonly { readonly id: number; readonly type: ItemType }[],
  ): Promise<Map<number, ObjectRecord>> {
    const visitors = get(visitorItemReader)
    const records = new Map<number, ObjectRecord>()
    for (const [type, itemsOfType] of Map.groupBy(items, (item) => item.type)) {
      const definitions = await visitors.listAttributes(type)
      const ids = itemsOfType.map(({ id }) => id)
      for (const item of await visitors.listPublicByIds(type, ids))
        records.set(item.id, toObjectRecord(item, definitions, { site: publicUrl(), config }))
    }
    return records
  },

  /** Finds an item by the number in its public address; null unless it is public. */
  async findByNumber(type: ItemType, number: number): Promise<ObjectRecord | null> {
    const visitors = get(visitorItemReader)
    const item = await visitors.findByNumber(type, number)
    if (typeof item === 'string') return null

    return toObjectRecord(item, await visitors.listAttributes(type), { site: publicUrl(), config })
  },
})
