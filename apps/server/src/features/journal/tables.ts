import type { journalFields } from '@vitrine/contract'
import type { RecordColumns } from '../../db/records.ts'
import type { Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    journal_entry: {
      id: Generated<number>
      created_at: Instant
      /** Null once that user is deleted; the name stays. */
      user_id: number | null
      first_name: string
      last_name: string
      version: number
      changed_at: Instant
      changed_by: string
      /** Soft delete: it can be restored for 30 days, then it is purged with its history. */
      deleted_at: Instant | null
    } & RecordColumns<typeof journalFields>
    journal_tag: {
      id: Generated<number>
      name: string
      /** The name folded for comparison, unique. */
      name_key: string
    }
    journal_entry_tag: {
      entry_id: number
      tag_id: number
    }
  }
}
