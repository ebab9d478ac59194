import type { MovementReason, placeFields } from '@vitrine/contract'
import type { RecordColumns } from '../../db/records.ts'
import type { Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** Where items are. Its code folded for comparison is unique. */
    place: {
      id: Generated<number>
      code_key: string
      version: number
      changed_at: Instant
    } & RecordColumns<typeof placeFields>
    /** An item that came from a place to another, or with its place to another; append-only. */
    movement: {
      id: Generated<number>
      item_id: number
      /** Null: from or to no place. */
      from_id: number | null
      to_id: number | null
      /**
       * The ids of these places and of those around them at the time, from the outermost: '/3/17/';
       * empty for no place.
       */
      from_path: string
      to_path: string
      at: Instant
      user_id: number | null
      user_name: string
      reason: MovementReason
      /** The calendar day on which it is expected back, or empty. */
      back_on: string
    }
  }
}
