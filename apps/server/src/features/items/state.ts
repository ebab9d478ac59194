import { isDeepStrictEqual } from 'node:util'
import {
  createEmptyState,
  defaultPictureMetadata,
  fieldNames,
  getOriginalText,
  type ItemFieldName,
  type ItemToSave,
  itemFields,
  licenceIds,
  type OriginalTexts,
  parseRecordingUrl,
  pictureKinds,
  placeAttributeKey,
  textLanguages,
  translationStates,
} from '@vitrine/contract'
import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import {
  type Item,
  type ItemParts,
  type ItemState,
  resolveOriginalLanguage,
  type StatePicture,
} from '../../items/item.ts'
import { changeStore, fieldSchemas, newestVersion, versionedCodec } from '../history/index.ts'
import { mapTexts } from './texts.ts'

type StateComparison = (a: ItemState, b: ItemState) => boolean

const partComparisons: Record<keyof ItemParts, StateComparison> = {
  // The name of the place is derived from placeId, which is compared below.
  tags: (a, b) =>
    listTagKeys(a, b).every((key) => key === placeAttributeKey || a.tags[key] === b.tags[key]),
  texts: (a, b) => isDeepStrictEqual(a.texts, b.texts),
  public: (a, b) => a.public === b.public,
  archived: (a, b) => a.archived === b.archived,
  pictures: (a, b) => isDeepStrictEqual(a.pictures, b.pictures),
  recordingId: (a, b) => a.recordingId === b.recordingId,
  placeId: (a, b) => a.placeId === b.placeId,
  // Only a stand-in until the place is resolved.
  typedPlace: () => true,
}

const itemFieldNames = fieldNames(itemFields)
const hasSameFields: StateComparison = (a, b) => itemFieldNames.every((name) => a[name] === b[name])
const { texts: hasSameTexts, ...otherPartComparisons } = partComparisons
const originalComparisons = [hasSameFields, ...Object.values(otherPartComparisons)]

/** Compares all fields and parts except the translations. */
export const hasSameOriginal: StateComparison = (a, b) =>
  originalComparisons.every((isSame) => isSame(a, b))

export const isSameState: StateComparison = (a, b) => hasSameOriginal(a, b) && hasSameTexts(a, b)

/** Whether neither the item nor its translations changed since it was read. */
export const isUnchangedSince = (
  item: Item,
  current: Pick<Item, 'version' | 'textVersion'> | undefined,
): boolean => current?.version === item.version && current.textVersion === item.textVersion

/** Sets the fields that a client sent. */
export function withFields(
  state: ItemState,
  sent: { readonly [Name in ItemFieldName]?: ItemState[Name] | undefined } & Pick<
    ItemToSave,
    'languageChosen'
  >,
): ItemState {
  const sentFields = itemFieldNames
    .filter((name) => sent[name] !== undefined)
    .map((name) => [name, sent[name]])
  return { ...state, ...Object.fromEntries(sentFields), language: chooseLanguage(state, sent) }
}

/**
 * Returns the language to store: empty while it is only recognised. Clients send back the
 * recognised language that they read; this does not count as a choice unless `languageChosen` says
 * so.
 */
function chooseLanguage(
  state: ItemState,
  { language, languageChosen: isChosen }: Pick<ItemToSave, 'language' | 'languageChosen'>,
): ItemState['language'] {
  if (language !== undefined && language !== resolveOriginalLanguage(state)) return language
  if (isChosen === undefined) return state.language
  return isChosen ? resolveOriginalLanguage(state) : ''
}

/** Lists the attribute keys of two states. */
export const listTagKeys = (a: ItemState | null, b: ItemState | null): string[] => [
  ...new Set([...Object.keys(a?.tags ?? {}), ...Object.keys(b?.tags ?? {})]),
]

export const listMediaIds = ({ pictures, recordingId }: ItemState): number[] => [
  ...pictures.map(({ mediaId }) => mediaId),
  ...(recordingId === null ? [] : [recordingId]),
]

/** Sets attribute values; an empty value removes one. */
export function withTags(
  tags: ItemState['tags'],
  values: Readonly<Record<string, string>>,
): ItemState['tags'] {
  const merged = Object.entries({ ...tags, ...values }).filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(merged)
}

/**
 * Sets attributes; the location becomes a typed place, which is not resolved here. Also removes the
 * uploaded recording if `mp3`, which shows its file name, is emptied or replaced by an address.
 */
export function withAttributes(
  state: ItemState,
  values: Readonly<Record<string, string>>,
): ItemState {
  const { [placeAttributeKey]: typedPlace, ...otherValues } = values
  const tags = withTags(state.tags, otherValues)
  const isRecordingReplaced = tags.mp3 === undefined || parseRecordingUrl(tags.mp3) !== null
  const recordingId = 'mp3' in values && isRecordingReplaced ? null : state.recordingId
  return { ...state, tags, recordingId, ...(typedPlace !== undefined && { typedPlace }) }
}

// The parts of an item that each version stored. Never change these schemas: histories hold states
// of all versions.
const PartsV1 = z.strictObject({
  tags: z.record(z.string(), z.string()),
  public: z.boolean(),
  pictureId: z.int().nullable(),
  recordingId: z.int().nullable(),
})
const PartsV2 = PartsV1.extend({ archived: z.boolean() })

