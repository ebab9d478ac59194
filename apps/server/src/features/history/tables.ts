import type { HistorySubject } from '@vitrine/contract'
import type { Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** One change: the whole state before and after, as versioned JSON; null where there was none. */
    change: {
      id: Generated<number>
      subject: HistorySubject
      subject_id: number
      kind: string
      at: Instant
      user_id: number | null
      /** The name at that time: it stays when the user goes. */
      user_name: string
      import_id: number | null
      before: string | null
      after: string | null
    }
  }
}
