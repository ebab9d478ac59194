import { type ItemType, itemTypes, publicNumber } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import { type Forms, linkedJson, promiseCache } from '../../http/finished.ts'
import { exchangeOf } from '../exchange/index.ts'
import { publicLists, visitorsOf } from '../factsheets/index.ts'
import { toCollection, toManifest } from './manifest.ts'

/** Items and museums by the Presentation API; nothing where the collection is not open. */
export const presentationService = ({ publicUrl, config, get }: Context) => {
  const [exchange, visitors, lists] = [get(exchangeOf), get(visitorsOf), get(publicLists)]
  const collections = promiseCache<Forms>(itemTypes.length)

  return {
    async manifest(type: ItemType, number: number): Promise<Forms | null> {
      const record = config.openCollection ? await exchange.byNumber(type, number) : null
      const manifest = record && toManifest(record, publicUrl())
      return manifest && linkedJson(manifest)
    },

    /** Rebuilt only after a change of the list, which is one row to read. */
    async collection(type: ItemType): Promise<Forms | null> {
      if (!config.openCollection) return null
      return collections([publicUrl(), type, await visitors.entriesRevision(type)].join(' '), async () => {
        const entries = (await lists.entries(type))
          .filter(({ picture }) => picture !== null)
          .map((entry) => ({ ...entry, number: publicNumber(type, entry.id) }))
        return linkedJson(toCollection(type, entries, config.foundation.name, publicUrl()))
      })
    },
  }
}

export type PresentationService = ReturnType<typeof presentationService>
