import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { safeReturnUrl } from '@vitrine/contract'
import { LoginPage } from '../../features/auth/login-page.tsx'
import { settingsQuery } from '../../features/operations/settings-query.ts'

interface LoginSearch {
  readonly returnUrl?: string
}

export const Route = createFileRoute('/login')({
  validateSearch: ({ returnUrl }: Record<string, unknown>): LoginSearch =>
    typeof returnUrl === 'string' ? { returnUrl } : {},
  component: Login,
})

function Login() {
  const router = useRouter()
  const { returnUrl } = Route.useSearch()
  const { data: settings } = useQuery(settingsQuery)
  return (
    <LoginPage
      demo={settings?.demo ?? null}
      needsFirstRoot={settings?.needsFirstRoot ?? false}
      onSignedIn={() => router.navigate({ href: safeReturnUrl(returnUrl), replace: true })}
    />
  )
}
