import type { AuditKind } from '@vitrine/contract'
import type { Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** Who did what, when and from where. Append-only: the database rejects anything else. */
    audit_entry: {
      id: Generated<number>
      at: Instant
      kind: AuditKind
      user_id: number | null
      /** Names and addresses at the time of the entry. */
      user_name: string
      user_email: string
      on_id: number | null
      on_name: string
      on_email: string
      address: string
      /** `AuditDetails` as JSON. */
      details: string
    }
  }
}
