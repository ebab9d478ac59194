import type { conditionFields } from '@vitrine/contract'
import type { RecordColumns } from '../../db/records.ts'
import type { Flag, Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** A condition check of an item. */
    condition_check: {
      id: Generated<number>
      /** Chosen by the client; for a condition reported in a stocktake, the id of the fact. */
      key: string
      item_id: number
      /** Null if the account was deleted, or if another account sent what this person reported. */
      user_id: number | null
      first_name: string
      last_name: string
      created_at: Instant
      version: Generated<number>
      /** The comment with the task that was made from it. */
      task_id: Generated<number | null>
      deleted_at: Generated<Instant | null>
    } & RecordColumns<typeof conditionFields>
    /**
     * A photo of a check; it may arrive before it. Removed ones stay, so that they can be restored.
     */
    condition_photo: {
      id: Generated<number>
      item_id: number
      check_key: string
      media_id: number
      removed: Generated<Flag>
    }
  }
}
