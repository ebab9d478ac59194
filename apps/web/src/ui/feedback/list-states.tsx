import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { SmallButton } from '../forms/buttons.ts'
import styles from './list-states.module.css'
import { ErrorMessage } from './message.tsx'

interface EmptyStateProps {
  /** A sentence about what is missing, and what to do. */
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
  /** The subject of the message, such as 'The events'. */
  readonly what: string
  readonly outcome?: string
  readonly query: UseQueryResult<unknown>
}

/** A failed query's message, with a button to try again. */
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
