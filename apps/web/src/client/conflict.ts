import { ApiError } from './api-error.ts'

/** The version somebody else saved in the meantime, if that is why a save was rejected. */
export function conflictOf<Conflict extends { readonly current: unknown }>(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { obj } = error
  return typeof obj === 'object' && obj !== null && 'current' in obj ? (obj as Conflict) : null
}
