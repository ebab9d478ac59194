import { useQueryClient } from '@tanstack/react-query'
import { screens } from '@vitrine/contract'
import { historyKey } from '../../../client/queries.ts'
import { EventsPage } from '../../../features/events/events-page.tsx'
import { History } from '../../../features/history/history.tsx'

export function Screen() {
  const queryClient = useQueryClient()
  return (
    <EventsPage
      title={screens['/cms'].title}
      onSaved={() => void queryClient.invalidateQueries({ queryKey: historyKey('event') })}
      renderHistory={(event) => <History folded subject="event" {...event} />}
    />
  )
}
