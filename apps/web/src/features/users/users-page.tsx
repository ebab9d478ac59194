import { ActionIcon, Button, Group, Modal, Stack, Table, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMail, IconPencil, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayManageRole, roleNames, screens, type UserListItem } from '@vitrine/contract'
import { useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { useMayOpen } from '../../session/use-may-open.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton, SmallButton } from '../../ui/forms/buttons.ts'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { formatLastSignIn, formatSecondStep, formatSignIn } from './sign-in-text.ts'
import styles from './users-page.module.css'

/** The state of the dialog for sending a password link; keeps its user while the dialog closes. */
interface SendLinkDialog {
  readonly user: UserListItem
  readonly opened: boolean
}

/** The screen Users: all staff accounts. */
export function UsersPage() {
  const mayOpen = useMayOpen()
  const users = useQuery(callQuery('GET /admin/employees'))
  const [dialog, setDialog] = useState<SendLinkDialog | null>(null)
  const [sentToEmail, setSentToEmail] = useState<string | null>(null)
  const closeDialog = () => setDialog((current) => current && { ...current, opened: false })

  return (
    <>
      <PageHeader
        title="Users"
        count={users.data && `${users.data.length} ${users.data.length === 1 ? 'user' : 'users'}`}
        actions={
          <>
            {/* The specified menus have no audit log, so its link is here. */}
            {mayOpen('/audit') && (
              <SecondaryButton
                component={Link}
                to="/audit"
                leftSection={<ScreenIcon screen="/audit" size={16} />}
              >
                {screens['/audit'].title}
              </SecondaryButton>
            )}
            <Button
              component={Link}
              to="/employees/new"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
            >
              New User
            </Button>
          </>
        }
      />
      <div className="stack">
        {sentToEmail !== null && (
          <SuccessMessage>Email with password link sent to: {sentToEmail}</SuccessMessage>
        )}
        {users.isError && (
          <ErrorMessage>
            Error while downloading the employees. {getServerMessage(users.error)}{' '}
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
              setSentToEmail(null)
              setDialog({ user: receiver, opened: true })
            }}
          />
        )}
      </div>
      <Modal opened={dialog?.opened ?? false} onClose={closeDialog} title="Send Password-Link">
        {/* Stays mounted during the closing animation; the key resets it for another user. */}
        {dialog && (
          <SendLinkForm
            key={dialog.user.id}
            user={dialog.user}
            onClose={closeDialog}
            onSent={(email) => {
              // The dialog may already show another user.
              setDialog((current) =>
                current?.user.email === email ? { ...current, opened: false } : current,
              )
              setSentToEmail(email)
            }}
          />
        )}
      </Modal>
    </>
  )
}

interface SendLinkFormProps {
  readonly user: UserListItem
  readonly onClose: () => void
  readonly onSent: (email: string) => void
}

function SendLinkForm({ user, onClose, onSent }: SendLinkFormProps) {
  const send = useMutation({
    mutationFn: () => call('POST /admin/users/send-password-link', { body: { userId: user.id } }),
    onSuccess: () => onSent(user.email),
  })

  return (
    <Stack>
      <Text>
        Do you want to send a password link for creating a password for the first time to the
        following e-mail address?
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

/** Screens without room for all columns: the address and the sign-in are then below the name. */
const narrowScreens = '(max-width: 48em)'

interface UsersTableProps {
  readonly users: readonly UserListItem[]
  readonly onSendLink: (user: UserListItem) => void
}

function UsersTable({ users, onSendLink }: UsersTableProps) {
  const isNarrow = useMediaQuery(narrowScreens, false, { getInitialValueInEffect: false })
  const { user: actor } = useSignedIn()

  return (
    <Table
      className={styles.table ?? ''}
      verticalSpacing={4}
      borderColor="var(--vitrine-line)"
      highlightOnHover
      fz="md"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          {!isNarrow && <Table.Th>E-mail</Table.Th>}
          <Table.Th>Role</Table.Th>
          {!isNarrow && <Table.Th className={styles.signIn ?? ''}>Last sign-in</Table.Th>}
          {!isNarrow && <Table.Th className={styles.signIn ?? ''}>Second step</Table.Th>}
          <Table.Th className={styles.actionsHead ?? ''}>Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map((user) => (
          <Table.Tr key={user.id}>
            <Table.Th scope="row" className={styles.name ?? ''}>
              {formatUserName(user)}
              {isNarrow && <div className={styles.email}>{renderBreakableEmail(user.email)}</div>}
              {isNarrow && <div className={styles.email}>{formatSignIn(user)}</div>}
            </Table.Th>
            {!isNarrow && <Table.Td className={styles.email ?? ''}>{user.email || '–'}</Table.Td>}
            <Table.Td>{roleNames[user.role]}</Table.Td>
            {!isNarrow && <SignInCells user={user} />}
            <Table.Td>
              {mayManageRole(actor.role, user.role) ? (
                <div className={styles.actions}>
                  <SendLinkButton user={user} onClick={() => onSendLink(user)} />
                  <EditLink user={user} />
                </div>
              ) : (
                <div className={styles.reason}>
                  Only {roleNames[user.role]} can change this user.
                </div>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function SignInCells({ user: { email, signIn } }: { readonly user: UserListItem }) {
  const canSignIn = email !== ''

  return (
    <>
      <Table.Td
        className={styles.signIn ?? ''}
        {...(signIn?.last && { title: formatDateTime(signIn.last) })}
      >
        {signIn && canSignIn ? formatLastSignIn(signIn) : '–'}
      </Table.Td>
      <Table.Td>{signIn && canSignIn ? formatSecondStep(signIn) : '–'}</Table.Td>
    </>
  )
}

/** Renders a long address so that it wraps before the @ instead of inside a name. */
const renderBreakableEmail = (email: string) => {
  const atIndex = email.lastIndexOf('@')

  return atIndex < 1 ? (
    email
  ) : (
    <>
      {email.slice(0, atIndex)}
      <wbr />
      {email.slice(atIndex)}
    </>
  )
}

const formatUserName = (user: UserListItem) =>
  `${user.firstName} ${user.lastName}`.trim() || user.email

function SendLinkButton({
  user,
  onClick,
}: {
  readonly user: UserListItem
  readonly onClick: () => void
}) {
  const canReceiveLink = user.email !== ''

  const label = canReceiveLink
    ? 'Send password link'
    : 'No password link: this user has no e-mail address'

  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`${label} (${formatUserName(user)})`}
        // Not `disabled`, because keyboard and pointer must still reach the tooltip with the
        // reason.
        aria-disabled={!canReceiveLink}
        {...(canReceiveLink ? {} : { 'data-disabled': true })}
        onClick={() => canReceiveLink && onClick()}
      >
        <IconMail size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}

function EditLink({ user }: { readonly user: UserListItem }) {
  return (
    <Tooltip label="Edit user">
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`Edit user (${formatUserName(user)})`}
        renderRoot={(props) => (
          <Link {...props} to="/employees/edit/$id" params={{ id: String(user.id) }} />
        )}
      >
        <IconPencil size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
