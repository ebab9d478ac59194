import {
  artKeys,
  attributeRows,
  type ItemType,
  musicKeys,
  type PublicItem,
  type TagDefinition,
} from '@vitrine/contract'
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

/** `definitions` are those of a car, in their order; a card has its own. */
export function sheetOf(item: PublicItem, definitions: readonly TagDefinition[], site: string): Sheet {
  const { id, type_name: type, name, description, tags, picture } = item
  const rowsOf = (keys: readonly string[]) =>
    attributeRows(
      keys.map((tag_key) => ({ tag_key })),
      tags,
    )
  return {
    id,
    type,
    name,
    description,
    rows: type === 'car' ? attributeRows(definitions, tags) : rowsOf(artKeys),
    musicRows: type === 'art' ? rowsOf(musicKeys) : [],
    url: addressOf(site, type, id),
    picture,
  }
}
