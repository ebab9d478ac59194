import {
  type FieldChange,
  itemPictureLimits,
  languageNames,
  type PictureColumn,
  type PictureKind,
  type PicturesToSave,
  pictureColumns,
  pictureKindNames,
  pictureLicenceName,
  type TextLanguage,
  tooManyPictures,
} from '@vitrine/contract'
import { conflict, fail, invalid } from '../../../base/failure.ts'
import type { ItemState, StatePicture } from '../../../items/item.ts'
import { toKnownLicence } from '../../../items/rows.ts'
import { type Difference, type FieldPath, formatDifference } from '../../history/index.ts'
import { shortMediaName } from '../read.ts'

/** The pictures, each content once: of two, the one that the item has now, or else the earlier one. */
export function withoutDuplicatePictures(
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

/** The saved pictures, by the names under which they were read. */
export const toStatePictures = (
  pictures: readonly StatePicture[],
  saved: PicturesToSave['pictures'],
  nameOf: (picture: StatePicture) => string,
): StatePicture[] => {
  const known = new Map(pictures.map((picture) => [nameOf(picture), picture.mediaId]))
  return saved.map(({ name, ...words }, index) => ({
    mediaId:
      known.get(name) ?? fail(invalid(`pictures.${index}.name`, 'This item has no such picture.')),
    ...words,
  }))
}

export function requireRoomForPicture(count: number): void {
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
      ...(said && {
        skipped: `${said}: This item has no picture. Please add one, then upload again.`,
      }),
    }
  }
  const { picture_credit, picture_licence, picture_alt_fr, picture_alt_de, picture_alt_en } =
    imported
  const { alt } = first
  const picture = {
    ...first,
    credit: picture_credit ?? first.credit,
    licence: picture_licence === undefined ? first.licence : toKnownLicence(picture_licence),
    alt: {
      fr: picture_alt_fr ?? alt.fr,
      de: picture_alt_de ?? alt.de,
      en: picture_alt_en ?? alt.en,
    },
  }
  return { after: { ...state, pictures: [picture, ...others] } }
}

/** Pictures and recordings by the number that states know them by. */
export type MediaById = ReadonlyMap<number, { readonly name: string; readonly file_name: string }>

const keyOf = ({ mediaId }: StatePicture) => `m${mediaId}`

/** A state in which pictures are compared one by one, and in which their order is a field. */
export const toPicturesByKey = ({ pictures, ...state }: ItemState): object => ({
  ...state,
  pictures: {
    order: pictures.map(keyOf),
    ...Object.fromEntries(pictures.map((one) => [keyOf(one), one])),
  },
})

/** The same state again. */
export function fromPicturesByKey({ pictures, ...state }: { readonly pictures?: object }): object {
  const { order = [], ...byKey }: { order?: string[]; [key: string]: unknown } = { ...pictures }
  const keys = new Set([...order, ...Object.keys(byKey)])
  return { ...state, pictures: [...keys].flatMap((key) => byKey[key] ?? []) }
}

const known = new WeakMap<readonly StatePicture[], ReadonlyMap<string, number>>()

/** Where each picture is, looked up once for all that a change did. */
function placesIn(pictures: readonly StatePicture[]): ReadonlyMap<string, number> {
  const places = known.get(pictures) ?? new Map(pictures.map((one, place) => [keyOf(one), place]))
  known.set(pictures, places)
  return places
}

interface States {
  readonly before: ItemState | null
  readonly after: ItemState | null
}

const none: readonly StatePicture[] = []
const nothing: FieldChange = { field: '', before: '', after: '' }

/** What a change did to pictures, in words. */
export function describePictureChange(
  { path, before, after }: Difference,
  states: States,
  media: MediaById,
): FieldChange {
  const [was, is] = [states.before?.pictures ?? none, states.after?.pictures ?? none]
  const [, key = '', part = '', lang] = path
  if (key === 'order') return reordered(was, is, media)
  const [oldPlace, place] = [placesIn(was).get(key) ?? -1, placesIn(is).get(key) ?? -1]
  if (part === 'mediaId') return exchanged(was, is, { oldPlace, place }, media)
  // What was said of a picture comes and goes with it.
  if (oldPlace < 0 || place < 0) return nothing
  const [of, language] = [`picture ${place + 1}`, languageNames[lang as TextLanguage]]
  if (part === 'kind')
    return { field: `Kind of ${of}`, before: kindName(before), after: kindName(after) }
  if (part === 'licence')
    return { field: `Licence of ${of}`, before: licenceName(before), after: licenceName(after) }
  const field =
    part === 'credit'
      ? `Credit of ${of}`
      : part === 'alt'
        ? `Alternative text of ${of} in ${language}`
        : `Picture ${place + 1} shown to visitors`
  return { field, ...formatDifference({ before, after }) }
}

