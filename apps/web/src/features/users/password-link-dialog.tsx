import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { UserListItem } from '@vitrine/contract'
import { useEffect } from 'react'
import { call } from '../../client/call.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'

interface PasswordLinkDialogProps {
  readonly user: UserListItem | null
  readonly onClose: () => void
  readonly onSent: (email: string) => void
}

export function PasswordLinkDialog({ user, onClose, onSent }: PasswordLinkDialogProps) {
  const send = useMutation({
    mutationFn: (receiver: UserListItem) =>
      call('POST /admin/users/send-password-link', { body: { userId: receiver.id } }),
    onSuccess: (_, receiver) => onSent(receiver.email),
  })
  const { reset } = send
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person, a fresh dialog
  useEffect(reset, [user])

  return (
    <Modal opened={user !== null} onClose={onClose} title="Send Password-Link">
      <Stack>
        <Text>
          Do you want to send a password link for creating a password for the first time to the following e-mail
          address?
        </Text>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {user?.email}
        </Text>
        {send.isError && <ErrorMessage>Error: Could not send the e-mail.</ErrorMessage>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button data-autofocus loading={send.isPending} onClick={() => user && send.mutate(user)}>
            Send
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
