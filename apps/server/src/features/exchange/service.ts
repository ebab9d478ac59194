import type { ItemType } from '@vitrine/contract'
import type { Config } from '../../config/config.ts'
import type { VisitorService } from '../factsheets/index.ts'
import { type ExchangeRecord, toRecord } from './record.ts'

interface Parts {
  readonly visitors: VisitorService
  readonly publicUrl: () => string
  readonly config: Pick<Config, 'foundation' | 'licences'>
}

/** The collection as other programs read it. */
export const exchangeService = ({ visitors, publicUrl, config }: Parts) => ({
  site: publicUrl,

  /** The item with this number in its public address; null unless visitors see it. */
  async byNumber(type: ItemType, number: number): Promise<ExchangeRecord | null> {
    const item = await visitors.byNumber(type, number)
    if (typeof item === 'string') return null
    return toRecord(item, await visitors.definitions(type), { site: publicUrl(), config })
  },
})

export type ExchangeService = ReturnType<typeof exchangeService>
