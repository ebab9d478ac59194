import {
  createEmptyState,
  detectLanguage,
  type ItemFieldValues,
  type ItemTexts,
  type ItemType,
  itemFields,
  type LabelLanguage,
  type PictureMetadata,
} from '@vitrine/contract'

/**
 * The parts of an item beyond the fields that the contract describes; each is read, written and
 * compared by its own code.
 */
export interface ItemParts {
  readonly texts: ItemTexts
  readonly public: boolean
  readonly archived: boolean
  /** In display order, without duplicates. */
  readonly pictures: readonly StatePicture[]
  readonly recordingId: number | null
  readonly placeId: number | null
  /** The place as typed, until it is resolved to a `placeId`; empty for no place. */
  readonly typedPlace?: string | undefined
  readonly tags: Readonly<Record<string, string>>
}

/** The editable state of an item, which its history records and can restore. */
export interface ItemState extends ItemFieldValues, ItemParts {}

/** A new item with empty fields. */
export const emptyItem: ItemState = {
  ...createEmptyState(itemFields),
  texts: {},
  public: true,
  archived: false,
  pictures: [],
  recordingId: null,
  placeId: null,
  tags: {},
}

export interface StatePicture extends Readonly<PictureMetadata> {
  readonly mediaId: number
}

/** An item as the database holds it. */
export interface Item {
  readonly id: number
  readonly type: ItemType
  readonly version: number
  readonly textVersion: number
  readonly createdAt: string
  /** When and by whom it was archived; null while it is in use. */
  readonly archived: { readonly at: string; readonly by: string } | null
  readonly state: ItemState
}

/** The language of the original: as chosen, else as recognised, else empty. */
export const resolveOriginalLanguage = ({
  language,
  description,
}: Pick<ItemState, 'language' | 'description'>): LabelLanguage | '' =>
  language || (detectLanguage(description) ?? '')
