import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { admits, screens, type UserListItem } from '@vitrine/contract'
import { useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { query } from '../../client/query.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton, SmallButton } from '../../ui/forms/buttons.ts'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { UsersTable } from './users-table.tsx'

export function UsersPage() {
  const { user } = useSignedIn()
  const users = useQuery(query('GET /admin/employees'))
  const [dialog, setDialog] = useState<{ user: UserListItem; opened: boolean } | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)

  return (
    <>
      <PageHead
        title="Users"
        count={users.data && `${users.data.length} ${users.data.length === 1 ? 'user' : 'users'}`}
        actions={
          <>
            {/* The menus are as specified; this is where one looks for what people did. */}
            {admits(screens['/audit'].access, user.role) && (
              <SecondaryButton component={Link} to="/audit" leftSection={<ScreenIcon screen="/audit" size={16} />}>
                {screens['/audit'].title}
              </SecondaryButton>
            )}
            <Button component={Link} to="/employees/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
              New User
            </Button>
          </>
        }
      />
      <div className="stack">
        {sentTo !== null && <SuccessMessage>Email with password link sent to: {sentTo}</SuccessMessage>}
        {users.isError && (
          <ErrorMessage>
            Error while downloading the employees. {serverMessage(users.error)}{' '}
            <SmallButton loading={users.isFetching} onClick={() => users.refetch()}>
              Try again
            </SmallButton>
          </ErrorMessage>
        )}
        {users.isPending && <RowSkeletons label="Loading the users" />}
        {users.data?.length === 0 && <EmptyState>There are no employees yet.</EmptyState>}
        {users.data && users.data.length > 0 && (
          <UsersTable
            users={users.data}
            onSendLink={(receiver) => {
              setSentTo(null)
              setDialog({ user: receiver, opened: true })
            }}
          />
        )}
      </div>
      <PasswordLinkDialog
        opened={dialog?.opened ?? false}
        user={dialog?.user ?? null}
        onClose={() => setDialog((shown) => shown && { ...shown, opened: false })}
        onSent={(email) => {
          // The dialog may show somebody else by now.
          setDialog((shown) => (shown?.user.email === email ? { ...shown, opened: false } : shown))
          setSentTo(email)
        }}
      />
    </>
  )
}

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

const PasswordLinkDialog = ({ opened, user, ...handlers }: PasswordLinkDialogProps) => (
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
