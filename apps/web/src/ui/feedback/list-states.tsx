import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { SmallButton } from '../forms/buttons.ts'
import styles from './list-states.module.css'
import { ErrorMessage } from './message.tsx'

interface EmptyStateProps {
  readonly children: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className={`flex-middle ${styles.empty}`}>
      <p className={styles.sentence}>{children}</p>
      {action}
    </div>
  )
}

interface LoadFailureProps {
  readonly what: string
  readonly outcome?: string
  readonly query: UseQueryResult<unknown>
}

export function LoadFailure({ what, outcome = 'could not be loaded', query }: LoadFailureProps) {
  return (
    <ErrorMessage>
      {what} {outcome}. {getServerMessage(query.error)}{' '}
      <SmallButton loading={query.isFetching} onClick={() => query.refetch()}>
        Try again
      </SmallButton>
    </ErrorMessage>
  )
}
