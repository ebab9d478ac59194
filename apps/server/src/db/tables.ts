import type { LinkPurpose, Role } from '@vitrine/contract'
import type { Generated, Kysely, Transaction } from 'kysely'

/** Instants are UTC ISO strings and flags are 0 or 1, so that both databases hand back the same values. */
type Instant = string

export interface Tables {
  user_account: {
    id: Generated<number>
    /** As typed; the empty string for an employee without one. */
    email: string
    /** The address folded for comparison, unique; null without an address. */
    email_key: string | null
    gender: 'male' | 'female'
    first_name: string
    last_name: string
    phone: string
    role: Role
    password_hash: string | null
    /** Sessions carry the epoch they began in; raising it here ends all of them. */
    session_epoch: number
    created_at: Instant
  }
  session: {
    id: Generated<number>
    token_hash: string
    user_id: number
    epoch: number
    created_at: Instant
    used_at: Instant
  }
  password_link: {
    id: Generated<number>
    token_hash: string
    user_id: number
    /** The address it was sent to: a link dies when the user's address changes. */
    email: string
    purpose: LinkPurpose
    created_at: Instant
    expires_at: Instant
    used_at: Instant | null
  }
  failed_attempt: {
    id: Generated<number>
    /** A hash of what was tried, so that no address typed by mistake is kept. */
    key: string
    at: Instant
  }
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
