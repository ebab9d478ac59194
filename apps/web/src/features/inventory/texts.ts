import { identifierTakenCode, type TextState } from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'
import { explainFieldErrors } from '../../ui/forms/use-edit.ts'

const isIdentifierTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.message === identifierTakenCode

/**
 * Turns a failed save of an item into messages. `within` is the part of the request in front of the
 * field in the server's error messages.
 */
export const explainItemSaveError = (within: string) => (error: unknown) =>
  isIdentifierTaken(error)
    ? {
        problem:
          'Error while saving. Another item already has this identifier. It may be an archived one.',
        errors: { identifier: true },
      }
    : explainFieldErrors(within)(error)

export const textStateNames: Record<TextState, string> = {
  original: 'Original',
  checked: 'Checked',
  outdated: 'Outdated',
  draft: 'Draft',
  missing: 'Missing',
}

/** Formats a text state from an address; an unknown value stays as it is. */
export const formatTextState = (state: string): string =>
  (textStateNames as Readonly<Record<string, string>>)[state] ?? state
