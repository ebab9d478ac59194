import { isDeepStrictEqual } from 'node:util'
import {
  emptyState,
  fieldNames,
  type ItemFieldName,
  type ItemToSave,
  itemFields,
  licenceIds,
  newPictureWords,
  type Original,
  originalOf,
  pictureKinds,
  placeKey,
  recordingAddress,
  textLanguages,
  translationStates,
} from '@vitrine/contract'
import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import {
  type Item,
  type ItemParts,
  type ItemState,
  originalLanguage,
  type StatePicture,
} from '../../items/item.ts'
import { changeStore, fieldSchemas, newestVersion, versionedCodec } from '../history/index.ts'
import { mapTexts } from './texts.ts'

type Same = (a: ItemState, b: ItemState) => boolean

const isSamePart: Record<keyof ItemParts, Same> = {
  // The place decides; its name is derived.
  tags: (a, b) => listTagKeys(a, b).every((key) => key === placeKey || a.tags[key] === b.tags[key]),
  texts: (a, b) => isDeepStrictEqual(a.texts, b.texts),
  public: (a, b) => a.public === b.public,
  archived: (a, b) => a.archived === b.archived,
  pictures: (a, b) => isDeepStrictEqual(a.pictures, b.pictures),
  recordingId: (a, b) => a.recordingId === b.recordingId,
  placeId: (a, b) => a.placeId === b.placeId,
  // It only stands for a place until that is known.
  typedPlace: () => true,
}

const names = fieldNames(itemFields)
const hasSameFields: Same = (a, b) => names.every((name) => a[name] === b[name])
const { texts: hasSameTexts, ...otherParts } = isSamePart
const originalTests = [hasSameFields, ...Object.values(otherParts)]

/** The same but for translations. */
export const hasSameOriginal: Same = (a, b) => originalTests.every((isSame) => isSame(a, b))

export const isSameState: Same = (a, b) => hasSameOriginal(a, b) && hasSameTexts(a, b)

/** Whether neither the item nor its translations have changed since it was read. */
export const isUnchangedSince = (
  item: Item,
  now: Pick<Item, 'version' | 'textVersion'> | undefined,
): boolean => now?.version === item.version && now.textVersion === item.textVersion

/** The language to store. One that was recognised and is sent back as it was read was not chosen, unless that is said. */
function chosenLanguage(
  state: ItemState,
  { language, languageChosen: isChosen }: Pick<ItemToSave, 'language' | 'languageChosen'>,
): ItemState['language'] {
  if (language !== undefined && language !== originalLanguage(state)) return language
  if (isChosen === undefined) return state.language
  return isChosen ? originalLanguage(state) : ''
}

/** The state with the fields that were sent. */
export function withFields(
  state: ItemState,
  sent: { readonly [Name in ItemFieldName]?: ItemState[Name] | undefined } & Pick<
    ItemToSave,
    'languageChosen'
  >,
): ItemState {
  const fields = names.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]]))
  return { ...state, ...Object.fromEntries(fields), language: chosenLanguage(state, sent) }
}

/** The attributes of either state. */
export const listTagKeys = (a: ItemState | null, b: ItemState | null): string[] => [
  ...new Set([...Object.keys(a?.tags ?? {}), ...Object.keys(b?.tags ?? {})]),
]

/** The pictures and the recording of a state. */
export const listMediaIds = ({ pictures, recordingId }: ItemState): number[] => [
  ...pictures.map(({ mediaId }) => mediaId),
  ...(recordingId === null ? [] : [recordingId]),
]

/** The tags with these values put in; an empty value takes one out. */
export function withTags(
  tags: ItemState['tags'],
  values: Readonly<Record<string, string>>,
): ItemState['tags'] {
  const merged = Object.entries({ ...tags, ...values }).filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(merged)
}

/**
 * The state with these attributes. The place is still to be settled. `mp3` may refer to an uploaded recording: it goes when that is taken out, or when
 * an address takes its place.
 */
export function withAttributes(
  state: ItemState,
  values: Readonly<Record<string, string>>,
): ItemState {
  const { [placeKey]: typedPlace, ...others } = values
  const tags = withTags(state.tags, others)
  const isReplaced = tags.mp3 === undefined || recordingAddress(tags.mp3) !== null
  const recordingId = 'mp3' in values && isReplaced ? null : state.recordingId
  return { ...state, tags, recordingId, ...(typedPlace !== undefined && { typedPlace }) }
}

// What each version stored of an item's parts. These shapes stay as they are: histories hold states of all versions.
const Parts1 = z.strictObject({
  tags: z.record(z.string(), z.string()),
  public: z.boolean(),
  pictureId: z.int().nullable(),
  recordingId: z.int().nullable(),
})
const Parts2 = Parts1.extend({ archived: z.boolean() })

