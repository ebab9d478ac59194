import { ActionIcon, Table, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMail, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { mayManage, roleNames, type UserListItem } from '@vitrine/contract'
import { useSignedIn } from '../../session/use-session.ts'
import { mediumDateTime } from '../../ui/text/dates.ts'
import { lastSignIn, secondStepText, signInText } from './sign-in-text.ts'
import styles from './users-table.module.css'

interface UsersTableProps {
  readonly users: readonly UserListItem[]
  readonly onSendLink: (user: UserListItem) => void
}

export function UsersTable({ users, onSendLink }: UsersTableProps) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
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
          {!narrow && <Table.Th>E-mail</Table.Th>}
          <Table.Th>Role</Table.Th>
          {!narrow && <Table.Th className={styles.signIn ?? ''}>Last sign-in</Table.Th>}
          {!narrow && <Table.Th className={styles.signIn ?? ''}>Second step</Table.Th>}
          <Table.Th className={styles.actionsHead ?? ''}>Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map((user) => (
          <Table.Tr key={user.id}>
            <Table.Th scope="row" className={styles.name ?? ''}>
              {nameOf(user)}
              {narrow && <div className={styles.email}>{breakable(user.email)}</div>}
              {narrow && <div className={styles.email}>{signInText(user)}</div>}
            </Table.Th>
            {!narrow && <Table.Td className={styles.email ?? ''}>{user.email || '–'}</Table.Td>}
            <Table.Td>{roleNames[user.role]}</Table.Td>
            {!narrow && <SignInCells user={user} />}
            <Table.Td>
              {mayManage(actor.role, user.role) && (
                <div className={styles.actions}>
                  <SendLink user={user} onClick={() => onSendLink(user)} />
                  <Edit user={user} />
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
      <Table.Td className={styles.signIn ?? ''} {...(signIn?.last && { title: mediumDateTime(signIn.last) })}>
        {signIn && canSignIn ? lastSignIn(signIn) : '–'}
      </Table.Td>
      <Table.Td>{signIn && canSignIn ? secondStepText(signIn) : '–'}</Table.Td>
    </>
  )
}

/** An address that is too long for its line breaks before the @, not in the middle of a name. */
const breakable = (email: string) => {
  const at = email.lastIndexOf('@')
  return at < 1 ? (
    email
  ) : (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

const nameOf = (user: UserListItem) => `${user.firstName} ${user.lastName}`.trim() || user.email

function SendLink({ user, onClick }: { readonly user: UserListItem; readonly onClick: () => void }) {
  const possible = user.email !== ''
  const label = possible ? 'Send password link' : 'No password link: this user has no e-mail address'
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`${label} (${nameOf(user)})`}
        // Not `disabled`: the reason must stay within reach of keyboard and pointer.
        aria-disabled={!possible}
        {...(!possible && { 'data-disabled': true })}
        onClick={() => possible && onClick()}
      >
        <IconMail size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}

function Edit({ user }: { readonly user: UserListItem }) {
  return (
    <Tooltip label="Edit user">
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`Edit user (${nameOf(user)})`}
        renderRoot={(props) => <Link {...props} to="/employees/edit/$id" params={{ id: String(user.id) }} />}
      >
        <IconPencil size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
