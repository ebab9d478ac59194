import { createFileRoute } from '@tanstack/react-router'
import { screens } from '@vitrine/contract'
import { NotYetPage } from '../../pages/not-yet-page.tsx'

export const Route = createFileRoute('/_shell/comments')({
  component: () => <NotYetPage title={screens['/comments'].title} />,
})
