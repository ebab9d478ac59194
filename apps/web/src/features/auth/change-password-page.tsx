import { useMutation } from '@tanstack/react-query'
import { fieldErrors } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { deferred } from '../../ui/layout/deferred.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import styles from './change-password-page.module.css'
import { NewPasswordForm } from './new-password-form.tsx'

// Below the form and rarely needed: loaded lazily.
const SecondStep = deferred(
  async () => (await import('./second-step/second-step.tsx')).SecondStep,
  <RowSkeletons label="Loading the second step" rows={2} />,
)
const OpenSessions = deferred(
  async () => (await import('./open-sessions.tsx')).OpenSessions,
  <RowSkeletons label="Loading your sessions" rows={3} />,
)

export function ChangePasswordPage() {
  const { user } = useSignedIn()
  const change = useMutation({
    mutationFn: (password: string) => call('POST /user/change', { body: { password } }),
  })

  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <PageHead title="Change Password" />
        <NewPasswordForm
          submitLabel="Change Password"
          busy={change.isPending}
          email={user.email}
          onSubmit={change.mutateAsync}
        >
          {change.isError && (
            <ErrorMessage>
              Error: Could not change the password. {fieldErrors(change.error).password ?? change.error.message}
            </ErrorMessage>
          )}
          {change.isSuccess && <SuccessMessage>The password has been changed successfully.</SuccessMessage>}
        </NewPasswordForm>
      </div>
      <div className={`${styles.part} ${styles.kept}`}>
        <SecondStep />
      </div>
      <div className={styles.part}>
        <OpenSessions />
      </div>
    </div>
  )
}
