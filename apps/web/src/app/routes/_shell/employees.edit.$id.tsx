import { createFileRoute } from '@tanstack/react-router'
import { EditUserPage } from '../../../features/users/edit-user-page.tsx'
import { useGoBack } from '../../use-go-back.ts'

export const Route = createFileRoute('/_shell/employees/edit/$id')({ component: EditUser })

function EditUser() {
  const { id } = Route.useParams()
  return <EditUserPage id={Number(id)} goBack={useGoBack('/employees')} />
}
