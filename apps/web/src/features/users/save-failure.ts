import { emailExists } from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'
import { saveFailure } from '../../ui/forms/save-failure.ts'

export const isEmailTaken = (error: unknown): boolean => error instanceof ApiError && error.message === emailExists

export const userSaveFailure = (error: unknown): string =>
  isEmailTaken(error) ? 'Error saving: e-mail address already exists.' : saveFailure(error)
