import type { Condition, Decision, FactKind } from '@vitrine/contract'
import type { Flag, Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** A stocktake: staff scan the items in places, and managers decide about differences. */
    stocktake: {
      id: Generated<number>
      name: string
      /** The chosen places or view, in words. */
      scope: string
      opened_at: Instant
      opened_by: string
      /** Null while it is open. */
      closed_at: Instant | null
      closed_by: string
    }
    /** The members of a stocktake; without any it is for all staff. */
    stocktake_member: {
      stocktake_id: number
      user_id: number
    }
    /** An expected item with its place at the opening. */
    stocktake_expected: {
      stocktake_id: number
      item_id: number
      place_id: number | null
      identifier: string
      name: string
    }
    /** A fact sent by a phone. Append-only. */
    stocktake_fact: {
      /** Generated on the phone. */
      id: string
      stocktake_id: number
      /** In the order of arrival, from 1, without gaps. */
      number: number
      kind: FactKind
      place_id: number | null
      /** As scanned or typed. */
      code: string
      item_id: number | null
      /** Recorded place of the item when the fact arrived. */
      noted_place_id: number | null
      /** Empty if it became a condition check, which has the fact's id as its key. */
      condition: Condition | ''
      /** Empty like `condition`. */
      remark: string
      /** Whether a photo was taken; it belongs to the condition check. */
      photo: Flag
      /** Time by the phone's clock. */
      seen_at: Instant
      received_at: Instant
      /** The account that sent it. */
      user_id: number | null
      /** The name of the scanner, which may be another account than the sender. */
      user_name: string
      /** The name of the sender at that time; empty if that is the scanner. */
      sent_by: string
      /** Whether it arrived after the end; then it counts only if a manager decides so. */
      late: Flag
    }
    /** A decision about a difference. */
    stocktake_decision: {
      stocktake_id: number
      /** Key of the difference, as in the contract. */
      difference: string
      decision: Decision
      /** Batch id. */
      batch: string
      /** The bulk change that moved the item. */
      import_id: number | null
      /** The comment with the task. */
      comment_id: number | null
      /** The previous day of 'Last checked' if counting a late fact changed it; else empty. */
      checked_before: string
      user_name: string
      at: Instant
    }
  }
}
