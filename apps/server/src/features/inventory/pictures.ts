import {
  itemPictureLimits,
  type LicenceId,
  licences,
  newPictureWords,
  type PictureColumn,
  type PictureKind,
  type PicturesToSave,
  type PictureWords,
  pictureColumns,
  pictureKinds,
  tooManyPictures,
} from '@vitrine/contract'
import { conflict, fail, invalid } from '../../base/failure.ts'
import type { Tables } from '../../db/tables.ts'

/** A picture of an item, as its state holds it. */
export interface StatePicture extends Readonly<PictureWords> {
  readonly mediaId: number
}

type PictureRow = Tables['item_picture']
type WordColumns = Omit<PictureRow, 'item_id' | 'position' | 'media_id'>

// A row that somebody changed by hand is told by check.
const knownKind = (kind: string): PictureKind => pictureKinds.find((one) => one === kind) ?? newPictureWords.kind
const knownLicence = (licence: string): LicenceId | '' => (licence in licences ? (licence as LicenceId) : '')

export const wordsOfPicture = (row: WordColumns): PictureWords => ({
  kind: knownKind(row.kind),
  credit: row.credit,
  licence: knownLicence(row.licence),
  public: row.public === 1,
  alt: { fr: row.alt_fr, de: row.alt_de, en: row.alt_en },
})

/** Rows of one item, by position, as its state holds them. */
export const picturesOf = (rows: readonly PictureRow[]): StatePicture[] =>
  rows.map((row) => ({ mediaId: row.media_id, ...wordsOfPicture(row) }))

export const rowsOfPictures = (itemId: number, pictures: readonly StatePicture[]): PictureRow[] =>
  pictures.map(({ mediaId, kind, credit, licence, public: isPublic, alt }, position) => ({
    item_id: itemId,
    position,
    media_id: mediaId,
    kind,
    credit,
    licence,
    public: isPublic ? 1 : 0,
    alt_fr: alt.fr,
    alt_de: alt.de,
    alt_en: alt.en,
  }))

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

/** What lists show: to staff the first picture, to visitors the first of theirs. */
export const facesOf = (pictures: readonly StatePicture[] = []): string =>
  `${pictures[0]?.mediaId} ${pictures.find((picture) => picture.public)?.mediaId}`

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
