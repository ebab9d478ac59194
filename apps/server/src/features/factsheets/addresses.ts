import {
  factsheetPrefix,
  type ItemType,
  type LicenceId,
  type PublicItem,
  pictureSides,
  publicNumber,
  recordingAddress,
} from '@vitrine/contract'
import type { ItemPicture } from '@vitrine/pages'

/** The public path of an item. */
export const pathOf = (type: ItemType, id: number): string => `${factsheetPrefix(type)}${publicNumber(type, id)}`

/** The path for questions about an item. */
export const askPath = (type: ItemType, id: number): string => `/ask${pathOf(type, id)}`

/** The public address of an item. */
export const addressOf = (site: string, type: ItemType, id: number): string => `${site}${pathOf(type, id)}`

const paths = { thumbnail: '/api/image/thumbnail/', medium: '/api/image/medium/', screen: '/api/image/' } as const

export const thumbnailOf = (id: number, name: string): string => `${paths.thumbnail}${id}?v=${name}`

/** The public pictures of an item, each in the widths that are stored. */
export const picturesOf = ({ id, pictures }: PublicItem, foundation: LicenceId | null): ItemPicture[] =>
  pictures.map(({ name, width, height, alt, credit, licence }) => {
    const longest = Math.max(width, height)
    const widths = (['thumbnail', 'medium', 'screen'] as const)
      // A small picture is never enlarged: its larger sizes would be the same.
      .filter((form, index, forms) => index === 0 || pictureSides[forms[index - 1] ?? form] < longest)
      .map((form) => ({
        src: `${paths[form]}${id}?v=${name}`,
        width: Math.max(1, Math.round(width * Math.min(1, pictureSides[form] / longest))),
      }))
    return { width, height, widths, alt, credit, licence: licence || foundation }
  })

/** An uploaded recording, or else the address typed by staff. */
export const recordingOf = ({ id, recording, tags }: PublicItem): string | null =>
  recording ? `/api/recording/${id}?v=${recording.name}` : recordingAddress(tags.mp3)
