import type { Condition, Decision, FactKind } from '@vitrine/contract'
import type { Flag, Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** A stocktake: items are counted, and what differs is decided. */
    stocktake: {
      id: Generated<number>
      name: string
      /** In words, as chosen at the opening. */
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
    /** Where an item was expected, as it was at the opening. */
    stocktake_expected: {
      stocktake_id: number
      item_id: number
      place_id: number | null
      identifier: string
      name: string
    }
    /** What was seen. Rows are only added. */
    stocktake_fact: {
      /** Made on the phone. */
      id: string
      stocktake_id: number
      /** In the order of arrival, from 1, without gaps. */
      number: number
      kind: FactKind
      place_id: number | null
      /** As scanned or typed. */
      code: string
      item_id: number | null
      /** Where the item was noted to be when the fact arrived. */
      noted_place_id: number | null
      condition: Condition | ''
      remark: string
      /** Its photo is a picture of the item. */
      photo: Flag
      /** By the phone's clock. */
      seen_at: Instant
      received_at: Instant
      /** The account that sent it. */
      user_id: number | null
      /** The name of the scanner, which may be another account than the sender. */
      user_name: string
      /** The name of the sender at that time; empty if that is the scanner. */
      sent_by: string
      /** It came after the end, and counts only if a manager decided so. */
      late: Flag
    }
    /** What was decided about a difference. */
    stocktake_decision: {
      stocktake_id: number
      /** Its key, as the contract makes it. */
      difference: string
      decision: Decision
      /** Those that were decided together. */
      batch: string
      /** The change of many that moved the item. */
      import_id: number | null
      /** The task. */
      comment_id: number | null
      /** The former day of 'Last checked', where counting a late fact changed it; else empty. */
      checked_before: string
      user_name: string
      at: Instant
    }
  }
}
