import type { LinkPurpose } from '@vitrine/contract'
import type { Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    session: {
      id: Generated<number>
      token_hash: string
      user_id: number
      /** The user's `session_epoch` at sign-in; the session ends when that changes. */
      epoch: number
      created_at: Instant
      /** Written once an hour at most. */
      used_at: Instant
      /** Browser in words, from the User-Agent at sign-in; empty if unknown. */
      browser: string
    }
    password_link: {
      id: Generated<number>
      token_hash: string
      user_id: number
      /** The address it was sent to; the link expires if the user's address changes. */
      email: string
      purpose: LinkPurpose
      created_at: Instant
      expires_at: Instant
      used_at: Instant | null
    }
    /** A browser in which this user has signed in before. */
    known_browser: {
      /** Hash of the cookie's token; a browser may be known for several users. */
      token_hash: string
      user_id: number
      used_at: Instant
    }
    /** An authenticator app; it is active once a first code has confirmed it. */
    authenticator: {
      user_id: number
      /** Base32, encrypted if a key is configured. */
      secret: string
      confirmed_at: Instant | null
      /** Time step of the last accepted code, because each code works once. */
      last_step: number
      /** Wrong codes since the last correct one. */
      failures: number
      /** Codes are rejected until then, after too many wrong ones. */
      closed_until: Instant | null
    }
    recovery_code: {
      id: Generated<number>
      user_id: number
      code_hash: string
      used_at: Instant | null
    }
    passkey: {
      id: Generated<number>
      user_id: number
      credential_id: string
      public_key: string
      counter: number
      /** Transports of the authenticator, as JSON. */
      transports: string
      name: string
      created_at: Instant
      used_at: Instant | null
    }
    /** A challenge for registering a passkey in a session. */
    passkey_offer: {
      session_id: number
      challenge: string
      expires_at: Instant
    }
    /** Issued for a correct password if a second step is required; works once. */
    sign_in_ticket: {
      id: Generated<number>
      token_hash: string
      user_id: number
      /** The user's `session_epoch` at the time; the ticket ends when that changes. */
      epoch: number
      /** Challenge for a passkey; null for users without one. */
      challenge: string | null
      attempts: number
      expires_at: Instant
    }
  }
}
