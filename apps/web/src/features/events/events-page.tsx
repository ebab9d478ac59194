import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { UnsavedGuard } from '../../ui/unsaved.tsx'
import { EventsEditor } from './events-editor.tsx'
import { eventsQueries } from './events-queries.ts'

export function EventsPage({ title }: { readonly title: string }) {
  const list = useQuery(eventsQueries.list)
  return (
    <UnsavedGuard>
      {list.data ? (
        <EventsEditor title={title} loaded={list.data} />
      ) : (
        <>
          <PageHead title={title} />
          {list.isError ? <LoadFailure what="The events" query={list} /> : <RowSkeletons label="Loading the events" />}
        </>
      )}
    </UnsavedGuard>
  )
}
