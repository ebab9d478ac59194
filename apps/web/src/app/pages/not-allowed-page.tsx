import { PlainPage } from '../../ui/layout/plain-page.tsx'

export function NotAllowedPage() {
  return <PlainPage title="Not allowed">Your role does not allow you to open this page.</PlainPage>
}
