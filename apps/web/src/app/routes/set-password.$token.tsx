import { createFileRoute } from '@tanstack/react-router'
import { SetPasswordPage } from '../../features/auth/set-password-page.tsx'

export const Route = createFileRoute('/set-password/$token')({ component: SetPassword })

function SetPassword() {
  const { token } = Route.useParams()
  return <SetPasswordPage token={token} />
}
