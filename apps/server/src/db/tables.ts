import type { Generated, Kysely, Transaction } from 'kysely'

export type { Generated }

// Both databases hand back the same values of these types.

/** UTC, as an ISO string. */
export type Instant = string
export type Flag = 0 | 1

/** The tables by name. Each feature adds its own in a file `tables.ts`. */
export interface Tables {
  /**
   * Rate limiting: one row per limit that an attempt counts against; a success removes its rows.
   */
  failed_attempt: {
    id: Generated<number>
    /** A hash, so that no mistyped address is stored. */
    key: string
    at: Instant
  }
  /** The next id of a sequence shared by several kinds of rows; ids are never reused. */
  counter: {
    name: 'item'
    next: number
  }
  /** One row: the id of this installation, wherever its database is moved. Its backups carry it. */
  installation: {
    id: string
    created_at: Instant
  }
  /**
   * One row: the version that last migrated the tables, such as '6.9.0', or 'version 6.7' up to
   * 6.7.0; empty if that was before versions were recorded.
   */
  program_version: {
    version: string
  }
  /** Answers of creating calls by idempotency key, for retries. */
  kept_answer: {
    user_id: number
    /** Chosen by the caller. */
    key: string
    call: string
    body_hash: string
    /** JSON; empty while the transaction is open, which other connections can't see. */
    answer: string
    created_at: Instant
  }
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