/** `source` is omitted if it equals the original in the same state, to avoid storing it twice. */
const StoredTranslation = z.strictObject({
  text: z.string(),
  state: z.enum(translationStates),
  source: z.string().optional(),
})
const PartsV3 = PartsV2.extend({
  texts: z.partialRecord(z.enum(textLanguages), z.record(z.string(), StoredTranslation)),
})

/** Omits values that equal those of a new picture. */
const StoredPicture = z
  .strictObject({
    mediaId: z.int(),
    kind: z.enum(pictureKinds).default(defaultPictureMetadata.kind),
    credit: z.string().default(''),
    licence: z.enum(licenceIds).or(z.literal('')).default(''),
    public: z.boolean().default(defaultPictureMetadata.public),
    alt: z.partialRecord(z.enum(textLanguages), z.string()).default({}),
  })
  .transform(
    (stored): StatePicture => ({
      ...stored,
      alt: { ...defaultPictureMetadata.alt, ...stored.alt },
    }),
  )
const PartsV4 = PartsV3.omit({ pictureId: true }).extend({ pictures: z.array(StoredPicture) })
const PartsV5 = PartsV4.extend({ placeId: z.int().nullable(), typedPlace: z.string().optional() })

/** Histories omit the name of the place, because places may be renamed later. */
export const withoutPlaceName = <State extends Pick<ItemState, 'tags'>>({
  tags: { [placeAttributeKey]: _, ...tags },
  ...state
}: State) => ({
  ...state,
  tags,
})

const compactPicture = ({ mediaId, alt, ...metadata }: StatePicture) => ({
  mediaId,
  ...withoutDefaults(metadata, defaultPictureMetadata),
  ...(Object.values(alt).some(Boolean) && {
    alt: withoutDefaults(alt, defaultPictureMetadata.alt),
  }),
})

const withoutDefaults = <T extends object>(values: T, defaults: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => value !== defaults[key as keyof T]),
  )

/** Upgrades a state from before version 4, when an item had at most one picture. */
const upgradeToV4 = <State extends { pictureId: number | null }>({
  pictureId,
  ...state
}: State) => ({
  ...state,
  pictures: pictureId === null ? [] : [{ mediaId: pictureId, ...defaultPictureMetadata }],
})

/** Upgrades a state from before version 5, when the place was an attribute typed as text. */
const upgradeToV5 = <State extends Pick<ItemState, 'tags'>>({
  tags: { [placeAttributeKey]: typedPlace = '', ...tags },
  ...state
}: State) => ({
  ...state,
  tags,
  placeId: null,
  typedPlace,
})

/**
 * Adds omitted sources of translations. Must run before the name of the place is removed, which may
 * be one of these sources.
 */
const withSources = <State extends OriginalTexts & Pick<z.output<typeof PartsV3>, 'texts'>>(
  state: State,
) => ({
  ...state,
  texts: mapTexts(state.texts, (text, field) => ({
    ...text,
    source: text.source ?? getOriginalText(state, field),
  })),
})

const emptyFields = createEmptyState(itemFields)

/** Reads states from version `since` up to the next reader's: their parts have the same shape. */
interface PartsReader {
  readonly since: number
  readonly schema: (version: number) => z.ZodType<ItemState>
}

const partsReaders: readonly PartsReader[] = [
  {
    since: 1,
    schema: (version) =>
      PartsV1.extend(fieldSchemas(itemFields, version)).transform((state) =>
        upgradeToV5(upgradeToV4({ ...emptyFields, ...state, archived: false, texts: {} })),
      ),
  },
  {
    since: 2,
    schema: (version) =>
      PartsV2.extend(fieldSchemas(itemFields, version)).transform((state) =>
        upgradeToV5(upgradeToV4({ ...emptyFields, ...state, texts: {} })),
      ),
  },
  {
    since: 3,
    schema: (version) =>
      PartsV3.extend(fieldSchemas(itemFields, version)).transform((state) =>
        upgradeToV5(upgradeToV4(withSources({ ...emptyFields, ...state }))),
      ),
  },
  {
    since: 4,
    schema: (version) =>
      PartsV4.extend(fieldSchemas(itemFields, version)).transform((state) =>
        upgradeToV5(withSources({ ...emptyFields, ...state })),
      ),
  },
  {
    since: 5,
    schema: (version) =>
      PartsV5.extend(fieldSchemas(itemFields, version)).transform((state) =>
        withSources({ ...emptyFields, ...state }),
      ),
  },
]

export const itemCodec = versionedCodec<ItemState>(
  Math.max(newestVersion(itemFields), ...partsReaders.map(({ since }) => since)),
  (version) => {
    const reader = partsReaders.findLast(({ since }) => since <= version)
    if (!reader) throw new Error(`no schema for version ${version} of items`)
    return reader.schema(version)
  },
  (state) => ({
    ...withoutPlaceName(state),
    pictures: state.pictures.map(compactPicture),
    texts: mapTexts(state.texts, ({ source, ...text }, field) =>
      source === getOriginalText(state, field) ? text : { ...text, source },
    ),
  }),
)

export const itemChangeStore = (db: Db) => changeStore(db, 'item', itemCodec)
