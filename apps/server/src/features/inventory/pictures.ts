import {
  itemPictureLimits,
  type PictureColumn,
  type PicturesToSave,
  pictureColumns,
  tooManyPictures,
} from '@vitrine/contract'
import { conflict, fail, invalid } from '../../base/failure.ts'
import { knownLicence, type StatePicture } from '../../db/items.ts'

/** The pictures, each content once: of two, the one that the item has now, or else the earlier one. */
export function withoutCopies(
  pictures: readonly StatePicture[],
  contentOf: (picture: StatePicture) => string | undefined,
  now: readonly StatePicture[] = [],
): StatePicture[] {
  const current = new Set(now.map(({ mediaId }) => mediaId))
  const isCurrent = ({ mediaId }: StatePicture) => current.has(mediaId)
  const kept = new Map<unknown, StatePicture>()
  for (const picture of [...pictures.filter(isCurrent), ...pictures]) {
    const content = contentOf(picture) ?? picture.mediaId
    if (!kept.has(content)) kept.set(content, picture)
  }
  const once = new Set(kept.values())
  return pictures.filter((picture) => once.has(picture))
}

/** The pictures that somebody saves, by the names that they read. */
export const savedPictures = (
  pictures: readonly StatePicture[],
  saved: PicturesToSave['pictures'],
  nameOf: (picture: StatePicture) => string,
): StatePicture[] => {
  const known = new Map(pictures.map((picture) => [nameOf(picture), picture.mediaId]))
  return saved.map(({ name, ...words }, index) => ({
    mediaId: known.get(name) ?? fail(invalid(`pictures.${index}.name`, 'This item has no such picture.')),
    ...words,
  }))
}

export function expectRoomForPicture(count: number): void {
  if (count >= itemPictureLimits.pictures) throw conflict(tooManyPictures)
}

/** The state with what a file says of its first picture, which a new item does not have yet. */
export function withImportedPicture<State extends { readonly pictures: readonly StatePicture[] }>(
  state: State,
  imported: Readonly<Partial<Record<PictureColumn, string>>>,
): { after: State; skipped?: string } {
  const [first, ...others] = state.pictures
  if (!first) {
    const said = pictureColumns.filter((column) => imported[column]).join(', ')
    return {
      after: state,
      ...(said && { skipped: `${said}: This item has no picture. Please add one, then upload again.` }),
    }
  }
  const { picture_credit, picture_licence, picture_alt_fr, picture_alt_de, picture_alt_en } = imported
  const { alt } = first
  const picture = {
    ...first,
    credit: picture_credit ?? first.credit,
    licence: picture_licence === undefined ? first.licence : knownLicence(picture_licence),
    alt: { fr: picture_alt_fr ?? alt.fr, de: picture_alt_de ?? alt.de, en: picture_alt_en ?? alt.en },
  }
  return { after: { ...state, pictures: [picture, ...others] } }
}
