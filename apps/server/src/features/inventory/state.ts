import { isDeepStrictEqual } from 'node:util'
import {
  type ItemTexts,
  type ItemToSave,
  type ItemType,
  type LabelLanguage,
  languageOf,
  listKeys,
} from '@vitrine/contract'
import { facesOf, type StatePicture } from './pictures.ts'

/** The editable state of an item, which its history records and can restore. */
export interface ItemState {
  readonly identifier: string
  readonly name: string
  readonly description: string
  /** As somebody chose; empty: as recognised. */
  readonly language: LabelLanguage | ''
  readonly note: string
  readonly texts: ItemTexts
  readonly public: boolean
  readonly archived: boolean
  /** In their order; no content twice. */
  readonly pictures: readonly StatePicture[]
  readonly recordingId: number | null
  readonly tags: Readonly<Record<string, string>>
}

export interface Archived {
  readonly at: string
  readonly by: string
}

interface ArchivedColumns {
  readonly archived_at: string | null
  readonly archived_by: string | null
}

export const archivedOf = ({ archived_at, archived_by }: ArchivedColumns): Archived | null =>
  archived_at === null ? null : { at: archived_at, by: archived_by ?? '' }

/** An item as the database holds it. */
export interface Item {
  readonly id: number
  readonly type: ItemType
  readonly version: number
  readonly textVersion: number
  readonly createdAt: string
  /** Since when and by whom, while its state says so. */
  readonly archived: Archived | null
  readonly state: ItemState
}

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

/** The language of the original: as somebody chose, else as recognised, else empty. */
export const originalLanguage = ({
  language,
  description,
}: Pick<ItemState, 'language' | 'description'>): LabelLanguage | '' => language || (languageOf(description) ?? '')

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

/** True when the change affects the list. */
export const listDiffers = (a: ItemState | null, b: ItemState | null): boolean =>
  a?.identifier !== b?.identifier ||
  a?.name !== b?.name ||
  facesOf(a?.pictures) !== facesOf(b?.pictures) ||
  a?.public !== b?.public ||
  a?.archived !== b?.archived ||
  listKeys.some((key) => a?.tags[key] !== b?.tags[key])

/** The pictures and the recording of a state. */
export const mediaIdsOf = ({ pictures, recordingId }: ItemState): number[] => [
  ...pictures.map(({ mediaId }) => mediaId),
  ...(recordingId === null ? [] : [recordingId]),
]
