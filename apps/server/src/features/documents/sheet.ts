import {
  type AttributeRow,
  type ItemType,
  inventoryTypes,
  type LabelLanguage,
} from '@vitrine/contract'
import { toPrintableLine } from '../../adapters/pdf/printable.ts'

/** What an item's paper is made of: the same facts as its public page. */
export interface Sheet {
  readonly id: number
  readonly type: ItemType
  readonly identifier: string
  readonly name: string
  readonly description: string
  /** Of the description; empty where unknown. */
  readonly language: LabelLanguage | ''
  /** The text in a second language, to be set beside the first. */
  readonly second?: SecondText
  /** Of the labels; English without one. */
  readonly lang?: LabelLanguage
  readonly rows: readonly AttributeRow[]
  readonly musicRows: readonly AttributeRow[]
  readonly hasRecording: boolean
  /** What a reader has to know of the text. */
  readonly notes: readonly string[]
  /** Where visitors read on. */
  readonly url: string
  readonly picture: SheetPicture | null
  /** For staff: what has no room comes on a page of its own. */
  readonly isPreview?: true
  /** Another view or a detail of it, for a paper that has room. */
  readonly another: SheetPicture | null
}

interface SecondText extends Pick<Sheet, 'description' | 'language'> {
  /** The paper in the first language, where there is no room for both. */
  readonly without: Sheet
}

export interface SheetPicture {
  /** Names its content. */
  readonly name: string
  readonly width: number
  readonly height: number
  /** The alternative text; empty where there is none. */
  readonly alt: string
  /** Credit and licence; empty where there is neither. */
  readonly rights: string
}

type Size = Pick<SheetPicture, 'width' | 'height'>

/** Where the size of a picture is not known, it counts as 3:2. */
export const aspectRatio = ({ width, height }: Size): number =>
  width > 0 && height > 0 ? width / height : 1.5

/** As large as a frame allows. */
export function fitWithin(picture: Size, width: number, height: number): Size {
  const ratio = aspectRatio(picture)
  return { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) }
}

/** The address as people read it. */
export const displayUrl = ({ url }: Pick<Sheet, 'url'>): string =>
  toPrintableLine(url.replace(/^https?:\/\//, ''))

/** As on the public page: an item without a name, or with one that can’t be seen, goes by what it is. */
export const displayName = ({ name, type }: Pick<Sheet, 'name' | 'type'>): string =>
  /[^\s\p{C}\p{M}]/u.test(name) ? name.toWellFormed().trim() : inventoryTypes[type].name
