import { identifierExists } from '@vitrine/contract'
import { ApiError, fieldErrors, serverMessage } from '../../client/api-error.ts'

const isIdentifierTaken = (error: unknown): boolean => error instanceof ApiError && error.message === identifierExists

/** The server names a field by its path in the request, such as 'item.name'; a form by its last part. */
export const textFieldErrors = (error: unknown, within: string): Record<string, string | boolean> =>
  isIdentifierTaken(error)
    ? { identifier: true }
    : Object.fromEntries(
        Object.entries(fieldErrors(error)).map(([path, sentence]) => [path.replace(`${within}.`, ''), sentence]),
      )

export function saveFailure(error: unknown): string {
  if (isIdentifierTaken(error)) return 'Error while saving. Another item has this identifier already.'
  // The message repeats what then stands beside the fields.
  const isAboutFields = Object.keys(fieldErrors(error)).length > 0
  return `Error while saving. ${isAboutFields ? 'Please check the marked fields.' : serverMessage(error)}`.trim()
}
