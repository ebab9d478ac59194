import type {
  Condition,
  ImportKind,
  ItemFields,
  ItemType,
  LicenceId,
  PictureKind,
  TextLanguage,
  TranslationState,
} from '@vitrine/contract'
import type { RecordColumns } from '../db/records.ts'
import type { Flag, Generated, Instant } from '../db/tables.ts'

declare module '../db/tables.ts' {
  interface Tables {
    item: {
      id: number
      type: ItemType
      /** The identifier folded for comparison, unique among the items of a type. */
      identifier_key: string
      public: Flag
      /** The first picture; derived. */
      picture_id: number | null
      recording_id: number | null
      /** The place; the attribute `location` holds its name. */
      place_id: number | null
      /** When it was archived; null while it is in use. */
      archived_at: Instant | null
      /** The archiver's name at that time. */
      archived_by: string | null
      /**
       * Counts the item's changes, except for those of its translations, which `text_version`
       * counts.
       */
      version: number
      text_version: number
      /** The state of the item's text in each of `textLanguages`, in their order; derived. */
      text_states: string
      created_at: Instant
      updated_at: Instant
      /**
       * The calendar day on which it was last confirmed to be as described; initially the day it
       * was added.
       */
      checked_on: string
      /** The latest condition; derived, like `urgent`. */
      condition_state: Generated<Condition | ''>
      urgent: Generated<Flag>
    } & RecordColumns<ItemFields>
    item_tag: {
      item_id: number
      tag_key: string
      value: string
    }
    /** The pictures of items; positions count from 0. */
    item_picture: {
      item_id: number
      position: number
      media_id: number
      public: Flag
      kind: PictureKind
      credit: string
      /** Empty for the foundation's licence. */
      licence: LicenceId | ''
    } & Record<`alt_${TextLanguage}`, string>
    /** A translation of one field of an item. */
    item_text: {
      item_id: number
      lang: TextLanguage
      /** `name`, `description`, or the key of an attribute. */
      field: string
      text: string
      state: TranslationState
      /**
       * The original text that was translated; the translation is outdated once the original
       * differs.
       */
      source: string
    }
    /** An upload, or one change of many items. */
    item_import: {
      id: Generated<number>
      kind: ImportKind
      at: Instant
      user_id: number | null
      user_name: string
      /** The title of a change. */
      file_name: string
      created: number
      changed: number
      undone_at: Instant | null
      undone_by: string | null
    }
  }
}
