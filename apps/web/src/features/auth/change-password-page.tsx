import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OpenSession } from '@vitrine/contract'
import { getFieldErrors, getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { withConfirmation } from '../../ui/feedback/dialogs.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton, SmallButton } from '../../ui/forms/buttons.ts'
import { Block, PageHeader } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import styles from './change-password-page.module.css'
import { NewPasswordForm } from './new-password-form.tsx'
import rows from './rows.module.css'
import { SecondStepSettings } from './second-step/second-step-settings.tsx'

export function ChangePasswordPage() {
  const { user } = useSignedIn()

  const change = useMutation({
    mutationFn: (password: string) => call('POST /user/change', { body: { password } }),
  })

  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <PageHeader title="Change Password" />
        <NewPasswordForm
          submitLabel="Change Password"
          isBusy={change.isPending}
          email={user.email}
          onSubmit={change.mutateAsync}
        >
          {change.isError && (
            <ErrorMessage>
              Error: Could not change the password.{' '}
              {getFieldErrors(change.error).password ?? change.error.message}
            </ErrorMessage>
          )}
          {change.isSuccess && (
            <SuccessMessage>The password has been changed successfully.</SuccessMessage>
          )}
        </NewPasswordForm>
      </div>
      <div className={`${styles.part} ${styles.reserved}`}>
        <SecondStepSettings />
      </div>
      <div className={styles.part}>
        <OpenSessions />
      </div>
    </div>
  )
}

function OpenSessions() {
  const sessionsQuery = callQuery('GET /user/sessions')
  const sessions = useQuery(sessionsQuery)
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(sessionsQuery)

  const end = useMutation({
    mutationFn: (id: number) => call('DELETE /user/sessions/:id', { params: { id } }),
    // Also after a failure, because the session may already have ended.
    onSettled: refresh,
  })

  const endOthers = useMutation({
    mutationFn: () => call('POST /user/sessions/end-others'),
    onSuccess: () => notifications.show({ message: 'You have been signed out everywhere else.' }),
    onSettled: refresh,
  })

  const failure = end.error ?? endOthers.error

  const askAndEndOthers = withConfirmation(
    {
      title: 'Sign out everywhere else',
      message: 'Do you want to sign out everywhere except here?',
    },
    endOthers.mutate,
  )

  return (
    <Block title="Where you are signed in">
      {sessions.isPending && <RowSkeletons label="Loading your sessions" rows={3} />}
      {sessions.isError && <LoadFailure what="The list of your sessions" query={sessions} />}
      {failure && (
        <ErrorMessage>You were not signed out there. {getServerMessage(failure)}</ErrorMessage>
      )}
      <ul className={`plain-list ${rows.list}`}>
        {sessions.data?.map((session) => (
          <li key={session.id} className={`flex-middle ${rows.row}`}>
            <div>
              <div className="breakable medium">{formatBrowser(session)}</div>
              <p className="hint">
                Signed in on {formatDateTime(session.startedAt)}.{' '}
                {formatLastUse(session, new Date())}
              </p>
            </div>
            {!session.current && (
              <SmallButton
                aria-label={`Sign out (${formatBrowser(session)}, since ${formatDateTime(session.startedAt)})`}
                loading={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                Sign out
              </SmallButton>
            )}
          </li>
        ))}
      </ul>
      {sessions.data && sessions.data.length > 1 && (
        <SecondaryButton mt="md" loading={endOthers.isPending} onClick={askAndEndOthers}>
          Sign out everywhere else
        </SecondaryButton>
      )}
    </Block>
  )
}

const formatBrowser = ({ browser, current }: OpenSession) =>
  `${browser || 'An unknown browser'}${current ? ' (this one)' : ''}`

const hourMs = 3_600_000

/** Imprecise, because the server records the use of a session only once an hour. */
function formatLastUse({ usedAt, current }: OpenSession, now: Date): string {
  if (current) return 'In use now.'
  if (now.getTime() - Date.parse(usedAt) < hourMs) return 'Used within the last hour.'
  return `Last used around ${formatDateTime(usedAt)}.`
}
