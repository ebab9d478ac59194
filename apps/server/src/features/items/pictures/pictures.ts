import {
  type CsvPictureColumn,
  csvPictureColumns,
  type FieldChange,
  itemPictureLimits,
  languageNames,
  type PictureKind,
  type PicturesToSave,
  pictureKindNames,
  pictureLicenceName,
  type TextLanguage,
  tooManyPicturesMessage,
} from '@vitrine/contract'
import { conflict, invalid } from '../../../base/failure.ts'
import type { ItemState, StatePicture } from '../../../items/item.ts'
import { toKnownLicence } from '../../../items/rows.ts'
import { type Difference, type FieldPath, formatDifference } from '../../history/index.ts'
import { shortMediaName } from '../read.ts'

/**
 * Removes all but one of the pictures with the same content; keeps the picture that the item
 * currently has, or else the first.
 */
export function withoutDuplicatePictures(
  pictures: readonly StatePicture[],
  getContent: (picture: StatePicture) => string | undefined,
  currentPictures: readonly StatePicture[] = [],
): StatePicture[] {
  const currentIds = new Set(currentPictures.map(({ mediaId }) => mediaId))
  const current = pictures.filter(({ mediaId }) => currentIds.has(mediaId))
  const pictureByContent = new Map<unknown, StatePicture>()
  for (const picture of [...current, ...pictures]) {
    const content = getContent(picture) ?? picture.mediaId
    if (!pictureByContent.has(content)) pictureByContent.set(content, picture)
  }
  const unique = new Set(pictureByContent.values())
  return pictures.filter((picture) => unique.has(picture))
}

/** Turns pictures as a client sends them, known by name, into those of a state. */
export const toStatePictures = (
  pictures: readonly StatePicture[],
  saved: PicturesToSave['pictures'],
  getName: (picture: StatePicture) => string,
): StatePicture[] => {
  const mediaIdByName = new Map(pictures.map((picture) => [getName(picture), picture.mediaId]))
  return saved.map(({ name, ...metadata }, index) => {
    const mediaId = mediaIdByName.get(name)
    if (mediaId === undefined)
      throw invalid(`pictures.${index}.name`, 'This item has no such picture.')
    return { mediaId, ...metadata }
  })
}

export function requireRoomForPicture(count: number): void {
  if (count >= itemPictureLimits.pictures) throw conflict(tooManyPicturesMessage)
}

/**
 * Sets the credit, licence and texts of the first picture; `skipped` explains why they were
 * ignored.
 */
