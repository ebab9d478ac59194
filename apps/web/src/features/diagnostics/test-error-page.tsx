import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import styles from './test-error-page.module.css'

const serverActions = {
  'Server error': 'GET /admin/test-error',
  'Database error': 'GET /admin/test-sql-error',
  'Log test': 'GET /admin/test-log',
} as const

type ServerAction = keyof typeof serverActions

/** Causes errors on purpose, to check the log. */
export function TestErrorPage() {
  const [hasClientFailed, setClientFailed] = useState(false)
  const action = useMutation({ mutationFn: (name: ServerAction) => call(serverActions[name]) })

  const failHere = () => {
    action.reset()
    setClientFailed(true)
    // Deliberately unhandled, to test error reporting.
    throw new Error('Client error from the test screen')
  }

  return (
    <>
      <PageHeader title="Test screen" />
      <div className={styles.body}>
        <p className="note">
          Each button triggers an error or a log entry on purpose, so that you can check that it
          arrives in the log.
        </p>
        <div className={`flex-wrap ${styles.buttons}`}>
          <SecondaryButton onClick={failHere}>Client error</SecondaryButton>
          {Object.keys(serverActions).map((name) => (
            <SecondaryButton
              key={name}
              loading={action.isPending && action.variables === name}
              onClick={() => {
                setClientFailed(false)
                action.mutate(name as ServerAction)
              }}
            >
              {name}
            </SecondaryButton>
          ))}
        </div>
        {(hasClientFailed || action.isError) && (
          <ErrorMessage>
            Error from one of the actions. {action.isError && getServerMessage(action.error)}
          </ErrorMessage>
        )}
        {action.isSuccess && <SuccessMessage>Done.</SuccessMessage>}
      </div>
    </>
  )
}
