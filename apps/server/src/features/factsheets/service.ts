import { type Attribute, type ItemType, itemIdOf, type PublicItem } from '@vitrine/contract'
import { fail, missing } from '../../base/failure.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import type { ItemService } from '../inventory/index.ts'
import { toPublicItem } from './view.ts'

export type Found = PublicItem | 'unknown' | 'withdrawn'

/** What visitors may know of the collection. */
export const visitorService = (items: ItemService, catalogue: AttributeCatalogue) => {
  const definitions = (type: ItemType): Promise<Attribute[]> => catalogue.forVisitors(type)

  async function show(id: number, type?: ItemType): Promise<Found> {
    const item = await items.find(id)
    if (!item || (type && item.type_name !== type)) return 'unknown'
    return item.public && !item.archived ? toPublicItem(item, await definitions(item.type_name)) : 'withdrawn'
  }

  /** By the number in a public address, which for art is not always the id. */
  const byNumber = (type: ItemType, number: number) => show(itemIdOf(type, number), type)

  return {
    definitions,
    byNumber,

    count: items.countPublic,

    /** All of one type as visitors see it, in the order of identifiers. */
    async all(type: ItemType): Promise<PublicItem[]> {
      const shown = await definitions(type)
      return (await items.public(type)).map((item) => toPublicItem(item, shown))
    },

    /** What visitors see of these items, or will see one day: also of those that are not shown yet. */
    async previews(type: ItemType, ids: readonly number[]): Promise<PublicItem[]> {
      const shown = await definitions(type)
      return (await items.byIds(type, ids)).map((item) => toPublicItem(item, shown))
    },

    /** What visitors would see of an item if it were shown to them. */
    async preview(id: number): Promise<PublicItem> {
      const item = (await items.find(id)) ?? fail(missing('There is no such item.'))
      if (item.archived) throw missing('This item is archived. Please restore it first.')
      return toPublicItem(item, await definitions(item.type_name))
    },

    async details(id: number, type?: ItemType): Promise<PublicItem> {
      const found = await (type ? byNumber(type, id) : show(id))
      if (found === 'withdrawn') throw missing('This item is not shown to visitors at present.')
      return found === 'unknown' ? fail(missing('There is no such item.')) : found
    },
  }
}

export type VisitorService = ReturnType<typeof visitorService>
