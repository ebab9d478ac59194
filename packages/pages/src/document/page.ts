import type { LicenceId, PageLanguage, PictureMetadata } from '@vitrine/contract'

/** Who is responsible for a page or paper, as its foot says. */
export interface Imprint {
  readonly foundation: string
  readonly address: string
  /** Of the copyright line. */
  readonly year: number
}

/** How visitors reach a museum; either may be empty. */
export interface Contact {
  readonly email: string
  readonly telephone: string
}

export interface RenderedPage extends PageLanguage {
  readonly html: string
  /** The content of the page's style element: the only style that its answer has to allow. */
  readonly style: string
}

export interface Picture {
  readonly width: number
  readonly height: number
  /** The same picture in several widths, the smallest first. */
  readonly widths: readonly { readonly src: string; readonly width: number }[]
}

/** A picture of an item, and what is said of it. */
export interface ItemPicture extends Picture, Pick<PictureMetadata, 'alt' | 'credit'> {
  /** Null where no licence is given. */
  readonly licence: LicenceId | null
}

/** A thing in the words of schema.org. */
export type StructuredData = Readonly<Record<string, unknown>>

const maxPreviewLength = 200

/** The first line or two of a text, for link previews. */
export function truncateForPreview(text: string): string {
  if (text.length <= maxPreviewLength) return text
  // Not in the middle of an emoji: half of one is no character.
  const beginning = text.slice(0, maxPreviewLength).replace(/[\ud800-\udbff]$/, '')
  return `${beginning.replace(/\s\S*$/, '')} …`
}
