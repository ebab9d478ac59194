import { isDeepStrictEqual } from 'node:util'
import {
  type ItemToSave,
  labelLanguages,
  licenceIds,
  newPictureWords,
  originalOf,
  pictureKinds,
  placeKey,
  recordingAddress,
  textLanguages,
  translationStates,
} from '@vitrine/contract'
import { z } from 'zod'
import { type Item, type ItemState, originalLanguage, type StatePicture } from '../../db/items.ts'
import type { Db } from '../../db/tables.ts'
import { changeStore, stateCodec } from '../history/index.ts'
import { mapTexts } from './texts.ts'

export const newState = (info: Pick<ItemState, 'identifier' | 'name' | 'description'>): ItemState => ({
  ...info,
  language: '',
  note: '',
  texts: {},
  public: true,
  archived: false,
  pictures: [],
  recordingId: null,
  placeId: null,
  tags: {},
})

const plainFields = [
  'identifier',
  'name',
  'description',
  'language',
  'note',
  'public',
  'archived',
  'recordingId',
  'placeId',
] as const

/** The same but for translations. */
export const sameOriginal = (a: ItemState, b: ItemState): boolean =>
  plainFields.every((field) => a[field] === b[field]) &&
  // The place decides; its name is derived.
  tagKeysOf(a, b).every((key) => key === placeKey || a.tags[key] === b.tags[key]) &&
  isDeepStrictEqual(a.pictures, b.pictures)

export const sameState = (a: ItemState, b: ItemState): boolean =>
  sameOriginal(a, b) && isDeepStrictEqual(a.texts, b.texts)

/** Whether neither the item nor its translations have changed since it was read. */
export const isCurrent = (item: Item, now: Pick<Item, 'version' | 'textVersion'> | undefined): boolean =>
  now?.version === item.version && now.textVersion === item.textVersion

/** The language to store. One that was recognised and is sent back as it was read was not chosen, unless that is said. */
export function chosenLanguage(
  state: ItemState,
  { language, languageChosen: isChosen }: Pick<ItemToSave, 'language' | 'languageChosen'>,
): ItemState['language'] {
  if (language !== undefined && language !== originalLanguage(state)) return language
  if (isChosen === undefined) return state.language
  return isChosen ? originalLanguage(state) : ''
}

/** The attributes of either state. */
export const tagKeysOf = (a: ItemState | null, b: ItemState | null): string[] => [
  ...new Set([...Object.keys(a?.tags ?? {}), ...Object.keys(b?.tags ?? {})]),
]

/** The pictures and the recording of a state. */
export const mediaIdsOf = ({ pictures, recordingId }: ItemState): number[] => [
  ...pictures.map(({ mediaId }) => mediaId),
  ...(recordingId === null ? [] : [recordingId]),
]

/** The tags with these values put in; an empty value takes one out. */
export function withTags(tags: ItemState['tags'], values: Readonly<Record<string, string>>): ItemState['tags'] {
  const merged = Object.entries({ ...tags, ...values }).filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(merged)
}

/**
 * The state with these attributes. The place is still to be settled. `mp3` may refer to an uploaded recording: it goes when that is taken out, or when
 * an address takes its place.
 */
export function withAttributes(state: ItemState, values: Readonly<Record<string, string>>): ItemState {
  const { [placeKey]: typedPlace, ...others } = values
  const tags = withTags(state.tags, others)
  const isReplaced = tags.mp3 === undefined || recordingAddress(tags.mp3) !== null
  const recordingId = 'mp3' in values && isReplaced ? null : state.recordingId
  return { ...state, tags, recordingId, ...(typedPlace !== undefined && { typedPlace }) }
}

const V1 = z.strictObject({
  identifier: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.record(z.string(), z.string()),
  public: z.boolean(),
  pictureId: z.int().nullable(),
  recordingId: z.int().nullable(),
})
const V2 = V1.extend({ archived: z.boolean() })

/** A translation without a source was made from the original of the same state, which need not be stored twice. */
const StoredTranslation = z.strictObject({
  text: z.string(),
  state: z.enum(translationStates),
  source: z.string().optional(),
})
const V3 = V2.extend({
  language: z.enum(labelLanguages).or(z.literal('')),
  note: z.string(),
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
  .transform((stored): StatePicture => ({ ...stored, alt: { ...newPictureWords.alt, ...stored.alt } }))
const V4 = V3.omit({ pictureId: true }).extend({ pictures: z.array(StoredPicture) })
const V5 = V4.extend({ placeId: z.int().nullable(), typedPlace: z.string().optional() })

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
  Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== usual[key as keyof T]))

const sinceV3 = { language: '', note: '', texts: {} } as const
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
/** Puts the originals back that translations were made from. */
const withSources = <State extends z.output<typeof V5> | z.output<typeof V4> | z.output<typeof V3>>(state: State) => ({
  ...state,
  texts: mapTexts(state.texts, (text, field) => ({ ...text, source: text.source ?? originalOf(state, field) })),
})

export const itemCodec = stateCodec<ItemState>(
  V5.transform(withSources),
  [
    V1.transform((state) => sinceV5(sinceV4({ ...state, archived: false, ...sinceV3 }))),
    V2.transform((state) => sinceV5(sinceV4({ ...state, ...sinceV3 }))),
    V3.transform((state) => sinceV5(sinceV4(withSources(state)))),
    V4.transform((state) => sinceV5(withSources(state))),
  ],
  (state) => ({
    ...withoutPlaceName(state),
    pictures: state.pictures.map(compactPicture),
    texts: mapTexts(state.texts, ({ source, ...text }, field) =>
      source === originalOf(state, field) ? text : { ...text, source },
    ),
  }),
)

/** What happened to items. */
export const itemChanges = (db: Db) => changeStore(db, 'item', itemCodec)
