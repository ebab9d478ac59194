import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mayManageRole, newUserDefaults, type UserDetail, type UserFields } from '@vitrine/contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { getServerMessage } from '../../client/api-error.ts'
import { call, createRecord } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { askToConfirm, withConfirmation } from '../../ui/feedback/dialogs.ts'
import { EmptyState } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { UnsavedGuard } from '../../ui/forms/unsaved.tsx'
import { Block, PageHeader } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatSignIn } from './sign-in-text.ts'
import styles from './user-form.module.css'
import { UserForm } from './user-form.tsx'

interface EditUserPageProps {
  readonly id: number
  readonly goBack: () => void
}

export function EditUserPage({ id, goBack }: EditUserPageProps) {
  const { user: actor } = useSignedIn()

  const user = useQuery({
    ...callQuery('GET /admin/employees/:id', { params: { id } }),
    // A form must not refetch while it is being edited.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })

  const isAllowed = user.data !== undefined && mayManageRole(actor.role, user.data.role)

  return (
    <UnsavedGuard>
      <PageHeader title="Edit User" count={user.data && formatSignIn(user.data)} />
      {user.isPending && <RowSkeletons label="Loading the user" />}
      {user.isError && (
        <div className={`stack ${styles.failure}`}>
          <ErrorMessage>
            Error downloading the details of the employee. {getServerMessage(user.error)}
          </ErrorMessage>
          <SecondaryButton onClick={goBack}>Back</SecondaryButton>
        </div>
      )}
      {user.data && !isAllowed && (
        <EmptyState action={<SecondaryButton onClick={goBack}>Back</SecondaryButton>}>
          Your role does not allow you to change this user.
        </EmptyState>
      )}
      {user.data && isAllowed && <LoadedUser key={user.data.id} user={user.data} goBack={goBack} />}
    </UnsavedGuard>
  )
}

/** The form for a user, with buttons to delete the user and to reset the second step. */
function LoadedUser({ user, goBack }: { readonly user: UserDetail; readonly goBack: () => void }) {
  const { user: actor } = useSignedIn()
  const queries = useQueryClient()
  const [initial] = useState<UserFields>(() => toUserFields(user))
  const [isDeleted, setDeleted] = useState(false)
  const refreshList = () =>
    queries.invalidateQueries({ queryKey: callQuery('GET /admin/employees').queryKey, exact: true })

  const update = useMutation({
    mutationFn: (fields: UserFields) =>
      call('POST /admin/employees/update', { body: { ...fields, id: user.id } }),
    onSuccess: refreshList,
  })

  const remove = useMutation({
    mutationFn: () => call('DELETE /admin/employees/:id', { params: { id: user.id } }),
    onSuccess: refreshList,
  })

  const isBusy = update.isPending || remove.isPending
  const isSelf = user.email !== '' && user.email.toLowerCase() === actor.email.toLowerCase()

  const askAndRemove = async () => {
    const isConfirmed = await askToConfirm({
      title: 'Delete Employee',
      message: 'Are you sure you want to delete the employee?',
    })
    if (!isConfirmed) return

    try {
      await remove.mutateAsync()
    } catch {
      // The form shows the error of the mutation.
      return
    }

    // Updates the form first, so that it does not warn about unsaved changes of a deleted user.
    flushSync(() => setDeleted(true))
    notifications.show({ message: 'User successfully deleted.' })
    goBack()
  }

  return (
    <>
      <UserForm
        initial={initial}
        isBusy={isBusy}
        isDeleted={isDeleted}
        save={async (fields) => {
          remove.reset()
          await update.mutateAsync(fields)
          return user.id
        }}
        savedMessage="User successfully saved."
        roleHint="With another role, this user has to sign in again."
        onBack={goBack}
        failure={
          remove.isError && (
            <ErrorMessage>Error during deletion. {getServerMessage(remove.error)}</ErrorMessage>
          )
        }
        extra={
          // Users can't delete themselves.
          !isSelf && (
            <SecondaryButton
              className={styles.delete ?? ''}
              disabled={isBusy}
              onClick={askAndRemove}
            >
              Delete User
            </SecondaryButton>
          )
        }
      />
      {!isSelf && user.signIn?.secondStep && (
        <div className={styles.more}>
          <SecondStepReset userId={user.id} />
        </div>
      )}
    </>
  )
}

const toUserFields = ({
  email,
  gender,
  firstName,
  lastName,
  phone,
  role,
}: UserDetail): UserFields => ({
  email,
  gender,
  firstName,
  lastName,
  phone,
  role,
})

export function NewUserPage({ goBack }: { readonly goBack: () => void }) {
  const queries = useQueryClient()

  const add = useMutation({
    mutationFn: (fields: UserFields) =>
      createRecord('POST /admin/employees/create', { body: fields }),
    onSuccess: () => queries.invalidateQueries(callQuery('GET /admin/employees')),
  })

  return (
    <UnsavedGuard>
      <PageHeader title="New User" />
      <UserForm
        initial={newUserDefaults}
        isBusy={add.isPending}
        save={async (fields) => (await add.mutateAsync(fields)).id}
        savedMessage="User successfully created."
        onSaved={goBack}
        onBack={goBack}
      />
    </UnsavedGuard>
  )
}

/** Removes the second step of a user who has lost both phone and recovery codes. */
function SecondStepReset({ userId }: { readonly userId: number }) {
  const queries = useQueryClient()

  const reset = useMutation({
    mutationFn: () => call('POST /admin/users/reset-second-step', { body: { userId } }),
    onSuccess: () => {
      notifications.show({ message: 'The second step has been reset.' })
      return queries.invalidateQueries(callQuery('GET /admin/employees'))
    },
  })

  const askAndReset = withConfirmation(
    {
      title: 'Reset Second Step',
      message:
        'This user will then sign in with the password alone until they set up a second step again. Continue?',
    },
    reset.mutate,
  )

  return (
    <Block title="Second step (2FA)">
      <p>This user signs in with a password, followed by a code or a passkey.</p>
      {reset.isError && (
        <ErrorMessage>The second step was not reset. {getServerMessage(reset.error)}</ErrorMessage>
      )}
      <SecondaryButton loading={reset.isPending} onClick={askAndReset}>
        Reset Second Step
      </SecondaryButton>
    </Block>
  )
}
