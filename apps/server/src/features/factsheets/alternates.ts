import type { ItemType } from '@vitrine/contract'
import type { MediaType } from '../../http/accept.ts'

type Path = (type: ItemType, number: number | ':number') => string

/** The addresses of an item for other programs, by its public number. */
export const linkedArtPath: Path = (type, number) => `/exchange/linked-art/${type}/${number}`
export const lidoPath: Path = (type, number) => `/exchange/lido/${type}/${number}`
export const manifestPath: Path = (type, number) => `/iiif/manifest/${type}/${number}`

/** The address of a picture in the IIIF Image API. */
export const imagePath = (name: string): string => `/iiif/3/${name}`

interface Alternate extends MediaType {
  readonly path: Path
}

/**
 * The forms of an item's page for other programs: Linked Art, also for a request for JSON; LIDO; a IIIF manifest. The first of a
 * type is the one without a profile.
 */
export const alternates: readonly Alternate[] = [
  { type: 'application/ld+json', profile: 'https://linked.art/ns/v1/linked-art.json', path: linkedArtPath },
  { type: 'application/json', path: linkedArtPath },
  { type: 'application/xml', path: lidoPath },
  { type: 'text/xml', path: lidoPath },
  { type: 'application/ld+json', profile: 'http://iiif.io/api/presentation/3/context.json', path: manifestPath },
]

/** The links in the head of an item's page: one for each address. There is no manifest without pictures. */
export const alternateLinks = (
  type: ItemType,
  number: number,
  hasPictures: boolean,
): { type: string; href: string }[] =>
  alternates
    .filter(({ path }) => hasPictures || path !== manifestPath)
    .filter((alternate, index) => alternates.findIndex(({ path }) => path === alternate.path) === index)
    .map(({ type: mediaType, profile, path }) => ({
      type: profile ? `${mediaType};profile="${profile}"` : mediaType,
      href: path(type, number),
    }))
