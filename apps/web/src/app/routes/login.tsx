import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { toSafeReturnUrl } from '@vitrine/contract'
import { LoginPage } from '../../features/auth/login-page.tsx'
import { settingsQuery } from '../../features/operations/settings-query.ts'

export function Screen() {
  const router = useRouter()
  const { returnUrl } = useSearch({ from: '/login' })
  const { data: settings } = useQuery(settingsQuery)
  return (
    <LoginPage
      demo={settings?.demo ?? null}
      needsFirstRoot={settings?.needsFirstRoot ?? false}
      onSignedIn={() => router.navigate({ href: toSafeReturnUrl(returnUrl), replace: true })}
    />
  )
}
