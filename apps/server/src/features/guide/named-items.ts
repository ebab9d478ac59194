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

/** Links to other items that a question names. */
type ItemLinks = Turn['others']

export interface ItemNameIndex {
  readonly names: ItemNames
  readonly typeById: ReadonlyMap<number, ItemType>
}

/**
 * Indexes the names of all public items, to find the items that a question names; cached until a
 * public list changes.
 */
export function itemNameIndexReader(db: Db, lists: PublicListReader): () => Promise<ItemNameIndex> {
  // The revision of a type changes with its public list.
  const readCachedIndex = cachePerRevision<ItemNameIndex>({ db, revisionNames: itemTypes, max: 1 })

  async function indexItems(): Promise<ItemNameIndex> {
    const listWithType = async (type: ItemType) =>
      (await lists.listEntries(type)).map((entry) => ({ ...entry, type }))
    const items = (await Promise.all(itemTypes.map(listWithType))).flat()
    await yieldToEventLoop()
    return {
      names: indexItemNames(
        items.map(({ id, name, type, tags }) => ({ id, name, artist: getMakerName(type, tags) })),
      ),
      typeById: new Map(items.map(({ id, type }) => [id, type])),
    }
  }

  return () => readCachedIndex('', indexItems)
}

/** The artist of an artwork; undefined for types whose items have no maker attribute. */
function getMakerName(
  type: ItemType,
  tags: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { maker } = inventoryTypes[type]
  return maker === null ? undefined : tags[maker]
}

/** Creates links to the pages of these items. */
export async function listItemLinks(
  ids: readonly number[],
  typeById: ItemNameIndex['typeById'],
  lists: PublicListReader,
  language: PageLanguage,
): Promise<ItemLinks> {
  const linksByType = itemTypes.map((type) => {
    const idsOfType = ids.filter((id) => typeById.get(id) === type)
    return lists.listLinks(type, idsOfType, language.lang)
  })
  return (await Promise.all(linksByType)).flat().map((link) => ({
    href: withLangParameter(link.href, language),
    name: { text: link.name, language: link.language },
  }))
}
