import type { Role } from '@vitrine/contract'

/** The signed-in person who makes a call. */
export interface Actor {
  readonly userId: number
  readonly sessionId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  /** The IP address of the caller; empty outside a request. */
  readonly address: string
}

/** The name stored in history and logs, which stays when the account is deleted. */
export const nameOf = ({ firstName, lastName, email }: Actor): string => `${firstName} ${lastName}`.trim() || email

/** Finds the account of a bearer token; null when it is unknown, expired or ended. */
export type Authenticate = (token: string) => Promise<Omit<Actor, 'address'> | null>
