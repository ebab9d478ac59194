import { ApiError } from '../../client/api-error.ts'

/** What went wrong; with the server's own sentence where it is about what was asked for. */
export function reportFailure(error: unknown): string {
  const isAboutTheQuestion = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isAboutTheQuestion ? `Failed to generate report. ${error.message}` : 'Failed to generate report.'
}
