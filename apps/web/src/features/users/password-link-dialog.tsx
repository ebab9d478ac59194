import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { UserListItem } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'

interface SendLinkProps {
  readonly user: UserListItem
  readonly onClose: () => void
  readonly onSent: (email: string) => void
}

interface PasswordLinkDialogProps extends Omit<SendLinkProps, 'user'> {
  readonly opened: boolean
  /** The last one stays while the dialog closes. */
  readonly user: UserListItem | null
}

export const PasswordLinkDialog = ({ opened, user, ...handlers }: PasswordLinkDialogProps) => (
  <Modal opened={opened} onClose={handlers.onClose} title="Send Password-Link">
    {/* Another person, a fresh question. */}
    {user && <SendLink key={user.id} user={user} {...handlers} />}
  </Modal>
)

function SendLink({ user, onClose, onSent }: SendLinkProps) {
  const send = useMutation({
    mutationFn: () => call('POST /admin/users/send-password-link', { body: { userId: user.id } }),
    onSuccess: () => onSent(user.email),
  })
  return (
    <Stack>
      <Text>
        Do you want to send a password link for creating a password for the first time to the following e-mail address?
      </Text>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {user.email}
      </Text>
      {send.isError && <ErrorMessage>Error: Could not send the e-mail.</ErrorMessage>}
      <Group justify="flex-end">
        <SecondaryButton onClick={onClose}>Close</SecondaryButton>
        <Button data-autofocus loading={send.isPending} onClick={() => send.mutate()}>
          Send
        </Button>
      </Group>
    </Stack>
  )
}
