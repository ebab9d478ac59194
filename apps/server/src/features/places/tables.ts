import type { MovementReason, placeFields } from '@vitrine/contract'
import type { RecordColumns } from '../../db/records.ts'
import type { Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** A place for items. `code_key` is the code in lower case, unique. */
    place: {
      id: Generated<number>
      code_key: string
      version: number
      changed_at: Instant
    } & RecordColumns<typeof placeFields>
    /**
     * A movement of an item to another place, or with its place. A movement that is inserted before
     * others changes the start of the next one.
     */
    movement: {
      id: Generated<number>
      item_id: number
      /** Null for no place. */
      from_id: number | null
      to_id: number | null
      /** Paths of place ids at the time, outermost first: '/3/17/'; empty for no place. */
      from_path: string
      to_path: string
      /** Calendar day on which it took place; movements of one day follow each other by id. */
      day: string
      /** When it was recorded. */
      at: Instant
      user_id: number | null
      user_name: string
      reason: MovementReason
      /** Calendar day of the expected return, or empty. */
      back_on: string
      remark: string
      /** The bulk change that inserted it before later movements; null for other movements. */
      import_id: number | null
    }
  }
}
