import type { UseQueryResult } from '@tanstack/react-query'
import { serverMessage } from '../../client/api-error.ts'
import { SmallButton } from '../forms/buttons.ts'
import { ErrorMessage } from './message.tsx'

interface LoadFailureProps {
  readonly what: string
  readonly outcome?: string
  readonly query: UseQueryResult<unknown>
}

export function LoadFailure({ what, outcome = 'could not be loaded', query }: LoadFailureProps) {
  return (
    <ErrorMessage>
      {what} {outcome}. {serverMessage(query.error)}{' '}
      <SmallButton loading={query.isFetching} onClick={() => query.refetch()}>
        Try again
      </SmallButton>
    </ErrorMessage>
  )
}
