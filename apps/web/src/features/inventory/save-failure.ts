import { identifierExists } from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'
import { explainFieldErrors } from '../../ui/forms/use-edit.ts'

const isIdentifierTaken = (error: unknown): boolean => error instanceof ApiError && error.message === identifierExists

/** Why an item was not saved; `within` is the part of the request that the server's sentences about fields start with. */
export const itemSaveFailure = (within: string) => (error: unknown) =>
  isIdentifierTaken(error)
    ? {
        problem: 'Error while saving. Another item already has this identifier. It may be an archived one.',
        errors: { identifier: true },
      }
    : explainFieldErrors(within)(error)
