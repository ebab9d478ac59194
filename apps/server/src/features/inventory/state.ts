import { isDeepStrictEqual } from 'node:util'
import { type ItemToSave, recordingAddress } from '@vitrine/contract'
import { type Item, type ItemState, originalLanguage } from '../../db/items.ts'

export const newState = (info: Pick<ItemState, 'identifier' | 'name' | 'description'>): ItemState => ({
  ...info,
  language: '',
  note: '',
  texts: {},
  public: true,
  archived: false,
  pictures: [],
  recordingId: null,
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
] as const

/** The same but for translations. */
export const sameOriginal = (a: ItemState, b: ItemState): boolean =>
  plainFields.every((field) => a[field] === b[field]) &&
  tagKeysOf(a, b).every((key) => a.tags[key] === b.tags[key]) &&
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
 * The state with these attributes. `mp3` may refer to an uploaded recording: it goes when that is taken out, or when
 * an address takes its place.
 */
export function withAttributes(state: ItemState, values: Readonly<Record<string, string>>): ItemState {
  const tags = withTags(state.tags, values)
  const isReplaced = tags.mp3 === undefined || recordingAddress(tags.mp3) !== null
  return { ...state, tags, recordingId: 'mp3' in values && isReplaced ? null : state.recordingId }
}
