import type { ItemType } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import { finishText } from '../../http/finish-text.ts'
import type { Finished, Forms } from '../../http/finished.ts'
import { linkedJson } from '../../http/linked-json.ts'
import { lidoPath, linkedArtPath, visitorsOf } from '../factsheets/index.ts'
import { lidoDocument } from './lido.ts'
import { linkedArtOf } from './linked-art.ts'
import { type ExchangeRecord, toRecord } from './record.ts'

/** The collection as other programs read it. */
export const exchangeOf = ({ publicUrl, config, get }: Context) => ({
  /** The public ones among these items, by id. */
  async shown(
    items: readonly { readonly id: number; readonly type: ItemType }[],
  ): Promise<Map<number, ExchangeRecord>> {
    const records = new Map<number, ExchangeRecord>()
    for (const [type, ofType] of Map.groupBy(items, (item) => item.type)) {
      const visitors = get(visitorsOf)
      const definitions = await visitors.definitions(type)
      const ids = ofType.map(({ id }) => id)
      for (const item of await visitors.byIds(type, ids))
        records.set(item.id, toRecord(item, definitions, { site: publicUrl(), config }))
    }
    return records
  },

  /** The item with this number in its public address; null unless it is public. */
  async byNumber(type: ItemType, number: number): Promise<ExchangeRecord | null> {
    const visitors = get(visitorsOf)
    const item = await visitors.byNumber(type, number)
    if (typeof item === 'string') return null
    return toRecord(item, await visitors.definitions(type), { site: publicUrl(), config })
  },
})

export type ExchangeService = ReturnType<typeof exchangeOf>

interface Form {
  readonly path: (type: ItemType, number: number | ':number') => string
  readonly finish: (record: ExchangeRecord) => Forms | Promise<Finished>
}

/** The forms in which other programs read one item. */
export const forms: readonly Form[] = [
  { path: linkedArtPath, finish: (record) => linkedJson(linkedArtOf(record)) },
  { path: lidoPath, finish: (record) => finishText('application/xml; charset=utf-8', lidoDocument(record)) },
]