export function withImportedPicture<State extends { readonly pictures: readonly StatePicture[] }>(
  state: State,
  imported: Readonly<Partial<Record<CsvPictureColumn, string>>>,
): { after: State; skipped?: string } {
  const [first, ...others] = state.pictures
  if (!first) {
    const columns = csvPictureColumns.filter((column) => imported[column]).join(', ')
    if (columns === '') return { after: state }
    const skipped = `${columns}: This item has no picture. Please add one, then upload again.`
    return { after: state, skipped }
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

/** Pictures and recordings by the `mediaId` of states. */
export type MediaById = ReadonlyMap<number, { readonly name: string; readonly file_name: string }>

const pictureKey = ({ mediaId }: StatePicture) => `m${mediaId}`

/**
 * Replaces the list of pictures with an object, so that each picture and their order are compared as
 * fields.
 */
export const toPicturesByKey = ({ pictures, ...state }: ItemState): object => ({
  ...state,
  pictures: {
    order: pictures.map(pictureKey),
    ...Object.fromEntries(pictures.map((picture) => [pictureKey(picture), picture])),
  },
})

/** Reverses `toPicturesByKey`. */
export function fromPicturesByKey({ pictures, ...state }: { readonly pictures?: object }): object {
  const { order = [], ...byKey }: { order?: string[]; [key: string]: unknown } = { ...pictures }
  const keys = new Set([...order, ...Object.keys(byKey)])
  return { ...state, pictures: [...keys].flatMap((key) => byKey[key] ?? []) }
}

const indexCache = new WeakMap<readonly StatePicture[], ReadonlyMap<string, number>>()

/** Maps picture keys to positions; cached, because each change of many pictures needs it again. */
function getIndexByKey(pictures: readonly StatePicture[]): ReadonlyMap<string, number> {
  const cached = indexCache.get(pictures)
  if (cached) return cached
  const indexes = new Map(pictures.map((picture, index) => [pictureKey(picture), index]))
  indexCache.set(pictures, indexes)
  return indexes
}

interface States {
  readonly before: ItemState | null
  readonly after: ItemState | null
}

const noPictures: readonly StatePicture[] = []
/** Changes with empty values are not shown. */
const hiddenChange: FieldChange = { field: '', before: '', after: '' }

/** Describes the change of one picture, or of the order of all. */
export function describePictureChange(
  { path, before, after }: Difference,
  states: States,
  media: MediaById,
): FieldChange {
  const oldPictures = states.before?.pictures ?? noPictures
  const newPictures = states.after?.pictures ?? noPictures
  const [_pictures, key = '', part = '', lang] = path
  if (key === 'order') return describeOrder(oldPictures, newPictures, media)

  const oldIndex = getIndexByKey(oldPictures).get(key) ?? -1
  const newIndex = getIndexByKey(newPictures).get(key) ?? -1
  if (part === 'mediaId')
    return describeExchange({ oldPictures, newPictures, oldIndex, newIndex }, media)
  // The texts of a picture are added and removed with it: only the picture is shown.
  if (oldIndex < 0 || newIndex < 0) return hiddenChange

  const picture = `picture ${newIndex + 1}`
  if (part === 'kind')
    return { field: `Kind of ${picture}`, before: kindName(before), after: kindName(after) }
  if (part === 'licence')
    return {
      field: `Licence of ${picture}`,
      before: licenceName(before),
      after: licenceName(after),
    }
  const values = formatDifference({ before, after })
  if (part === 'credit') return { field: `Credit of ${picture}`, ...values }
  if (part !== 'alt') return { field: `Picture ${newIndex + 1} shown to visitors`, ...values }
  const language = languageNames[lang as TextLanguage]
  return { field: `Alternative text of ${picture} in ${language}`, ...values }
}

/**
 * Lists the fields to restore together: a changed picture by itself; an added or removed one with
 * all others that were added or removed by the same change, and with the order.
 */
export function picturePathsRestoredWith(
  path: FieldPath,
  states: { before: ItemState; after: ItemState | null; current: ItemState },
): FieldPath[] {
  const [_pictures, key = ''] = path
  const before = getIndexByKey(states.before.pictures)
  const after = getIndexByKey(states.after?.pictures ?? noPictures)
  const isChanged = before.has(key) && after.has(key)
  // The texts of a picture that was removed since can't be restored.
  if (isChanged) return getIndexByKey(states.current.pictures).has(key) ? [path] : []

  const addedOrRemoved = [...before.keys(), ...after.keys()].filter(
    (otherKey) => before.has(otherKey) !== after.has(otherKey),
  )
  return [
    ['pictures', 'order'],
    ...addedOrRemoved.map((otherKey): FieldPath => ['pictures', otherKey]),
  ]
}

const kindName = (kind: unknown): string => pictureKindNames[kind as PictureKind] ?? ''
const licenceName = (licence: unknown): string => pictureLicenceName(String(licence))

interface Exchange {
  readonly oldPictures: readonly StatePicture[]
  readonly newPictures: readonly StatePicture[]
  /** Position of the picture before the change; -1 if it was added. */
  readonly oldIndex: number
  /** Position of the picture after the change; -1 if it was removed. */
  readonly newIndex: number
}

/** Describes a picture that was added or removed, or that replaced another. */
function describeExchange(
  { oldPictures, newPictures, oldIndex, newIndex }: Exchange,
  media: MediaById,
): FieldChange {
  const isRemoved = newIndex < 0
  // The picture at the same position in the other state.
  const counterpart = isRemoved ? newPictures[oldIndex] : oldPictures[newIndex]
  // The pictures of the state that has this picture.
  const siblings = isRemoved ? oldPictures : newPictures
  const isReplaced =
    counterpart !== undefined && !getIndexByKey(siblings).has(pictureKey(counterpart))
  // Shown with the picture that replaced it.
  if (isReplaced && isRemoved) return hiddenChange
  if (newIndex === 0 && counterpart && !isReplaced)
    return { field: 'First picture', ...describePair(counterpart, newPictures[0], media) }

  const isOnly = (isRemoved ? newPictures : oldPictures).length === 0
  let field = 'Picture added'
  if (isOnly || (isReplaced && newIndex === 0)) field = 'Picture'
  else if (isReplaced || isRemoved) field = `Picture ${Math.max(newIndex, oldIndex) + 1}`

  const replaced = isReplaced ? counterpart : undefined
  const before = isRemoved ? oldPictures[oldIndex] : replaced
  return { field, ...describePair(before, newPictures[newIndex], media) }
}

/** Returns the file names and thumbnails of a picture before and after a change. */
function describePair(
  before: StatePicture | undefined,
  after: StatePicture | undefined,
  media: MediaById,
) {
  const [oldMedia, newMedia] = [before, after].map((picture) =>
    picture ? media.get(picture.mediaId) : undefined,
  )
  return {
    before: oldMedia?.file_name ?? '',
    after: newMedia?.file_name ?? '',
    pictures: {
      before: oldMedia ? shortMediaName(oldMedia.name) : null,
      after: newMedia ? shortMediaName(newMedia.name) : null,
    },
  }
}

/** Names the new first picture, or the single picture that was moved, or else shows both orders. */
function describeOrder(
  oldPictures: readonly StatePicture[],
  newPictures: readonly StatePicture[],
  media: MediaById,
): FieldChange {
  // Only pictures in both states: added and removed ones are described by themselves.
  const oldOrder = oldPictures.filter((picture) =>
    getIndexByKey(newPictures).has(pictureKey(picture)),
  )
  const newOrder = newPictures.filter((picture) =>
    getIndexByKey(oldPictures).has(pictureKey(picture)),
  )
  const isElsewhere = (picture: StatePicture, index: number) =>
    picture.mediaId !== newOrder[index]?.mediaId
  const firstDifference = oldOrder.findIndex(isElsewhere)
  const lastDifference = oldOrder.findLastIndex(isElsewhere)
  if (firstDifference < 0) return hiddenChange
  if (firstDifference === 0)
    return { field: 'First picture', ...describePair(oldPictures[0], newPictures[0], media) }

  const movingGivesNewOrder = (from: number, to: number) => {
    const moving = oldOrder.slice(from, from + 1)
    const order = oldOrder.toSpliced(from, 1).toSpliced(to, 0, ...moving)
    return !order.some(isElsewhere)
  }
  let moved: StatePicture | undefined
  if (movingGivesNewOrder(lastDifference, firstDifference)) moved = oldOrder[lastDifference]
  else if (movingGivesNewOrder(firstDifference, lastDifference)) moved = oldOrder[firstDifference]
  if (!moved)
    return {
      field: 'Order of pictures',
      before: formatOrder(oldOrder, media),
      after: formatOrder(newOrder, media),
    }

  const key = pictureKey(moved)
  const { before: fileName, pictures } = describePair(moved, moved, media)
  const formatPosition = (pictureList: readonly StatePicture[]) =>
    String((getIndexByKey(pictureList).get(key) ?? 0) + 1)
  return {
    field: `Place of ${fileName}`,
    before: formatPosition(oldPictures),
    after: formatPosition(newPictures),
    pictures,
  }
}

/** File names that the description of an order lists. */
const maxListedNames = 10

const formatOrder = (pictures: readonly StatePicture[], media: MediaById): string =>
  [
    ...pictures.slice(0, maxListedNames).map(({ mediaId }) => media.get(mediaId)?.file_name),
    ...(pictures.length > maxListedNames ? ['…'] : []),
  ].join(', ')
