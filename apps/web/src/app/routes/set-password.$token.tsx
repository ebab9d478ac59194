import { useParams } from '@tanstack/react-router'
import { SetPasswordPage } from '../../features/auth/set-password-page.tsx'

export function Screen() {
  const { token } = useParams({ from: '/set-password/$token' })
  return <SetPasswordPage token={token} />
}
