import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { fieldErrors, serverMessage } from '../../../client/api-error.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { typedText } from '../typed-text.ts'

export interface PasswordQuestion {
  readonly title: string
  readonly message: string
  readonly button: string
  readonly act: (password: string) => Promise<void>
}

interface PasswordDialogProps {
  readonly question: PasswordQuestion | null
  readonly onClose: () => void
}

/** Asks for the password again: an unattended browser must not be enough to weaken the account. */
export const PasswordDialog = ({ question, onClose }: PasswordDialogProps) => (
  <Modal opened={question !== null} onClose={onClose} title={question?.title}>
    {question && <Question question={question} onClose={onClose} />}
  </Modal>
)

function Question({ question, onClose }: { readonly question: PasswordQuestion; readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const act = useMutation({
    mutationFn: question.act,
    onSuccess: onClose,
    onError: () => field.current?.select(),
  })
  const problem = fieldErrors(act.error).password

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!act.isPending) act.mutate(typedText(new FormData(event.currentTarget), 'password'))
  }

  return (
    <form onSubmit={submit} noValidate aria-busy={act.isPending}>
      <Stack>
        <Text>{question.message} Please confirm with your password.</Text>
        <PasswordInput
          ref={field}
          data-autofocus
          label="Password"
          name="password"
          autoComplete="current-password"
          error={problem}
        />
        {act.isError && !problem && <ErrorMessage>{serverMessage(act.error)}</ErrorMessage>}
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
          <Button type="submit" loading={act.isPending}>
            {question.button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
