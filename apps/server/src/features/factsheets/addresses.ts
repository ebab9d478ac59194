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

/** The public path of an item. */
export const itemPath = (type: ItemType, id: number): string =>
  `${factsheetPrefix(type)}${toPublicNumber(type, id)}`

/** The path for questions about an item. */
export const askPath = (type: ItemType, id: number): string => `/ask${itemPath(type, id)}`

/** The path of an item's paper. */
export const pdfPath = (type: ItemType, id: number): string =>
  fillTemplate(`/api/pdf-{type}/{pdfVersion}/${toPublicNumber(type, id)}`, type)

/** The public address of an item. */
export const itemUrl = (site: string, type: ItemType, id: number): string =>
  `${site}${itemPath(type, id)}`

const paths = {
  thumbnail: '/api/image/thumbnail/',
  medium: '/api/image/medium/',
  screen: '/api/image/',
} as const

export const thumbnailPath = (id: number, name: string): string =>
  `${paths.thumbnail}${id}?v=${name}`
export const picturePath = (id: number, name: string): string => `${paths.screen}${id}?v=${name}`

/** The public pictures of an item, each in the widths that are stored. */
export const toPagePictures = (
  { id, pictures }: PublicItem,
  foundation: LicenceId | null,
): ItemPicture[] =>
  pictures.map(({ name, width, height, alt, credit, licence }) => {
    const longest = Math.max(width, height)
    const widths = (['thumbnail', 'medium', 'screen'] as const)
      // A small picture is never enlarged: its larger sizes would be the same.
      .filter(
        (form, index, forms) => index === 0 || pictureMaxSidePx[forms[index - 1] ?? form] < longest,
      )
      .map((form) => ({
        src: `${paths[form]}${id}?v=${name}`,
        width: Math.max(1, Math.round(width * Math.min(1, pictureMaxSidePx[form] / longest))),
      }))
    return { width, height, widths, alt, credit, licence: licence || foundation }
  })

/** An uploaded recording, or else the address typed by staff. */
export const recordingUrl = ({ id, recording, tags }: PublicItem): string | null =>
  recording ? `/api/recording/${id}?v=${recording.name}` : parseRecordingUrl(tags.mp3)

type ItemPath = (type: ItemType, number: number | ':number') => string

/** The addresses of an item for other programs, by its public number. */
export const linkedArtPath: ItemPath = (type, number) => `/exchange/linked-art/${type}/${number}`
export const lidoPath: ItemPath = (type, number) => `/exchange/lido/${type}/${number}`
export const manifestPath: ItemPath = (type, number) => `/iiif/manifest/${type}/${number}`

/** The address of a picture in the IIIF Image API. */
export const imagePath = (name: string): string => `/iiif/3/${name}`

interface Alternate extends MediaType {
  readonly path: ItemPath
}

/**
 * The forms of an item's page for other programs: Linked Art, also for a request for JSON; LIDO; a IIIF manifest. The first of a
 * type is the one without a profile.
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

/** The links in the head of an item's page: one for each address. There is no manifest without pictures. */
export const alternateLinks = (
  type: ItemType,
  number: number,
  hasPictures: boolean,
): { type: string; href: string }[] =>
  alternates
    .filter(({ path }) => hasPictures || path !== manifestPath)
    .filter(
      (alternate, index) => alternates.findIndex(({ path }) => path === alternate.path) === index,
    )
    .map(({ type: mediaType, profile, path }) => ({
      type: profile ? `${mediaType};profile="${profile}"` : mediaType,
      href: path(type, number),
    }))

// The bound of an id's column; a larger number has no item.
const largestNumber = 2_147_483_647

/** The public number in an address, or as typed. */
export function parseItemNumber(typed: string): number | null {
  const number = /^\d{1,10}\/?$/.test(typed) ? Number.parseInt(typed, 10) : 0
  return number > 0 && number <= largestNumber ? number : null
}
