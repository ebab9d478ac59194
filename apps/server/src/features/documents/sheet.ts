import {
  type AttributeRow,
  type ItemType,
  inventoryTypes,
  type LabelLanguage,
} from '@vitrine/contract'
import { toPrintableLine } from '../../adapters/pdf/printable.ts'

/** The content of an item's paper: the same facts as on its public page. */
export interface Sheet {
  readonly id: number
  readonly type: ItemType
  readonly identifier: string
  readonly name: string
  readonly description: string
  /** Language of the description; empty if unknown. */
  readonly language: LabelLanguage | ''
  /** The text in a second language, set beside the first. */
  readonly second?: SecondText
  /** Language of the labels; English if missing. */
  readonly lang?: LabelLanguage
  readonly rows: readonly AttributeRow[]
  readonly musicRows: readonly AttributeRow[]
  readonly hasRecording: boolean
  /** Notes about the text, such as that it is translated. */
  readonly notes: readonly string[]
  /** Address of the public page. */
  readonly url: string
  readonly picture: SheetPicture | null
  /** For staff: text that does not fit is printed on a page of its own. */
  readonly isPreview?: true
  /** Another view or a detail, for papers with space for it. */
  readonly secondPicture: SheetPicture | null
}

interface SecondText extends Pick<Sheet, 'description' | 'language'> {
  /** The paper in the first language only, printed if both do not fit. */
  readonly inFirstLanguage: Sheet
}

export interface SheetPicture {
  /** Media name, derived from the content. */
  readonly name: string
  readonly width: number
  readonly height: number
  /** Alternative text, or empty. */
  readonly alt: string
  /** Credit and licence, or empty. */
  readonly rights: string
}

type Size = Pick<SheetPicture, 'width' | 'height'>

/** The ratio of most photos. */
const usualAspectRatio = 3 / 2

/** Width divided by height; the usual ratio if the size is unknown. */
export const getAspectRatio = ({ width, height }: Size): number =>
  width > 0 && height > 0 ? width / height : usualAspectRatio

/** Scales a picture to the largest size that fits a frame of this width and height. */
export function fitWithin(picture: Size, width: number, height: number): Size {
  const ratio = getAspectRatio(picture)
  return { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) }
}

/** The address without its scheme. */
export const toDisplayUrl = ({ url }: Pick<Sheet, 'url'>): string =>
  toPrintableLine(url.replace(/^https?:\/\//, ''))

/** No space, control or format character, or accent without a letter. */
const visibleCharacter = /[^\s\p{C}\p{M}]/u

/** The name; for an item without a visible name, its type, as on the public page. */
export const toDisplayName = ({ name, type }: Pick<Sheet, 'name' | 'type'>): string =>
  visibleCharacter.test(name) ? name.toWellFormed().trim() : inventoryTypes[type].name
