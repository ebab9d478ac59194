import { useMutation } from '@tanstack/react-query'
import { fieldErrors } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ErrorMessage, SuccessMessage } from '../../ui/message.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import styles from './change-password-page.module.css'
import { NewPasswordForm } from './new-password-form.tsx'

export function ChangePasswordPage() {
  const { user } = useSignedIn()
  const change = useMutation({
    mutationFn: (password: string) => call('POST /user/change', { body: { password } }),
  })

  return (
    <div className={styles.page}>
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
  )
}
