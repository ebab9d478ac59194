import type { EventConflict } from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'

/** What somebody else saved in the meantime, when that is why a save was refused. */
export function conflictOf(error: unknown): EventConflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { obj } = error
  return typeof obj === 'object' && obj !== null && 'current' in obj ? (obj as EventConflict) : null
}
