import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import {
  minPasswordLength,
  passwordRule,
  passwordsDifferMessage,
  passwordTooShortMessage,
} from '@vitrine/contract'
import { type ReactNode, useRef, useState } from 'react'
import { createSubmitHandler } from './submit-handler.ts'

interface NewPasswordFormProps {
  readonly submitLabel: string
  readonly isBusy: boolean
  /** The account, shown to the user and read by password managers. */
  readonly email: string
  readonly onSubmit: (password: string) => Promise<unknown>
  readonly children?: ReactNode
}

/** A form for a new password and its repetition. */
export function NewPasswordForm({
  submitLabel,
  isBusy,
  email,
  onSubmit,
  children,
}: NewPasswordFormProps) {
  const [problem, setProblem] = useState<ReturnType<typeof findPasswordProblem>>(null)
  const password = useRef<HTMLInputElement>(null)
  const repeat = useRef<HTMLInputElement>(null)

  const submit = createSubmitHandler((getText, form) => {
    if (isBusy) return

    const newProblem = findPasswordProblem(getText('password'), getText('repeat'))
    setProblem(newProblem)
    if (newProblem) {
      const field = newProblem.field === 'password' ? password : repeat
      field.current?.focus()
      return
    }

    // The caller shows the outcome; after a failure the typed text stays.
    onSubmit(getText('password')).then(
      () => form.reset(),
      () => undefined,
    )
  })

  return (
    <form onSubmit={submit} noValidate aria-busy={isBusy}>
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          For <b>{email}</b>
        </Text>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          ref={password}
          label="New Passwort"
          description={passwordRule}
          name="password"
          autoComplete="new-password"
          error={problem?.field === 'password' && problem.text}
        />
        <PasswordInput
          ref={repeat}
          label="Repeat password"
          name="repeat"
          autoComplete="new-password"
          error={problem?.field === 'repeat' && problem.text}
        />
        {problem === null && children}
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}

/** The first problem of a new password, with the field to correct; null if it is valid. */
export function findPasswordProblem(
  password: string,
  repeated: string,
): { field: 'password' | 'repeat'; text: string } | null {
  if (password.length < minPasswordLength)
    return { field: 'password', text: passwordTooShortMessage }
  if (password !== repeated) return { field: 'repeat', text: passwordsDifferMessage }
  return null
}
