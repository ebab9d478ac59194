import { NewUserPage } from '../../../features/users/edit-user-page.tsx'
import { useGoBack } from '../../use-navigation.ts'

export function Screen() {
  return <NewUserPage goBack={useGoBack('/employees')} />
}
