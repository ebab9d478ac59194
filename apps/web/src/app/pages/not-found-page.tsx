import { PlainPage } from '../../ui/layout/plain-page.tsx'

export function NotFoundPage() {
  return <PlainPage title="Not found">There is no page at this address.</PlainPage>
}
