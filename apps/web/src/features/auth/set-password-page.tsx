import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LinkState } from '@vitrine/contract'
import { getFieldErrors } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { SignedOutPage } from '../../ui/layout/signed-out-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

const deadLinkMessages: Record<Exclude<LinkState, 'valid'>, string> = {
  used: 'This link has already been used.',
  expired: 'This link has expired.',
  unknown: 'This link does not work. It may be incomplete, or a newer link has replaced it.',
}

interface PasswordLinkProps {
  /** The secret of the link that was sent by mail. */
  readonly token: string
}

export const SetPasswordPage = ({ token }: PasswordLinkProps) => (
  <SignedOutPage title="Set Password">
    <SetPassword token={token} />
  </SignedOutPage>
)

function SetPassword({ token }: PasswordLinkProps) {
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => call('POST /auth/check-link', { body: { token } }, { signal }),
    // A valid link is not checked again while the form is open; the server checks it on submit.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

  const setPassword = useMutation({
    mutationFn: (password: string) =>
      call('POST /auth/set-password', { body: { token, password } }),
  })

  if (setPassword.isSuccess) {
    return (
      <SuccessMessage>
        The password has been set successfully. You can log in:{' '}
        <Anchor component={Link} to="/login" underline="always" inherit>
          Login
        </Anchor>
      </SuccessMessage>
    )
  }

  if (link.isPending) return <LinkSkeleton />
  if (link.isError) {
    return (
      <Stack>
        <ErrorMessage>The link could not be checked. {link.error.message}</ErrorMessage>
        <SecondaryButton onClick={() => link.refetch()} loading={link.isFetching}>
          Try again
        </SecondaryButton>
      </Stack>
    )
  }

  if (link.data.state !== 'valid') return <DeadLink message={deadLinkMessages[link.data.state]} />

  return (
    <NewPasswordForm
      submitLabel="Set Password"
      isBusy={setPassword.isPending}
      email={link.data.email}
      onSubmit={setPassword.mutateAsync}
    >
      {setPassword.isError && (
        <ErrorMessage>
          Error: Could not change the password.{' '}
          {getFieldErrors(setPassword.error).password ?? setPassword.error.message}
        </ErrorMessage>
      )}
    </NewPasswordForm>
  )
}

function LinkSkeleton() {
  return (
    <Stack aria-busy="true" aria-label="Checking the link" role="status">
      <Skeleton height={58} />
      <Skeleton height={58} />
      <Skeleton height={36} />
    </Stack>
  )
}

function DeadLink({ message }: { readonly message: string }) {
  return (
    <Stack>
      <Text>{message}</Text>
      <Button component={Link} to="/forgot-password">
        Request a new link
      </Button>
      <Anchor component={Link} to="/login" underline="always" size="sm">
        Back to login
      </Anchor>
    </Stack>
  )
}
