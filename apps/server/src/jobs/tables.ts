import type { Instant } from '../db/tables.ts'

declare module '../db/tables.ts' {
  interface Tables {
    /** The latest run of each daily job, with its lease. */
    chore: {
      name: string
      /** The day it was last begun for, 'YYYY-MM-DD'; empty before the first time. */
      day: string
      started_at: Instant
      /** When it was done; null while it is not, or when it failed. */
      finished_at: Instant | null
      /** Why it failed. */
      problem: string | null
    }
    /** Mails that are never sent twice. */
    sent_mail: {
      /** What the mail was about, such as 'tasks:7:2026-05-31'. */
      key: string
      /** 'YYYY-MM-DD'. */
      day: string
    }
  }
}
