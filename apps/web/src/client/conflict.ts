import { ApiError } from './api-error.ts'

/** What somebody else saved in the meantime, when that is why a save was refused. */
export function conflictOf<Conflict extends { readonly current: unknown }>(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { obj } = error
  return typeof obj === 'object' && obj !== null && 'current' in obj ? (obj as Conflict) : null
}
