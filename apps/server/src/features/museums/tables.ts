import type { museumFields } from '@vitrine/contract'
import type { RecordColumns } from '../../db/records.ts'
import type { Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** Texts about a museum for visitors; the id is that of its item type. */
    museum: { id: number; version: number; changed_at: Instant } & RecordColumns<
      typeof museumFields
    >
  }
}
