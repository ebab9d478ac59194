import { createFileRoute } from '@tanstack/react-router'
import { NewUserPage } from '../../../features/users/new-user-page.tsx'
import { useGoBack } from '../../use-go-back.ts'

export const Route = createFileRoute('/_shell/employees/new')({ component: NewUser })

function NewUser() {
  return <NewUserPage goBack={useGoBack('/employees')} />
}
