import type { HistorySubject } from '@vitrine/contract'
import type { Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /**
     * Whole states before and after each change, as versioned JSON; null if the subject did not
     * exist.
     */
    change: {
      id: Generated<number>
      subject: HistorySubject
      subject_id: number
      kind: string
      at: Instant
      user_id: number | null
      /** The name at that time, kept when the user is deleted. */
      user_name: string
      import_id: number | null
      before: string | null
      after: string | null
    }
  }
}