/** A translation without a source was made from the original of the same state, which need not be stored twice. */
const StoredTranslation = z.strictObject({
  text: z.string(),
  state: z.enum(translationStates),
  source: z.string().optional(),
})
const Parts3 = Parts2.extend({
  texts: z.partialRecord(z.enum(textLanguages), z.record(z.string(), StoredTranslation)),
})

/** What is said of a picture is stored where it is not as usual. */
const StoredPicture = z
  .strictObject({
    mediaId: z.int(),
    kind: z.enum(pictureKinds).default(newPictureWords.kind),
    credit: z.string().default(''),
    licence: z.enum(licenceIds).or(z.literal('')).default(''),
    public: z.boolean().default(newPictureWords.public),
    alt: z.partialRecord(z.enum(textLanguages), z.string()).default({}),
  })
  .transform(
    (stored): StatePicture => ({ ...stored, alt: { ...newPictureWords.alt, ...stored.alt } }),
  )
const Parts4 = Parts3.omit({ pictureId: true }).extend({ pictures: z.array(StoredPicture) })
const Parts5 = Parts4.extend({ placeId: z.int().nullable(), typedPlace: z.string().optional() })

/** Its name is not part of what happened to an item: a place may be called otherwise later. */
export const withoutPlaceName = <State extends Pick<ItemState, 'tags'>>({
  tags: { [placeKey]: _, ...tags },
  ...state
}: State) => ({
  ...state,
  tags,
})

const compactPicture = ({ mediaId, alt, ...words }: StatePicture) => ({
  mediaId,
  ...unusual(words, newPictureWords),
  ...(Object.values(alt).some(Boolean) && { alt: unusual(alt, newPictureWords.alt) }),
})

const unusual = <T extends object>(values: T, usual: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => value !== usual[key as keyof T]),
  )

/** Until then an item had one picture or none. */
const sinceV4 = <State extends { pictureId: number | null }>({ pictureId, ...state }: State) => ({
  ...state,
  pictures: pictureId === null ? [] : [{ mediaId: pictureId, ...newPictureWords }],
})
/** Until then the place was a text. */
const sinceV5 = <State extends Pick<ItemState, 'tags'>>({
  tags: { [placeKey]: typedPlace = '', ...tags },
  ...state
}: State) => ({
  ...state,
  tags,
  placeId: null,
  typedPlace,
})
/** Puts the originals back that translations were made from: before the name of the place is taken out, which may be one. */
const withSources = <State extends Original & Pick<z.output<typeof Parts3>, 'texts'>>(
  state: State,
) => ({
  ...state,
  texts: mapTexts(state.texts, (text, field) => ({
    ...text,
    source: text.source ?? originalOf(state, field),
  })),
})

const emptyFields = emptyState(itemFields)

/** How the versions from `since` on are read, which have the same parts. */
interface PartsReader {
  readonly since: number
  readonly shape: (version: number) => z.ZodType<ItemState>
}

const partsReaders: readonly PartsReader[] = [
  {
    since: 1,
    shape: (version) =>
      Parts1.extend(fieldSchemas(itemFields, version)).transform((state) =>
        sinceV5(sinceV4({ ...emptyFields, ...state, archived: false, texts: {} })),
      ),
  },
  {
    since: 2,
    shape: (version) =>
      Parts2.extend(fieldSchemas(itemFields, version)).transform((state) =>
        sinceV5(sinceV4({ ...emptyFields, ...state, texts: {} })),
      ),
  },
  {
    since: 3,
    shape: (version) =>
      Parts3.extend(fieldSchemas(itemFields, version)).transform((state) =>
        sinceV5(sinceV4(withSources({ ...emptyFields, ...state }))),
      ),
  },
  {
    since: 4,
    shape: (version) =>
      Parts4.extend(fieldSchemas(itemFields, version)).transform((state) =>
        sinceV5(withSources({ ...emptyFields, ...state })),
      ),
  },
  {
    since: 5,
    shape: (version) =>
      Parts5.extend(fieldSchemas(itemFields, version)).transform((state) =>
        withSources({ ...emptyFields, ...state }),
      ),
  },
]

export const itemCodec = versionedCodec<ItemState>(
  Math.max(newestVersion(itemFields), ...partsReaders.map(({ since }) => since)),
  (version) => {
    const reader = partsReaders.findLast(({ since }) => since <= version)
    if (!reader) throw new Error(`no shape for version ${version} of items`)
    return reader.shape(version)
  },
  (state) => ({
    ...withoutPlaceName(state),
    pictures: state.pictures.map(compactPicture),
    texts: mapTexts(state.texts, ({ source, ...text }, field) =>
      source === originalOf(state, field) ? text : { ...text, source },
    ),
  }),
)

/** What happened to items. */
export const itemChangeStore = (db: Db) => changeStore(db, 'item', itemCodec)
