import type { eventFields } from '@vitrine/contract'
import type { RecordColumns } from '../../db/records.ts'
import type { Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** A save-the-date event; its texts are sanitised HTML. */
    event: { id: Generated<number>; changed_at: Instant } & RecordColumns<typeof eventFields>
  }
}
