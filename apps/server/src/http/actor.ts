import type { Role } from '@vitrine/contract'

/** The signed-in person who makes a call. */
export interface Actor {
  readonly userId: number
  readonly sessionId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  /** Where the call comes from; empty for what no call did. */
  readonly address: string
}

/** What a record of somebody's doing calls them, also when they are long gone. */
export const nameOf = ({ firstName, lastName, email }: Actor): string => `${firstName} ${lastName}`.trim() || email

/** Finds who a bearer token belongs to; null when it is unknown, expired or ended. */
export type Authenticate = (token: string) => Promise<Omit<Actor, 'address'> | null>
