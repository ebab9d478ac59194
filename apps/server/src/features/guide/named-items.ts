import {
  type ItemType,
  inventoryTypes,
  itemTypes,
  type PageLanguage,
  withLangParameter,
} from '@vitrine/contract'
import { type ItemNames, indexItemNames } from '@vitrine/guide'
import type { Turn } from '@vitrine/pages'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import type { Db } from '../../db/tables.ts'
import { cachePerRevision } from '../../projections/index.ts'
import type { PublicListReader } from '../factsheets/index.ts'

export interface ItemNameIndex {
  readonly names: ItemNames
  readonly typeById: ReadonlyMap<number, ItemType>
}

/**
 * Indexes the names of all public items, to find the items that a question names; cached until a
 * public list changes.
 */
export function itemNameIndexReader(db: Db, lists: PublicListReader): () => Promise<ItemNameIndex> {
  const cached = cachePerRevision<ItemNameIndex>({ db, revisionNames: itemTypes, max: 1 })

  async function indexItems(): Promise<ItemNameIndex> {
    const entries = await Promise.all(
      itemTypes.map(async (type) =>
        (await lists.listEntries(type)).map((entry) => ({ ...entry, type })),
      ),
    )
    await yieldToEventLoop()
    const all = entries.flat()
    return {
      names: indexItemNames(
        all.map(({ id, name, type, tags }) => ({ id, name, ...findMaker(type, tags) })),
      ),
      typeById: new Map(all.map(({ id, type }) => [id, type])),
    }
  }

  return () => cached('', indexItems)
}

function findMaker(
  type: ItemType,
  tags: Readonly<Record<string, string | undefined>>,
): { by?: string } {
  const { maker } = inventoryTypes[type]
  const by = maker === null ? undefined : tags[maker]
  return by === undefined ? {} : { by }
}

/** Creates links to the pages of these items. */
export async function listItemLinks(
  ids: readonly number[],
  typeById: ItemNameIndex['typeById'],
  lists: PublicListReader,
  language: PageLanguage,
): Promise<Turn['others']> {
  const byType = itemTypes.map((type) => {
    const idsOfType = ids.filter((id) => typeById.get(id) === type)
    return lists.listLinks(type, idsOfType, language.lang)
  })
  return (await Promise.all(byType)).flat().map(({ href, name, language: written }) => ({
    href: withLangParameter(href, language),
    name: { text: name, language: written },
  }))
}
