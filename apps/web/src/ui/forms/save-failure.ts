import { fieldErrors, serverMessage } from '../../client/api-error.ts'

/** Why something was not saved; where the reasons are shown beside the fields, just that. */
export function saveFailure(error: unknown): string {
  const isAboutFields = Object.keys(fieldErrors(error)).length > 0
  return `Error while saving. ${isAboutFields ? 'Please check the marked fields.' : serverMessage(error)}`.trim()
}
