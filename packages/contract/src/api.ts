import { auth } from './calls/auth.ts'
import { diagnostics } from './calls/diagnostics.ts'
import { journal } from './calls/journal.ts'
import { operations } from './calls/operations.ts'
import { users } from './calls/users.ts'

/** Every call there is, by the feature that answers it. */
export const api = { auth, users, diagnostics, operations, journal } as const

export type Api = typeof api
