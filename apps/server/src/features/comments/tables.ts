import type { Flag, Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    item_comment: {
      id: Generated<number>
      item_id: number
      user_id: number | null
      first_name: string
      last_name: string
      comment: string
      created_at: Instant
      deleted_at: Instant | null
      /** The comment that this one replies to. */
      parent_id: Generated<number | null>
      task: Generated<Flag>
      done_at: Generated<Instant | null>
      done_by: Generated<string>
      assignee_id: Generated<number | null>
      /** A calendar day, or empty. */
      due: Generated<string>
      edited_at: Generated<Instant | null>
      /** When and by whom the task was given to its assignee; null if that is unknown. */
      assigned_at: Generated<Instant | null>
      assigned_by: Generated<number | null>
    }
    /** When a user last read the notice of a comment. */
    notice_read: {
      user_id: number
      comment_id: number
      read_at: Instant
    }
  }
}
