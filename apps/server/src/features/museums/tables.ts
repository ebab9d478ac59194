import type { museumFields } from '@vitrine/contract'
import type { RecordColumns } from '../../db/records.ts'
import type { Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** What visitors are told about a museum; its id is that of its kind of items. */
    museum: { id: number; version: number; changed_at: Instant } & RecordColumns<
      typeof museumFields
    >
  }
}
