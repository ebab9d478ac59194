import { useParams } from '@tanstack/react-router'
import { EditUserPage } from '../../../features/users/edit-user-page.tsx'
import { useGoBack } from '../../use-navigation.ts'

export function Screen() {
  const { id } = useParams({ from: '/_shell/employees/edit/$id' })
  return <EditUserPage id={Number(id)} goBack={useGoBack('/employees')} />
}
