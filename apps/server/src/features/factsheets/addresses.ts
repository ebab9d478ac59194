import {
  factsheetPrefix,
  fillTemplate,
  type ItemType,
  type LicenceId,
  type PublicItem,
  parseRecordingUrl,
  pictureMaxSidePx,
  toPublicNumber,
} from '@vitrine/contract'
import type { ItemPicture } from '@vitrine/pages'
import type { MediaType } from '../../http/accept.ts'

export const itemPath = (type: ItemType, id: number): string =>
  `${factsheetPrefix(type)}${toPublicNumber(type, id)}`

/** Path of the page for questions about an item. */
export const askPath = (type: ItemType, id: number): string => `/ask${itemPath(type, id)}`

/** Path of an item's PDF. */
export const pdfPath = (type: ItemType, id: number): string =>
  fillTemplate(`/api/pdf-{type}/{pdfVersion}/${toPublicNumber(type, id)}`, type)

export const itemUrl = (site: string, type: ItemType, id: number): string =>
  `${site}${itemPath(type, id)}`

const picturePaths = {
  thumbnail: '/api/image/thumbnail/',
  medium: '/api/image/medium/',
  screen: '/api/image/',
} as const

export const getThumbnailPath = (id: number, name: string): string =>
  `${picturePaths.thumbnail}${id}?v=${name}`
export const getPicturePath = (id: number, name: string): string =>
  `${picturePaths.screen}${id}?v=${name}`

const sizesFromSmallest = ['thumbnail', 'medium', 'screen'] as const

/**
 * Converts public pictures for a page, each with the addresses of its stored sizes. Pictures without
 * a licence of their own get the default.
 */
export const toPagePictures = (
  { id, pictures }: PublicItem,
  defaultLicence: LicenceId | null,
): ItemPicture[] =>
  pictures.map(({ name, width, height, alt, credit, licence }) => {
    const longestSide = Math.max(width, height)
    // Pictures are never enlarged: sizes after the first that holds the whole picture are the same.
    const firstWholeIndex = sizesFromSmallest.findIndex(
      (size) => pictureMaxSidePx[size] >= longestSide,
    )
    const sizes =
      firstWholeIndex < 0 ? sizesFromSmallest : sizesFromSmallest.slice(0, firstWholeIndex + 1)
    const widths = sizes.map((size) => {
      const scale = Math.min(1, pictureMaxSidePx[size] / longestSide)
      return {
        src: `${picturePaths[size]}${id}?v=${name}`,
        width: Math.max(1, Math.round(width * scale)),
      }
    })
    return { width, height, widths, alt, credit, licence: licence || defaultLicence }
  })

/** Address of the uploaded recording, or else the address typed by staff. */
export const getRecordingUrl = ({ id, recording, tags }: PublicItem): string | null =>
  recording ? `/api/recording/${id}?v=${recording.name}` : parseRecordingUrl(tags.mp3)

type PathByNumber = (type: ItemType, number: number | ':number') => string

// Paths of an item's data for other programs, by its public number.
export const linkedArtPath: PathByNumber = (type, number) =>
  `/exchange/linked-art/${type}/${number}`
export const lidoPath: PathByNumber = (type, number) => `/exchange/lido/${type}/${number}`
export const manifestPath: PathByNumber = (type, number) => `/iiif/manifest/${type}/${number}`

/** Base path of a picture in the IIIF Image API. */
export const getImagePath = (name: string): string => `/iiif/3/${name}`

interface Alternate extends MediaType {
  readonly path: PathByNumber
}

/**
 * The media types for which other programs can ask instead of an item's page. A request without a
 * profile gets the first entry of its media type.
 */
export const alternates: readonly Alternate[] = [
  {
    type: 'application/ld+json',
    profile: 'https://linked.art/ns/v1/linked-art.json',
    path: linkedArtPath,
  },
  { type: 'application/json', path: linkedArtPath },
  { type: 'application/xml', path: lidoPath },
  { type: 'text/xml', path: lidoPath },
  {
    type: 'application/ld+json',
    profile: 'http://iiif.io/api/presentation/3/context.json',
    path: manifestPath,
  },
]

/**
 * Links for the head of an item's page, one per address. Items without pictures have no manifest.
 */
export function listAlternateLinks(
  type: ItemType,
  number: number,
  hasPictures: boolean,
): { type: string; href: string }[] {
  const isFirstWithPath = (alternate: Alternate) =>
    alternates.find(({ path }) => path === alternate.path) === alternate
  return alternates
    .filter(({ path }) => hasPictures || path !== manifestPath)
    .filter(isFirstWithPath)
    .map(({ type: mediaType, profile, path }) => ({
      type: profile ? `${mediaType};profile="${profile}"` : mediaType,
      href: path(type, number),
    }))
}

/** Largest value of an id column. */
const maxId = 2_147_483_647

/** Up to ten digits, which suffice for `maxId`; browsers may append a slash. */
const numberInAddress = /^\d{1,10}\/?$/

/** Parses a positive number in an address, such as the public number of an item. */
export function parseItemNumber(text: string): number | null {
  const number = numberInAddress.test(text) ? Number.parseInt(text, 10) : 0
  return number > 0 && number <= maxId ? number : null
}
