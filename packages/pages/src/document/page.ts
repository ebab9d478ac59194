import type { LicenceId, PageLanguage, PictureMetadata } from '@vitrine/contract'

/** Responsible foundation, shown at the foot of pages and papers. */
export interface Imprint {
  readonly foundation: string
  readonly address: string
  /** Copyright year. */
  readonly year: number
}

/** Contact of a museum. Either field may be empty. */
export interface Contact {
  readonly email: string
  readonly telephone: string
}

export interface RenderedPage extends PageLanguage {
  readonly html: string
  /** Content of the style element, for the hash in the Content-Security-Policy. */
  readonly style: string
}

export interface Picture {
  /** In pixels; 0 if unknown, as is the height then. */
  readonly width: number
  readonly height: number
  /** Renditions of the picture, smallest first. */
  readonly widths: readonly { readonly src: string; readonly width: number }[]
}

export interface ItemPicture extends Picture, Pick<PictureMetadata, 'alt' | 'credit'> {
  /** Null if the picture has no licence. */
  readonly licence: LicenceId | null
}

/** A schema.org object. */
export type StructuredData = Readonly<Record<string, unknown>>

const maxPreviewLength = 200

/** Cuts a text to about two lines between words, for link previews. */
export function truncateForPreview(text: string): string {
  if (text.length <= maxPreviewLength) return text
  // Does not split a surrogate pair.
  const beginning = text.slice(0, maxPreviewLength).replace(/[\ud800-\udbff]$/, '')
  return `${beginning.replace(/\s\S*$/, '')} …`
}
