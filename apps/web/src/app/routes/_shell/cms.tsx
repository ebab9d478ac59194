import { createFileRoute } from '@tanstack/react-router'
import { screens } from '@vitrine/contract'
import { EventsPage } from '../../../features/events/events-page.tsx'

export const Route = createFileRoute('/_shell/cms')({
  component: () => <EventsPage title={screens['/cms'].title} />,
})
