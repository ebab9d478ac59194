import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { SignedOutPage } from '../../ui/layout/signed-out-page.tsx'
import { createSubmitHandler } from './submit-handler.ts'

export function ForgotPasswordPage() {
  const field = useRef<HTMLInputElement>(null)

  const request = useMutation({
    mutationFn: (email: string) => call('POST /auth/request-reset', { body: { email } }),
  })

  const submit = createSubmitHandler((getText) => {
    if (request.isPending) return
    const email = getText('email').trim()
    if (email === '') field.current?.focus()
    else request.mutate(email)
  })

  return (
    <SignedOutPage title="Forgot password">
      <form onSubmit={submit} noValidate aria-busy={request.isPending}>
        <Stack>
          <Text size="sm">
            Enter your e-mail address and we will send you a link to set a new password.
          </Text>
          <TextInput ref={field} label="E-mail" name="email" type="email" autoComplete="username" />
          {request.isError && <ErrorMessage>{formatRequestError(request.error)}</ErrorMessage>}
          {request.isSuccess && (
            <SuccessMessage>
              The email with the link has been sent. Please also check the spam folder if necessary.
            </SuccessMessage>
          )}
          <Button type="submit" fullWidth loading={request.isPending}>
            Send link
          </Button>
          <Anchor component={Link} to="/login" underline="always" size="sm">
            Back to login
          </Anchor>
        </Stack>
      </form>
    </SignedOutPage>
  )
}

/** The server's message about a rate limit says when to try again. */
const formatRequestError = (error: Error): string =>
  error instanceof ApiError && error.status === 429
    ? error.message
    : 'Error: Could not send the email.'
