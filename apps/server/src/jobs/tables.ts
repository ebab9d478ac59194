import type { Instant } from '../db/tables.ts'

declare module '../db/tables.ts' {
  interface Tables {
    /** The latest run of each daily job, with its lease. */
    chore: {
      name: string
      /** The day of its latest run, 'YYYY-MM-DD'; empty before the first run. */
      day: string
      started_at: Instant
      /** When it finished; null while it runs, and if it failed. */
      finished_at: Instant | null
      /** Error message of a failed run. */
      problem: string | null
    }
    /** Keys of mails, so that none is sent twice. */
    sent_mail: {
      /** The subject of the mail, such as 'tasks:7:2026-05-31'. */
      key: string
      /** 'YYYY-MM-DD'. */
      day: string
    }
  }
}
