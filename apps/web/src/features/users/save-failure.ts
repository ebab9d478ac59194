import { emailExists } from '@vitrine/contract'
import { ApiError, fieldErrors, serverMessage } from '../../client/api-error.ts'

export const isEmailTaken = (error: unknown): boolean => error instanceof ApiError && error.message === emailExists

export function saveFailure(error: unknown): string {
  if (isEmailTaken(error)) return 'Error saving: e-mail address already exists.'
  // The message repeats what then stands beside the fields.
  const isAboutFields = Object.keys(fieldErrors(error)).length > 0
  return `Error while saving. ${isAboutFields ? 'Please check the marked fields.' : serverMessage(error)}`.trim()
}
