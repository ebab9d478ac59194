import { emailExists } from '@vitrine/contract'
import { ApiError, serverMessage } from '../../client/api-error.ts'

export const isEmailTaken = (error: unknown): boolean => error instanceof ApiError && error.message === emailExists

export const saveFailure = (error: unknown): string =>
  isEmailTaken(error)
    ? 'Error saving: e-mail address already exists.'
    : `Error while saving. ${serverMessage(error)}`.trim()