/** The fields that come back together: what is said of a picture by itself, which ones there were with their order. */
export function picturePathsRestoredWith(
  path: FieldPath,
  states: { before: ItemState; after: ItemState | null; now: ItemState },
): FieldPath[] {
  const [, key = ''] = path
  const [was, became, is] = [states.before, states.after, states.now].map((state) =>
    placesIn(state?.pictures ?? none),
  )
  if (was?.has(key) && became?.has(key)) return is?.has(key) ? [path] : []
  const cameOrWent = [...(was ?? []), ...(became ?? [])]
    .map(([one]) => one)
    .filter((one) => was?.has(one) !== became?.has(one))
  return [['pictures', 'order'], ...cameOrWent.map((one): FieldPath => ['pictures', one])]
}

const kindName = (kind: unknown): string => pictureKindNames[kind as PictureKind] ?? ''
const licenceName = (licence: unknown): string => pictureLicenceName(String(licence))

/** A picture that came, went or took the place of another. */
function exchanged(
  was: readonly StatePicture[],
  is: readonly StatePicture[],
  { oldPlace, place }: { readonly oldPlace: number; readonly place: number },
  media: MediaById,
): FieldChange {
  const inPlace = place < 0 ? is[oldPlace] : was[place]
  const isReplaced = inPlace !== undefined && !placesIn(place < 0 ? was : is).has(keyOf(inPlace))
  // Told with the one that took its place.
  if (isReplaced && place < 0) return nothing
  if (place === 0 && inPlace && !isReplaced)
    return { field: 'First picture', ...fromTo(inPlace, is[0], media) }
  const isFirst = (place < 0 ? is : was).length === 0 || (isReplaced && place === 0)
  const numbered = `Picture ${Math.max(place, oldPlace) + 1}`
  return {
    field: isFirst ? 'Picture' : isReplaced || place < 0 ? numbered : 'Picture added',
    ...fromTo(place < 0 ? was[oldPlace] : isReplaced ? inPlace : undefined, is[place], media),
  }
}

/** The names of two pictures, and what they look like. */
function fromTo(old: StatePicture | undefined, fresh: StatePicture | undefined, media: MediaById) {
  const [before, after] = [old, fresh].map((picture) =>
    picture ? media.get(picture.mediaId) : undefined,
  )
  return {
    before: before?.file_name ?? '',
    after: after?.file_name ?? '',
    pictures: {
      before: before ? shortMediaName(before.name) : null,
      after: after ? shortMediaName(after.name) : null,
    },
  }
}

/** Which picture is the first now; otherwise which one went where. */
function reordered(
  was: readonly StatePicture[],
  is: readonly StatePicture[],
  media: MediaById,
): FieldChange {
  const old = was.filter((picture) => placesIn(is).has(keyOf(picture)))
  const fresh = is.filter((picture) => placesIn(was).has(keyOf(picture)))
  const differs = (picture: StatePicture, place: number) =>
    picture.mediaId !== fresh[place]?.mediaId
  const [from, to] = [old.findIndex(differs), old.findLastIndex(differs)]
  if (from < 0) return nothing
  if (from === 0) return { field: 'First picture', ...fromTo(was[0], is[0], media) }
  const isMoved = (start: number, end: number) =>
    !old
      .toSpliced(start, 1)
      .toSpliced(end, 0, ...old.slice(start, start + 1))
      .some(differs)
  const moved = isMoved(to, from) ? old[to] : isMoved(from, to) ? old[from] : undefined
  if (!moved)
    return { field: 'Order of pictures', before: inOrder(old, media), after: inOrder(fresh, media) }
  const { before: fileName, pictures } = fromTo(moved, moved, media)
  const [before, after] = [was, is].map((pictures) =>
    String((placesIn(pictures).get(keyOf(moved)) ?? 0) + 1),
  )
  return { field: `Place of ${fileName}`, before: before ?? '', after: after ?? '', pictures }
}

const maxNames = 10

const inOrder = (pictures: readonly StatePicture[], media: MediaById): string =>
  [
    ...pictures.slice(0, maxNames).map(({ mediaId }) => media.get(mediaId)?.file_name),
    ...(pictures.length > maxNames ? ['…'] : []),
  ].join(', ')
