import { type AttributeMeaning, type ItemType, inventoryTypes, type PublicItem, publicRows } from '@vitrine/contract'
import { addressOf } from '../factsheets/index.ts'

/** What an item's paper is made of: the same facts as its public page. */
export interface Sheet {
  readonly id: number
  readonly type: ItemType
  readonly name: string
  readonly description: string
  readonly rows: readonly SheetRow[]
  readonly musicRows: readonly SheetRow[]
  /** Where visitors read on. */
  readonly url: string
  readonly picture: SheetPicture | null
}

export interface SheetRow {
  readonly key: string
  readonly label: string
  readonly value: string
}

export interface SheetPicture {
  /** Names its content. */
  readonly name: string
  readonly width: number
  readonly height: number
}

/** As on the public page: an item without a name, or with one that can’t be seen, goes by what it is. */
export const shownName = ({ name, type }: Pick<Sheet, 'name' | 'type'>): string =>
  /[^\s\p{C}\p{M}]/u.test(name) ? name.toWellFormed().trim() : inventoryTypes[type].name

/** `catalogue` holds the attributes of the item's type that visitors see. */
export function sheetOf(item: PublicItem, catalogue: readonly AttributeMeaning[], site: string): Sheet {
  const { id, type_name: type, name, description, tags, picture } = item
  return {
    id,
    type,
    name,
    description,
    ...publicRows(catalogue, tags),
    url: addressOf(site, type, id),
    picture,
  }
}
