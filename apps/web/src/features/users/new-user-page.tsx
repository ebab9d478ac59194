import { useMutation, useQueryClient } from '@tanstack/react-query'
import { newUserDefaults, type UserFields } from '@vitrine/contract'
import { create } from '../../client/create.ts'
import { query } from '../../client/query.ts'
import { UnsavedGuard } from '../../ui/forms/unsaved.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { UserForm } from './user-form.tsx'

export function NewUserPage({ goBack }: { readonly goBack: () => void }) {
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: (fields: UserFields) => create('POST /admin/employees/create', { body: fields }),
    onSuccess: () => queries.invalidateQueries(query('GET /admin/employees')),
  })

  return (
    <UnsavedGuard>
      <PageHead title="New User" />
      <UserForm
        initial={newUserDefaults}
        busy={add.isPending}
        save={async (fields) => (await add.mutateAsync(fields)).id}
        savedMessage="User successfully created."
        onSaved={goBack}
        onBack={goBack}
      />
    </UnsavedGuard>
  )
}
