import type { Role } from '@vitrine/contract'

/** The signed-in person who makes a call. */
export interface Actor {
  readonly userId: number
  readonly sessionId: number
  readonly email: string
  readonly role: Role
}

/** Finds who a bearer token belongs to; null when it is unknown, expired or ended. */
export type Authenticate = (token: string) => Promise<Actor | null>
