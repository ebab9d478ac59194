import type { Role } from '@vitrine/contract'
import type { Flag, Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    user_account: {
      id: Generated<number>
      /** As typed; empty for an employee without an address. */
      email: string
      /** The folded address, unique; null without an address. */
      email_key: string | null
      gender: 'male' | 'female'
      first_name: string
      last_name: string
      phone: string
      role: Role
      password_hash: string | null
      /** Sessions store the epoch in which they started; incrementing it ends all of them. */
      session_epoch: number
      created_at: Instant
      /** Whether open tasks are mailed in the morning. */
      task_mail: Generated<Flag>
      /** Null before the first sign-in. */
      last_sign_in_at: Generated<Instant | null>
      /** Locked by the operator; nobody can sign in. */
      locked: Generated<Flag>
    }
  }
}
