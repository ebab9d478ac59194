import { identifierExists } from '@vitrine/contract'
import { ApiError, fieldErrors } from '../../client/api-error.ts'
import { saveFailure } from '../../ui/save-failure.ts'

const isIdentifierTaken = (error: unknown): boolean => error instanceof ApiError && error.message === identifierExists

/** The server names a field by its path in the request, such as 'item.name'; a form by its last part. */
export const textFieldErrors = (error: unknown, within: string): Record<string, string | boolean> =>
  isIdentifierTaken(error)
    ? { identifier: true }
    : Object.fromEntries(
        Object.entries(fieldErrors(error)).map(([path, sentence]) => [path.replace(`${within}.`, ''), sentence]),
      )

export const itemSaveFailure = (error: unknown): string =>
  isIdentifierTaken(error) ? 'Error while saving. Another item has this identifier already.' : saveFailure(error)
