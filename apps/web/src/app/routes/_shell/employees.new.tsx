import { NewUserPage } from '../../../features/users/new-user-page.tsx'
import { useGoBack } from '../../use-go-back.ts'

export function Screen() {
  return <NewUserPage goBack={useGoBack('/employees')} />
}
