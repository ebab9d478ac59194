import { createFileRoute } from '@tanstack/react-router'
import { screens } from '@vitrine/contract'
import { NotYetPage } from '../../pages/not-yet-page.tsx'

export const Route = createFileRoute('/_shell/inventory-detail/$id')({
  component: () => <NotYetPage title={screens['/inventory-detail/:id'].title} />,
})
