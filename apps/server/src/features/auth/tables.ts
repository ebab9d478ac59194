import type { LinkPurpose } from '@vitrine/contract'
import type { Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    session: {
      id: Generated<number>
      token_hash: string
      user_id: number
      epoch: number
      created_at: Instant
      /** Written once an hour at most. */
      used_at: Instant
      /** In words, as it named itself at the sign-in; empty when it did not. */
      browser: string
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
    /** A browser in which this user has signed in before. */
    known_browser: {
      /** Of the cookie; one browser may be known to several users. */
      token_hash: string
      user_id: number
      used_at: Instant
    }
    /** The app that makes six-digit codes; it counts once a first code has confirmed it. */
    authenticator: {
      user_id: number
      /** Base32, sealed where there is a key. */
      secret: string
      confirmed_at: Instant | null
      /** The time step of the last accepted code: a code works once. */
      last_step: number
      /** Wrong codes since the last right one. */
      failures: number
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
      /** How it can be reached, as JSON. */
      transports: string
      name: string
      created_at: Instant
      used_at: Instant | null
    }
    /** A challenge that a session was given to register a passkey with. */
    passkey_offer: {
      session_id: number
      challenge: string
      expires_at: Instant
    }
    /** Given for a right password where a second step is to follow; it works once. */
    sign_in_ticket: {
      id: Generated<number>
      token_hash: string
      user_id: number
      epoch: number
      challenge: string | null
      attempts: number
      expires_at: Instant
    }
  }
}
