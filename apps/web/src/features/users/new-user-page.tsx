import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { newUserDefaults, type UserFields } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { UserForm } from './user-form.tsx'
import { usersQueries } from './users-queries.ts'

export function NewUserPage({ goBack }: { readonly goBack: () => void }) {
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: (fields: UserFields) => call('POST /admin/employees/create', { body: fields }),
    onSuccess: () => queries.invalidateQueries({ queryKey: usersQueries.everything }),
  })

  return (
    <>
      <PageHead title="New User" />
      <UserForm
        initial={newUserDefaults}
        busy={create.isPending}
        save={async (fields) => {
          await create.mutateAsync(fields)
        }}
        onSaved={() => {
          notifications.show({ message: 'User successfully created.' })
          goBack()
        }}
        onBack={goBack}
      />
    </>
  )
}
